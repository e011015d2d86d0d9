// The grammar of JSON: what passes, and where exactly the rest fails.
#include "io/json_scanner.hpp"

#include "support.hpp"

namespace kinetree::testing::json_scanner_test {
namespace {

std::string fault(const std::string& text) {
  return message<SyntaxError>([&] { json::scan(Source("f", text)); });
}

void expect_fault(const std::string& text, const std::string& start) {
  const std::string found = fault(text);
  EXPECT_TRUE(found.starts_with("f:" + start)) << text << "\n  " << found;
}

TEST(JsonGrammar, AcceptsEveryKindOfValue) {
  for (const char* text : {"null", "true", "false", "0", "-0", "1.5e-3", "1E+2", "\"\"", "[]", "{}",
                           " [1, [], {\"a\": {}}] ", "\"\\u00e9\\n\\\"\"", "\"é€😀\"", "1e-300"}) {
    EXPECT_NO_THROW(json::scan(Source("f", text))) << text;
  }
}

TEST(JsonGrammar, FaultsAreAtTheFirstImpossibleCharacter) {
  expect_fault("{\"a\": 1,\n \"b\" 2}", "2:6: expected ':' after the key, found '2'");
  expect_fault("[1 2]", "1:4: expected ',' or ']', found '2'");
  expect_fault("{\"a\": 1 \"b\"", "1:9: expected ',' or '}', found '\"'");
  expect_fault("{a: 1}", "1:2: expected a key in double quotes, found 'a'");
  expect_fault("[1, ?]", "1:5: expected a value, found '?'");
  expect_fault("[tru]", "1:2: expected a value, found a word");
  expect_fault("{} x", "1:4: something follows the end");
  expect_fault("\"a\nb\"", "1:3: a control character inside a string");
  expect_fault("\"\\q\"", "1:2: an unknown escape");
  expect_fault("\"\\u12g4\"", "1:2: a damaged \\u escape");
  expect_fault("\"\\ud800x\"", "1:2: a damaged \\u escape");
  expect_fault("\"\\udc00\"", "1:2: a damaged \\u escape");
}

TEST(JsonGrammar, SlipsOfOtherFormatsAreCalledByName) {
  expect_fault("{\"a\": 1, // one\n}", "1:10: JSON has no comments");
  expect_fault("/* x */ {}", "1:1: JSON has no comments");
  EXPECT_NE(fault("{\"mass\": 1,5}").find("points, not commas"), std::string::npos);
}

TEST(JsonGrammar, ATrailingCommaIsCalledOne) {
  expect_fault("[1,\n]", "1:3: a comma before the closing bracket");
  expect_fault("{\"a\": 1,}", "1:8: a comma before the closing bracket");
}

TEST(JsonGrammar, NumbersAreStrict) {
  expect_fault("01", "1:2: a number starts with a zero");
  expect_fault("-", "1:2: the text ends too early");
  expect_fault("[1.]", "1:4: a digit is missing");
  expect_fault("[1e]", "1:4: a digit is missing");
  expect_fault("[+1]", "1:2: expected a value, found '+'");
  expect_fault("[NaN]", "1:2: expected a value, found 'N'");
  expect_fault("[1, 1e400]", "1:5: '1e400' does not fit in a double");
  expect_fault("[" + std::string(400, '9') + "]", "1:2: '999");
}

TEST(JsonGrammar, TruncationIsCalledTruncation) {
  for (const char* text : {"", "{", "[1,", "{\"a\"", "{\"a\":", "\"abc", "\"\\", "[[[]"}) {
    EXPECT_NE(fault(text).find("the text ends too early"), std::string::npos) << text;
  }
}

TEST(JsonGrammar, OnlyUtf8IsText) {
  for (const std::string bad : {"\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
                                "\xF4\x90\x80\x80", "\xFF", "\x80", "\xC3", "\xE2\x82"}) {
    EXPECT_NE(fault("[\"a" + bad + "\"]").find("not UTF-8"), std::string::npos);
  }
}

TEST(JsonGrammar, DepthIsLimitedWithoutRecursion) {
  EXPECT_NO_THROW(json::scan(Source("f", std::string(1000, '[') + std::string(1000, ']'))));
  expect_fault(std::string(100000, '['), "1:1001: more than 1000 brackets");
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
  EXPECT_NE(fault(objects).find("more than 1000 brackets"), std::string::npos);
}

TEST(JsonGrammar, EscapesAreResolved) {
  EXPECT_EQ(json::unescape(R"(a\"\\\/\b\f\n\r\t)"), "a\"\\/\b\f\n\r\t");
  EXPECT_EQ(json::unescape(R"(\u0041\u00e9\u20AC\ud83d\ude00)"), "Aé€😀");
}

}  // namespace
}  // namespace kinetree::testing::json_scanner_test
