// XML through tinyxml2, with line and column.
//
// tinyxml2 remembers lines only. But the names of its elements and attributes are pointers into its
// own copy of the text, and we know where the root element stands in ours; the difference of two
// pointers is the offset between two places. Each offset is checked against the text before use.
#pragma once
#include <tinyxml2.h>

#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>

#include "io/source.hpp"

namespace kinetree::xml {

class Element;

class Document;

/// Whether a C string is this word. Most names differ in their first letter from those asked for:
/// measuring them would take longer than comparing them.
inline bool spells(const char* text, std::string_view word) {
  for (const char letter : word) {
    if (*text++ != letter) return false;
  }
  return *text == '\0';
}

/// Places are worked out when asked for: most attributes are never complained about.
class Attribute {
 public:
  Attribute(const Document& document, const tinyxml2::XMLAttribute& node)
      : document_(&document), node_(&node), name_(node.Name()) {}

  bool is(std::string_view name) const { return spells(name_, name); }
  std::string_view name() const { return name_; }
  std::string_view value() const { return node_->Value(); }
  Location where() const;

 private:
  const Document* document_;
  const tinyxml2::XMLAttribute* node_;
  const char* name_;
};

/// A parsed text. The source must outlive it, and it its elements.
class Document {
 public:
  /// Throws SyntaxError: damaged XML, a document type declaration, elements nested over 100 deep,
  /// and texts that are almost nothing but tags, which would need many times their size in memory.
  explicit Document(const Source& source);
  Element root() const;

 private:
  friend class Element;
  friend class Attribute;
  Location locate(const char* name, int line, std::size_t back) const;

  const Source& source_;
  std::unique_ptr<tinyxml2::XMLDocument> tree_;
  const char* copy_ = nullptr;  // tinyxml2's, of the text
};

class Element {
 public:
  Element(const Document& document, const tinyxml2::XMLElement& node)
      : document_(&document), node_(&node), name_(node.Name()) {}

  bool is(std::string_view tag) const { return spells(name_, tag); }
  std::string_view name() const { return name_; }
  std::string_view text() const;  ///< what stands between the tags, up to the first child
  Location where() const { return document_->locate(name_, node_->GetLineNum(), 1); }

  std::optional<Attribute> attribute(std::string_view name) const;
  std::optional<Element> child(std::string_view tag) const;  ///< the first of that name

  /// Calls `visit(Attribute)` for each attribute.
  template <class Visit>
  void each_attribute(const Visit& visit) const {
    for (const auto* a = node_->FirstAttribute(); a != nullptr; a = a->Next())
      visit(Attribute(*document_, *a));
  }

  /// Child elements, in the order of the text.
  class Iterator {
   public:
    Iterator(const Document& document, const tinyxml2::XMLElement* node)
        : document_(&document), node_(node) {}
    Element operator*() const { return {*document_, *node_}; }
    Iterator& operator++() {
      node_ = node_->NextSiblingElement();
      return *this;
    }
    bool operator==(const Iterator& other) const { return node_ == other.node_; }

   private:
    const Document* document_;
    const tinyxml2::XMLElement* node_;
  };
  Iterator begin() const { return {*document_, node_->FirstChildElement()}; }
  Iterator end() const { return {*document_, nullptr}; }

 private:
  const Document* document_;
  const tinyxml2::XMLElement* node_;
  const char* name_;
};

}  // namespace kinetree::xml
