#include "symbolic/system_compiler.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

namespace kinetree {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, std::string_view what, int error) {
  throw FileError(fmt::format("{}: {}: {}", path.string(), what, std::strerror(error)));
}

std::string variable(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): only read
  return value == nullptr ? "" : value;
}

fs::path usual_cache() {
  if (const std::string own = variable("KINETREE_CACHE"); !own.empty()) return own;
  if (const std::string all = variable("XDG_CACHE_HOME"); !all.empty())
    return fs::path(all) / "kinetree";
  const std::string home = variable("HOME");
  if (home.empty()) throw FileError("no folder for compiled code (set HOME or KINETREE_CACHE)");
  return fs::path(home) / ".cache" / "kinetree";
}

/// What -march=native depends on.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("flags") || line.starts_with("Features")) return line;
  }
  return "";
}

/// A folder of its own, gone at the end.
class Workplace {
 public:
  explicit Workplace(const fs::path& parent) : path_((parent / "compiling-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr) refuse(parent, "cannot be written", errno);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  ~Workplace() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  fs::path operator/(const std::string& name) const { return fs::path(path_) / name; }

 private:
  std::string path_;
};

void write(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) refuse(path, "cannot be written", errno);
}

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Runs the command without a shell, what it says going to a file. Its exit code, or throws.
int run(std::vector<std::string> command, const fs::path& log) {
  std::vector<char*> words;
  words.reserve(command.size() + 1);
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, S_IRUSR | S_IWUSR);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int error = posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    throw FileError(
        fmt::format("the C compiler '{}' cannot be started: {} (install gcc or clang, or name one "
                    "in CC)",
                    command[0], std::strerror(error)));
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string first_lines(const std::string& text, int count) {
  std::size_t end = 0;
  while (count-- > 0 && end < text.size()) end = std::min(text.find('\n', end), text.size()) + 1;
  return text.substr(0, end);
}

}  // namespace

fs::path code_cache(const std::string& wanted) {
  fs::path folder = wanted.empty() ? usual_cache() : fs::path(wanted);
  std::error_code error;
  if (folder.has_parent_path()) fs::create_directories(folder.parent_path(), error);
  if (mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
    refuse(folder, "no folder for compiled code there", errno);
  }
  struct stat found {};
  if (stat(folder.c_str(), &found) != 0) refuse(folder, "cannot be read", errno);
  if (!S_ISDIR(found.st_mode)) refuse(folder, "no folder for compiled code there", ENOTDIR);
  if (found.st_uid != geteuid() || (found.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    throw FileError(fmt::format(
        "{}: others may write there, and code is loaded from it (chmod go-w, or set KINETREE_CACHE "
        "to a folder of your own)",
        folder.string()));
  }
  return folder;
}

std::vector<std::string> compiler_command(const std::string& wanted,
                                          const std::vector<std::string>& target) {
  std::string text = wanted.empty() ? variable("CC") : wanted;
  if (text.empty()) text = "cc";
  std::istringstream words(text);
  std::vector<std::string> command{std::istream_iterator<std::string>(words), {}};
  if (command.empty()) throw FileError("CC names no compiler");
  // Nobody reads errno, and without it a sine and its cosine are one call, a root one instruction.
  std::vector<std::string> own{"-std=c99", "-O2", "-fno-math-errno", "-fPIC", "-shared"};
  own.insert(own.end(), target.begin(), target.end());
  // The user's options come after ours, and so win: CC="ccache gcc -O1".
  const auto options = std::find_if(command.begin(), command.end(),
                                    [](const std::string& word) { return word.starts_with('-'); });
  command.insert(options, own.begin(), own.end());
  return command;
}

std::vector<std::string> batch_target([[maybe_unused]] const SimdSet& set) {
  // g++ 12 would put scalars together to registers of its own where there are registers already.
  std::vector<std::string> options{"-ffp-contract=fast", "-fno-tree-slp-vectorize"};
#if defined(__x86_64__)
  options.emplace_back(set.name == "avx512" ? "-march=x86-64-v4"
                       : set.name == "avx2" ? "-march=x86-64-v3"
                                            : "-march=x86-64");
#endif
  return options;
}

std::string fingerprint(const std::vector<GeneratedFile>& files,
                        const std::vector<std::string>& command) {
  std::string all = processor();
  for (const std::string& word : command) all += '\n' + word;
  for (const GeneratedFile& file : files) all += '\n' + file.name + '\n' + file.text;
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const char c : all) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return fmt::format("{:016x}", hash);
}

void compile_library(const std::vector<GeneratedFile>& files,
                     const std::vector<std::string>& command, const fs::path& library) {
  const Workplace workplace(library.parent_path());
  const fs::path made = workplace / "made.so", log = workplace / "log";
  std::vector<std::string> words = command;
  words.insert(words.end(), {"-o", made.string()});
  for (const GeneratedFile& file : files) {
    write(workplace / file.name, file.text);
    if (file.name.ends_with(".c")) words.push_back((workplace / file.name).string());
  }
  words.emplace_back("-lm");
  if (const int code = run(words, log); code != 0) {
    const std::string said = first_lines(read_text(log), 10);
    throw FileError(fmt::format("the C compiler '{}' failed with exit code {}{}{}", command[0],
                                code, said.empty() ? "" : ":\n", said));
  }
  std::error_code error;
  fs::rename(made, library, error);
  if (error) refuse(library, "cannot be written", error.value());
}

}  // namespace kinetree
