// The grammar of JSON, one character after the other.
//
// Open containers are a stack of tape indices instead of calls, so depth costs four bytes and
// cannot overflow anything. Each fault is reported at its first impossible character, in the words
// of somebody who edits the file by hand: a trailing comma is called a trailing comma.
#include "io/json_scanner.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "io/complaints.hpp"
#include "io/utf8.hpp"

namespace kinetree::json {
namespace {

constexpr std::size_t deepest = 1000;
constexpr std::string_view digits = "0123456789";

// The number in four hexadecimal digits, or -1.
int hex4(std::string_view text) {
  const std::string_view word = text.substr(0, 4);
  int value = 0;
  const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), value, 16);
  const bool complete = word.size() == 4 && end == word.data() + 4 && word[0] != '-';
  return failed == std::errc() && complete ? value : -1;
}

bool leads_pair(int code) { return code >= 0xD800 && code <= 0xDBFF; }
bool ends_pair(int code) { return code >= 0xDC00 && code <= 0xDFFF; }

class Scanner {
 public:
  explicit Scanner(const Source& source) : source_(source), text_(source.text()) {}

  std::deque<Entry> run() {
    value();
    while (!open_.empty()) {
      const bool object = text_[tape_[open_.back()].offset] == '{';
      skip_blanks();
      if (peek() == (object ? '}' : ']')) {
        ++at_;
        close();
        continue;
      }
      if (!fresh_) separator(object);
      fresh_ = false;
      if (object) key();
      value();
    }
    skip_blanks();
    if (at_ < text_.size()) {
      fail("something follows the end of the document", "one file holds one JSON value");
    }
    return std::move(tape_);
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() {
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    if (peek() == '/') fail("JSON has no comments", "put remarks under \"note\"");
  }

  [[noreturn]] void fail(std::string message, std::string remedy) const {
    if (at_ >= text_.size()) {
      message = "the text ends too early";
      remedy = "the file is cut off, or a bracket or quote is not closed";
    }
    throw SyntaxError({Diagnostic::error, "json_syntax", source_.name(), source_.locate(at_), "",
                       std::move(message), std::move(remedy)});
  }

  std::string found() const {
    const std::size_t length = utf8_length(text_.substr(at_));
    return in_quotes(text_.substr(at_, std::max<std::size_t>(length, 1)));
  }

  void append() {
    const auto index = static_cast<std::uint32_t>(tape_.size());
    tape_.push_back({static_cast<std::uint32_t>(at_), index + 1});
  }

  void open() {
    if (open_.size() >= deepest) {
      fail("more than 1000 brackets inside each other",
           "no robot needs this: is the file damaged?");
    }
    open_.push_back(static_cast<std::uint32_t>(tape_.size()));
    append();
    ++at_;
    fresh_ = true;
  }

  void close() {
    tape_[open_.back()].next = static_cast<std::uint32_t>(tape_.size());
    open_.pop_back();
    fresh_ = false;
  }

  void separator(bool object) {
    if (peek() != ',') {
      fail(std::string("expected ',' or '") + (object ? '}' : ']') + "', found " + found(),
           "put a comma between values");
    }
    const std::size_t comma = at_++;
    skip_blanks();
    if (peek() == '}' || peek() == ']') {
      at_ = comma;
      fail("a comma before the closing bracket",
           "remove it: JSON allows none after the last value");
    }
  }

  void key() {
    skip_blanks();
    if (peek() != '"') {
      const bool digit = peek() != 0 && digits.find(peek()) != digits.npos;
      fail("expected a key in double quotes, found " + found(),
           digit ? "write \"key\": …, and numbers with points, not commas" : "write \"key\": …");
    }
    append();
    string();
    skip_blanks();
    if (peek() != ':') fail("expected ':' after the key, found " + found(), "write \"key\": value");
    ++at_;
  }

  void value() {
    skip_blanks();
    switch (const char c = peek()) {
      case '{':
      case '[':
        return open();
      case '"':
        append();
        return string();
      case 't':
        return literal("true");
      case 'f':
        return literal("false");
      case 'n':
        return literal("null");
      default:
        if (c == '-' || digits.find(c) != digits.npos) return number();
        fail("expected a value, found " + found(),
             "a value is a number, \"text\", true, false, null, […] or {…}");
    }
  }

  void literal(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) {
      fail("expected a value, found a word", "text goes in double quotes");
    }
    append();
    at_ += word.size();
  }

