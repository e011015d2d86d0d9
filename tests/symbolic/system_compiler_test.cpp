#include "symbolic/system_compiler.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>

#include "kinetree/error.hpp"
#include "model/links.hpp"
#include "support/folder.hpp"

namespace kinetree::testing {
namespace {

std::ptrdiff_t place(const std::vector<std::string>& command, const char* word) {
  return std::find(command.begin(), command.end(), word) - command.begin();
}

TEST(SystemCompiler, OptionsOfTheUserComeLast) {
  const auto command = compiler_command("ccache gcc -O1");
  EXPECT_EQ(place(command, "ccache"), 0);
  EXPECT_EQ(place(command, "gcc"), 1);
  EXPECT_LT(place(command, "-O2"), place(command, "-O1"));
  EXPECT_LT(place(command, "-shared"), std::ssize(command));
}

TEST(SystemCompiler, BatchesAreForTheSetInUse) {
  std::vector<std::string> seen;
  for (const SimdSet& set : simd_sets()) {
    const auto command = compiler_command("cc -O1", batch_target(set));
    EXPECT_EQ(place(command, "-march=native"), std::ssize(command));
    EXPECT_LT(place(command, "-ffp-contract=fast"), place(command, "-O1"));
    const std::string name = fingerprint({{"a.c", "int a;"}}, command);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), name), 0) << set.name;
    seen.push_back(name);
  }
}

TEST(SystemCompiler, ANameIsMadeOfTheTextAndTheCommand) {
  const std::vector<GeneratedFile> files{{"a.c", "int a;"}}, others{{"a.c", "int b;"}};
  EXPECT_EQ(fingerprint(files, {"cc"}), fingerprint(files, {"cc"}));
  EXPECT_NE(fingerprint(files, {"cc"}), fingerprint(others, {"cc"}));
  EXPECT_NE(fingerprint(files, {"cc"}), fingerprint(files, {"gcc"}));
}

TEST(SystemCompiler, TheCacheIsMadeForItsOwnerAlone) {
  const Folder folder;
  const auto cache = code_cache((folder.path() / "some" / "cache").string());
  struct stat found {};
  ASSERT_EQ(stat(cache.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0700U);
}

TEST(SystemCompiler, RefusesACacheThatOthersWriteTo) {
  const Folder folder;
  ASSERT_EQ(chmod(folder.path().c_str(), 0777), 0);
  EXPECT_NE(
      message_of<FileError>([&] { code_cache(folder.path().string()); }).find("others may write"),
      std::string::npos);
  EXPECT_NE(message_of<FileError>([] { code_cache("/dev/null"); }).find("/dev/null"),
            std::string::npos);
}

TEST(SystemCompiler, SaysWhatIsMissing) {
  const Folder folder;
  const std::vector<GeneratedFile> files{{"a.c", "this is no C"}};
  const auto library = folder.path() / "a.so";
  EXPECT_NE(message_of<FileError>([&] {
              compile_library(files, {"no-such-compiler"}, library);
            }).find("install gcc or clang"),
            std::string::npos);
  EXPECT_NE(message_of<FileError>([&] {
              compile_library(files, compiler_command("cc"), library);
            }).find("error:"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(library));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "nothing half-done stays behind";
}

TEST(SystemCompiler, PutsTheLibraryInItsPlace) {
  const Folder folder;
  const auto library = folder.path() / "a.so";
  compile_library(
      {{"a.h", "int a(void);\n"}, {"a.c", "#include \"a.h\"\nint a(void) { return 1; }\n"}},
      compiler_command("cc"), library);
  EXPECT_TRUE(std::filesystem::exists(library));
}

}  // namespace
}  // namespace kinetree::testing
