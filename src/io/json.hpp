// JSON as a tape: one eight-byte entry per value, in the order of the text.
//
// An entry says where its value starts in the text and which entry follows it, contents included.
// The first character of a value tells its kind, so nothing else is stored: numbers and strings
// are read from the text when asked for. A document costs at most four times its text, where a tree
// of nodes costs fifty; that is why this is not nlohmann::json, whose parser also quotes the text
// since the last string or number in its errors, at eight bytes for each newline.
#pragma once
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "io/source.hpp"

namespace kinetree::json {

enum class Kind { null, boolean, number, text, array, object };
std::string_view to_string(Kind kind) noexcept;  ///< "a number", for messages

struct Entry {
  std::uint32_t offset, next;
};

class Value;

/// A parsed text. The source must outlive it, and it its values.
class Document {
 public:
  /// Throws SyntaxError: grammar, UTF-8, repeated keys, numbers no double holds, depth over 1000.
  explicit Document(const Source& source);
  Value root() const noexcept;
  const Source& source() const noexcept { return source_; }
  const Entry& entry(std::uint32_t index) const noexcept { return tape_[index]; }

 private:
  void refuse_repeated_keys() const;

  const Source& source_;
  std::deque<Entry> tape_;  // grows without copying: its peak is its size
};

class Value {
 public:
  Value(const Document& document, std::uint32_t index) : document_(&document), index_(index) {}

  Kind kind() const noexcept;
  bool is(Kind kind_) const noexcept { return kind() == kind_; }
  Location where() const noexcept;

  double number() const noexcept;  ///< of a number
  bool boolean() const noexcept;   ///< of true or false
  std::string text() const;        ///< of a text, escapes resolved
  std::string key() const;         ///< of a member of an object: its name
  bool has_key(std::string_view name) const;

  /// Elements of an array, or values of an object's members; nothing of other kinds.
  class Iterator;
  Iterator begin() const noexcept;
  Iterator end() const noexcept;
  std::size_t size() const noexcept;

  std::optional<Value> find(std::string_view key) const;  ///< member of an object

 private:
  std::string_view rest() const noexcept;
  std::string_view raw_text() const noexcept;  // between the quotes
  std::uint32_t key_width() const noexcept { return is(Kind::object) ? 1 : 0; }

  const Document* document_;
  std::uint32_t index_;
};

class Value::Iterator {
 public:
  using difference_type = std::ptrdiff_t;
  using value_type = Value;
  Iterator() = default;
  Iterator(const Document& document, std::uint32_t index, std::uint32_t key_width)
      : document_(&document), index_(index), key_width_(key_width) {}
  Value operator*() const noexcept { return {*document_, index_}; }
  Iterator& operator++() noexcept {
    index_ = document_->entry(index_).next + key_width_;
    return *this;
  }
  Iterator operator++(int) noexcept {
    const Iterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Iterator& other) const noexcept { return index_ == other.index_; }

 private:
  const Document* document_ = nullptr;
  std::uint32_t index_ = 0, key_width_ = 0;
};

}  // namespace kinetree::json
