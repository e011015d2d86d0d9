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

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/// Calls `visit(offset)` where the value of an attribute starts, from `begin` on.
template <class Visit>
void each_value(std::string_view text, std::size_t begin, std::size_t end, const Visit& visit) {
  char last = 0;  // that was not blank
  for (std::size_t i = begin; i < end; ++i) {
    if (is_blank(text[i])) continue;
    if (last == '=' && (text[i] == '"' || text[i] == '\'')) visit(i);
    last = text[i];
  }
}

// A bound of the time that tinyxml2 will spend: it looks through all attributes of an element
// whenever it reads one more.
void check_attributes(const Source& source) {
  constexpr std::size_t most = 100;
  const std::string_view text = source.text();
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
    // Two characters a value: up to an element that starts this near there are not too many.
    const std::size_t far = std::min(begin + most, text.size());
    if (const std::size_t next = text.substr(far, most).find('<'); next != text.npos) {
      end = far + next;
      continue;
    }
    end = std::min(text.find('<', begin + 1), text.size());
    std::size_t count = 0;
    each_value(text, begin, end, [&](std::size_t at) {
      if (++count <= most) return;
      fail(source, source.locate(at), "too_many_attributes",
           "more than 100 attributes in one element", "no robot needs this: is it damaged?");
    });
  }
}

// A bound of the memory for its nodes.
void check_memory(const Source& source) {
  constexpr std::size_t element = 120, attribute = 80, small = std::size_t{16} << 20, most = 7;
  const std::string_view text = source.text();
  if (text.size() <= small / element) return;  // whatever it holds
  std::size_t size = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const char c = text[i], next = text[i + 1];
    const bool starts_text = c == '>' && next != '<' && !is_blank(next);
    if (starts_text || (c == '<' && next != '/')) size += element;
  }
  each_value(text, 0, text.size(), [&](std::size_t) { size += attribute; });
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
  const std::size_t root_name = find_root(source) + 1;
  check_attributes(source);
  check_memory(source);
  tree_->Parse(source.text().data(), source.text().size());
  if (tree_->Error() || tree_->RootElement() == nullptr) {
    const Trouble trouble = describe(tree_->ErrorID());
    fail(source, source.locate_line(tree_->ErrorLineNum()), "xml_syntax",
         std::string(trouble.message), std::string(trouble.remedy));
  }
  copy_ = tree_->RootElement()->Name() - root_name;
}

Element Document::root() const { return {*this, *tree_->RootElement()}; }

Location Document::locate(const char* name, int line, std::size_t back) const {
  const auto offset = static_cast<std::size_t>(name - copy_);
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
    if (const Attribute attribute(*document_, *a); attribute.is(name)) return attribute;
  }
  return std::nullopt;
}

std::optional<Element> Element::child(std::string_view tag) const {
  for (const Element element : *this) {
    if (element.is(tag)) return element;
  }
  return std::nullopt;
}

Location Attribute::where() const { return document_->locate(name_, node_->GetLineNum(), 0); }

}  // namespace kinetree::xml
