// XML: elements with places, and what is refused.
#include "io/xml.hpp"

#include "support.hpp"

namespace kinetree::testing::xml_test {
namespace {

std::string fault(const std::string& text) {
  const Source source("f", text);
  return message<SyntaxError>([&] { const xml::Document document(source); });
}

TEST(Xml, ElementsAndAttributesKnowLineAndColumn) {
  const Source source("f",
                      "<?xml version=\"1.0\"?>\n<!-- <robot> --> <robot name='r'>\n"
                      "  <link  name = \"a &lt; b\"\n     other='2'/> <x/>\n</robot>");
  const xml::Document document(source);
  const xml::Element root = document.root();
  EXPECT_EQ(root.where().line, 2);
  EXPECT_EQ(root.where().column, 18);
  const xml::Element link = *root.child("link");
  EXPECT_EQ(link.where().line, 3);
  EXPECT_EQ(link.where().column, 3);
  EXPECT_EQ(link.attribute("name")->value(), "a < b");
  EXPECT_EQ(link.attribute("name")->where().column, 10);
  EXPECT_EQ(link.attribute("other")->where().line, 4);
  EXPECT_EQ(link.attribute("other")->where().column, 6);
  EXPECT_EQ(root.child("x")->where().column, 18);
}

TEST(Xml, PlacesStayRightAfterEntitiesAndLineEnds) {
  const Source source("f", "<r>\r\n <a t='&amp;&amp;&#65;'/>text &gt;\r\n  <b/>\r\n</r>");
  const xml::Document document(source);
  EXPECT_EQ(document.root().child("a")->attribute("t")->value(), "&&A");
  EXPECT_EQ(document.root().child("b")->where().line, 3);
  EXPECT_EQ(document.root().child("b")->where().column, 3);
}

TEST(Xml, ChildrenAreWalkedInOrder) {
  const Source source("f", "<r><a/><!-- c --><b>text</b><a/></r>");
  const xml::Document document(source);
  std::string names;
  for (const xml::Element child : document.root()) names += child.name();
  EXPECT_EQ(names, "aba");
  EXPECT_EQ(document.root().child("b")->text(), "text");
  EXPECT_FALSE(document.root().child("c"));
}

TEST(Xml, DamageIsDescribedWithItsLine) {
  EXPECT_EQ(fault("<r>\n  <a>\n</r>"),
            "f:2:3: a tag is not closed, or closed by another name (every <tag> needs its </tag>, "
            "in the right order)");
  EXPECT_TRUE(fault("<r>\n <a b=1/>\n</r>").starts_with("f:2:2: a damaged attribute"));
  EXPECT_TRUE(fault("<r b='1' b='2'/>").starts_with("f:1:1: a damaged attribute"));
  EXPECT_TRUE(fault("<r><!-- ").starts_with("f:1:1: a comment is not closed"));
  EXPECT_TRUE(fault("<!-- only -->").starts_with("f:1:14: there is no element"));
}

TEST(Xml, EntityBombsAreRefusedAtTheDoor) {
  std::string bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [\n <!ENTITY lol \"lol\">\n";
  for (int i = 1; i < 10; ++i) {
    bomb += " <!ENTITY lol" + std::to_string(i) + " \"&lol;&lol;&lol;&lol;&lol;\">\n";
  }
  bomb += "]>\n<robot name=\"&lol9;\"/>";
  EXPECT_EQ(fault(bomb),
            "f:2:1: a document type declaration (delete <!DOCTYPE …>: robot files need none, and "
            "entities are not expanded)");
}

TEST(Xml, DeepNestingIsRefused) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "<a>\n";
  const std::string found = fault(text);
  EXPECT_NE(found.find("more than 100 elements inside each other"), std::string::npos) << found;
}

TEST(Xml, TextsOfNothingButTagsAreRefused) {
  std::string tags = "<r>";
  for (int i = 0; i < 700000; ++i) tags += "<a/>";
  EXPECT_NE(fault(tags + "</r>").find("with tags enough for"), std::string::npos);
  std::string attributes = "<r";
  for (int i = 0; i < 200; ++i) attributes += " a" + std::to_string(i) + " = ''";
  EXPECT_NE(fault(attributes + "/>").find("more than 100 attributes"), std::string::npos);
}

TEST(Xml, AHundredAttributesAreEnough) {
  const auto element = [](int count) {
    std::string text = "<r";
    for (int i = 0; i < count; ++i) text += " a" + std::to_string(i) + "=''";
    return text + "/>";
  };
  for (const std::size_t before : {0U, 50U, 99U, 100U, 101U, 150U, 199U, 200U, 201U, 1000U}) {
    const std::string start = "<robot>" + std::string(before, '\n'), end = "</robot>";
    const Source allowed("f", start + element(100) + "<b/>" + element(100) + end);
    EXPECT_EQ(xml::Document(allowed).root().child("b")->where().line, static_cast<int>(before) + 1);
    const std::string found = fault(start + "<b/>" + element(101) + end);
    EXPECT_NE(found.find("more than 100 attributes"), std::string::npos) << before << found;
  }
}

TEST(Xml, MegabytesOfBlanksAreOnlyRead) {
  const Source source("f",
                      std::string(20 << 20, '\n') + "<r>" + std::string(1 << 20, ' ') + "</r>");
  const xml::Document document(source);
  EXPECT_EQ(document.root().where().line, (20 << 20) + 1);
}

}  // namespace
}  // namespace kinetree::testing::xml_test
