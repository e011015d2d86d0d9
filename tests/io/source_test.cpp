// Source: reading, limits, and where an offset is.
#include "io/source.hpp"

#include "support.hpp"

namespace kinetree::testing {
namespace {

TEST(Source, CountsLinesAndColumnsFromOne) {
  const Source source("f", "ab\ncd\n\ne");
  const auto at = [&](std::size_t offset) {
    const Location l = source.locate(offset);
    return std::pair(l.line, l.column);
  };
  EXPECT_EQ(at(0), std::pair(1, 1));
  EXPECT_EQ(at(1), std::pair(1, 2));
  EXPECT_EQ(at(3), std::pair(2, 1));
  EXPECT_EQ(at(6), std::pair(3, 1));
  EXPECT_EQ(at(7), std::pair(4, 1));
  EXPECT_EQ(at(999), std::pair(4, 2)) << "beyond the end is the end";
}

TEST(Source, LocatesFarFromTheStartAndOnLongLines) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "line\n";
  text += std::string(5000, 'x');
  const Source source("f", text);
  EXPECT_EQ(source.locate(4999 * 5 + 2).line, 5000);
  EXPECT_EQ(source.locate(4999 * 5 + 2).column, 3);
  EXPECT_EQ(source.locate(25000 + 4321).line, 5001);
  EXPECT_EQ(source.locate(25000 + 4321).column, 4322);
}

TEST(Source, LocatesTheFirstWordOfALine) {
  const Source source("f", "a\n   b\n");
  EXPECT_EQ(source.locate_line(2).column, 4);
  EXPECT_EQ(source.locate_line(99).line, 3);
  EXPECT_EQ(Source("f", "").locate_line(1).line, 1);
}

TEST(Source, DropsTheByteOrderMark) { EXPECT_EQ(Source("f", "\xEF\xBB\xBF{}").text(), "{}"); }

TEST(Source, RefusesZeroBytesWithTheirPlace) {
  const std::string text("a\nb\0c", 5);
  EXPECT_EQ(message<SyntaxError>([&] { Source("mesh.stl", text); }),
            "mesh.stl:2:2: a zero byte: this is not a text file (give a URDF or JSON file in "
            "UTF-8, not a mesh or an archive)");
}

TEST(Source, RefusesWhatIsTooLargeBeforeReadingIt) {
  const TemporaryFile file("");
  std::filesystem::resize_file(file.path(), Source::largest + 1);  // sparse: takes no space
  EXPECT_NE(message<SyntaxError>([&] { Source::read(file.path()); }).find("256 MiB"),
            std::string::npos);
}

TEST(Source, TellsAMissingFileFromADirectory) {
  EXPECT_EQ(message<FileError>([] { Source::read("/no/such/file"); }),
            "/no/such/file: no such file (check the path)");
  EXPECT_NE(message<FileError>([] { Source::read("/"); }).find("is a directory"),
            std::string::npos);
}

TEST(Source, ReadsAFileByteForByte) {
  const TemporaryFile file("a\r\nb");
  EXPECT_EQ(Source::read(file.path()).text(), "a\r\nb");
}

}  // namespace
}  // namespace kinetree::testing
