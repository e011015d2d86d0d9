// XML in, elements with places out; and what is refused before it can do harm.
//
// A document type declaration is the door of entity bombs and of files fetched from elsewhere.
// tinyxml2 expands no entities, but would leave "&lol;" in a name without a word, so the door is
// shut: robot files have no use for it. Depth is tinyxml2's own limit. Memory is ours to limit: a
// tree costs about 120 bytes an element and 80 an attribute, thirty times a text made of "<a/>",
// and the text is held twice: up to seven times the text stays below ten in all.
#include "io/xml.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/complaints.hpp"

namespace kinetree::xml {
namespace {

[[noreturn]] void fail(const Source& source, Location at, std::string rule, std::string message,
                       std::string remedy) {
  throw SyntaxError({Diagnostic::error, std::move(rule), source.name(), at, "", std::move(message),
                     std::move(remedy)});
}

// Offset of the root element's '<': the first that starts neither a comment nor a declaration.
std::size_t find_root(const Source& source) {
  const std::string_view text = source.text();
  std::size_t at = 0;
  while ((at = text.find('<', at)) != text.npos) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!--")) {
      at = text.find("-->", at + 4);
    } else if (rest.starts_with("<?")) {
      at = text.find("?>", at + 2);
    } else if (rest.starts_with("<!")) {
      fail(source, source.locate(at), "document_type", "a document type declaration",
           "delete <!DOCTYPE …>: robot files need none, and entities are not expanded");
    } else {
      return at;
    }
    if (at == text.npos) {
      fail(source, source.locate(text.size()), "xml_syntax",
           "a comment or declaration is not closed",
           "end a comment with -->, a declaration with ?>");
    }
  }
  fail(source, source.locate(text.size()), "xml_syntax", "there is no element in this text",
       "a URDF file starts with <robot name=\"…\">");
}

// Bounds of what tinyxml2 will spend: memory for its nodes, and time for looking through all
// attributes of an element whenever it reads one more.
void check_cost(const Source& source) {
  constexpr std::size_t element = 120, attribute = 80, small = std::size_t{16} << 20, most = 7;
  const auto is_blank = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; };
  const std::string_view text = source.text();
  std::size_t size = 0;
  int attributes = 0;
  char last = 0;  // that was not blank
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const char c = text[i], next = text[i + 1];
    if (is_blank(c)) continue;
    if (c == '<') attributes = 0;
    if (last == '=' && (c == '"' || c == '\'')) {
      size += attribute;
      if (++attributes > 100) {
        fail(source, source.locate(i), "too_many_attributes",
             "more than 100 attributes in one element", "no robot needs this: is it damaged?");
      }
    }
    const bool starts_text = c == '>' && next != '<' && !is_blank(next);
    if (starts_text || (c == '<' && next != '/')) size += element;
    last = c;
  }
  if (size <= small || size <= most * text.size()) return;
  fail(source, {1, 1}, "too_many_tags",
       fmt::format("{} MB of text with tags enough for {} MB of memory", text.size() >> 20,
                   size >> 20),
       "a robot's description is not made of tags alone: is this the right file?");
}

struct Trouble {
  std::string_view message, remedy;
};

Trouble describe(tinyxml2::XMLError error) {
  constexpr std::string_view close_tags = "every <tag> needs its </tag>, in the right order";
  switch (error) {
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return {"a tag is not closed, or closed by another name", close_tags};
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      return {"a damaged attribute", "write name=\"value\", each name once, with both quotes"};
    case tinyxml2::XML_ERROR_PARSING_ELEMENT:
      return {"a damaged tag",
              "write <tag name=\"value\"> … </tag> or <tag/>; '<' in text is &lt;"};
    case tinyxml2::XML_ERROR_PARSING_COMMENT:
      return {"a comment is not closed", "end it with -->"};
    case tinyxml2::XML_ERROR_PARSING_DECLARATION:
      return {"a declaration is not closed or not first", "start with <?xml version=\"1.0\"?>"};
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return {"more than 100 elements inside each other", "no robot needs this: is it damaged?"};
    default:
      return {"this is not well-formed XML", close_tags};
  }
}

}  // namespace

Document::Document(const Source& source)
    : source_(source), tree_(std::make_unique<tinyxml2::XMLDocument>()) {
  root_name_ = find_root(source) + 1;
  check_cost(source);
  tree_->Parse(source.text().data(), source.text().size());
  if (tree_->Error() || tree_->RootElement() == nullptr) {
    const Trouble trouble = describe(tree_->ErrorID());
    fail(source, source.locate_line(tree_->ErrorLineNum()), "xml_syntax",
         std::string(trouble.message), std::string(trouble.remedy));
  }
}

Element Document::root() const { return {*this, *tree_->RootElement()}; }

Location Document::locate(const char* name, int line, std::size_t back) const {
  const std::ptrdiff_t distance = name - tree_->RootElement()->Name();
  const auto offset = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(root_name_) + distance);
  const std::string_view text = source_.text();
  if (offset < back || offset >= text.size() || !text.substr(offset).starts_with(name)) {
    return {line, 0};
  }
  return source_.locate(offset - back);
}

std::string_view Element::text() const {
  const char* text = node_->GetText();
  return text == nullptr ? "" : text;
}

std::optional<Attribute> Element::attribute(std::string_view name) const {
  for (const auto* a = node_->FirstAttribute(); a != nullptr; a = a->Next()) {
    if (name == a->Name()) return Attribute(*document_, *a);
  }
  return std::nullopt;
}

std::optional<Element> Element::child(std::string_view tag) const {
  for (const Element element : *this) {
    if (element.name() == tag) return element;
  }
  return std::nullopt;
}

Location Attribute::where() const { return document_->locate(name.data(), line_, 0); }

}  // namespace kinetree::xml