  bool skip_digits() {
    const std::size_t start = at_;
    at_ = std::min(text_.find_first_not_of(digits, at_), text_.size());
    return at_ > start;
  }

  void number() {
    append();
    const std::size_t start = at_;
    const auto demand = [&](bool ok) {
      if (!ok) fail("a digit is missing in a number", "write e.g. 0.5, -1 or 2e-3");
    };
    if (peek() == '-') ++at_;
    if (peek() == '0') {
      ++at_;
      if (digits.find(peek()) != digits.npos && at_ < text_.size()) {
        fail("a number starts with a zero", "remove the leading zeros");
      }
    } else {
      demand(skip_digits());
    }
    if (peek() == '.') {
      ++at_;
      demand(skip_digits());
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      demand(skip_digits());
    }
    double value = 0;
    if (std::from_chars(&text_[start], text_.data() + at_, value).ec != std::errc()) {
      const std::string_view word = text_.substr(start, at_ - start);
      at_ = start;
      fail(in_quotes(word) + " does not fit in a double", "numbers lie between 5e-324 and 1.7e308");
    }
  }

  void string() {
    for (++at_; peek() != '"';) {
      const auto byte = static_cast<unsigned char>(peek());
      if (byte < 0x20) {
        fail("a control character inside a string", "write \\n or \\t, or close the string");
      }
      if (byte == '\\') {
        escape();
      } else if (const std::size_t length = utf8_length(text_.substr(at_, 4))) {
        at_ += length;
      } else {
        fail("not UTF-8", "save the file as UTF-8");
      }
    }
    ++at_;
  }

  void escape() {
    const std::string_view rest = text_.substr(at_ + 1);
    if (rest.empty()) ++at_;
    if (!rest.starts_with('u')) {
      if (rest.empty() || std::string_view("\"\\/bfnrt").find(rest[0]) == rest.npos) {
        fail("an unknown escape in a string", "a backslash is written \\\\");
      }
      at_ += 2;
      return;
    }
    const int code = hex4(rest.substr(1));
    const bool pair = leads_pair(code);
    const bool paired =
        pair && rest.substr(5).starts_with("\\u") && ends_pair(hex4(rest.substr(7)));
    if (code < 0 || ends_pair(code) || (pair && !paired)) {
      fail("a damaged \\u escape in a string", "four hexadecimal digits, surrogates in pairs");
    }
    at_ += pair ? 12 : 6;
  }

  const Source& source_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::deque<Entry> tape_;
  std::vector<std::uint32_t> open_;
  bool fresh_ = false;  // a container has just been opened: no comma before its first value
};

void append_utf8(std::string& text, int code) {
  const auto put = [&](int byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | (code >> 6));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3F));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

}  // namespace

std::deque<Entry> scan(const Source& source) { return Scanner(source).run(); }

std::string unescape(std::string_view raw) {
  std::string text;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\') {
      text += raw[i];
      continue;
    }
    const char c = raw[++i];
    constexpr std::string_view letters = "bfnrt", meanings = "\b\f\n\r\t";
    if (c == 'u') {
      int code = hex4(raw.substr(i + 1));
      i += 4;
      if (leads_pair(code)) {
        code = 0x10000 + ((code - 0xD800) << 10) + (hex4(raw.substr(i + 3)) - 0xDC00);
        i += 6;
      }
      append_utf8(text, code);
    } else if (const std::size_t letter = letters.find(c); letter != letters.npos) {
      text += meanings[letter];
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace kinetree::json
