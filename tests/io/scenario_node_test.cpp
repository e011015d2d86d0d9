#include "io/scenario_node.hpp"

#include "scenario_support.hpp"

namespace kinetree::testing {
namespace {

/// A text as a node named $, and both for as long as it is needed.
struct Text {
  explicit Text(const std::string& json)
      : source("a.json", json), document(source), root(source, document.root(), "$") {}
  Source source;
  json::Document document;
  Node root;
};

template <class Act>
std::string said(const std::string& json, Act act) {
  Text text(json);
  return message<ParseError>([&] { act(text.root); });
}

TEST(Node, NamesThePlace) {
  EXPECT_EQ(said("{\"a\":\n [1, true]}", [](Node& n) { n.find("a")->numbers(); }),
            "a.json:2:6: $.a[1]: must be a number, not true or false (write a finite number)");
}

TEST(Node, NullIsAbsentButNoNumber) {
  Text text(R"({"a": null})");
  EXPECT_FALSE(text.root.find("a"));
  EXPECT_FALSE(text.root.find("b"));
  EXPECT_NO_THROW(text.root.refuse_unknown());
  EXPECT_EQ(said(R"({"x": null})", [](Node& n) { n.vector({"x"}, Vector::Zero(1)); }),
            "a.json:1:7: $.x: must be a number, not null (write a finite number)");
}

TEST(Node, KnowsWhatWasAskedFor) {
  Text text(R"({"kp": 1, "note": "", "source": "", "other": 2})");
  text.root.find("kp");
  EXPECT_NO_THROW(text.root.refuse_unknown({"other"}));
  EXPECT_EQ(message<ParseError>([&] { text.root.refuse_unknown(); }),
            "a.json:1:46: $.other: this key is not known (there are: kp)");
}

TEST(Node, AMisspeltKeyIsNamed) {
  EXPECT_EQ(said(R"({"durations": 1})", [](Node& n) { n.need("duration", "seconds"); }),
            "a.json:1:1: $: has no \"duration\" (is 'durations' meant to be it?)");
  EXPECT_EQ(said(R"({"T": 1})", [](Node& n) { n.need("to", "a place"); }),
            "a.json:1:1: $: has no \"to\" (a place)");
}

TEST(Node, VectorsByPositionByNameOrAllTheSame) {
  const std::vector<std::string> names{"a", "b"};
  const Vector others = Vector::Constant(2, 7);
  EXPECT_EQ(Text("[1, 2]").root.vector(names, others), (Vector{{1, 2}}));
  EXPECT_EQ(Text(R"({"b": 3})").root.vector(names, others), (Vector{{7, 3}}));
  EXPECT_EQ(Text("{}").root.vector(names, others), others);
  EXPECT_EQ(Text("4").root.vector(names, others), (Vector{{4, 4}}));
}

TEST(Node, AWrongSizeNamesTheFirstJoints) {
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) names.push_back("j" + std::to_string(i));
  const std::string text = said("[1]", [&](Node& n) { n.vector(names, Vector::Zero(100)); });
  EXPECT_TRUE(contains(text, "has 1 numbers, but needs 100 (one each for j0, j1")) << text;
  EXPECT_TRUE(contains(text, "j11, …, in that order")) << text;
}

TEST(Node, ChecksKindsAndRanges) {
  EXPECT_EQ(Text("2").root.positive(), 2);
  EXPECT_EQ(Text("0").root.not_negative(), 0);
  EXPECT_TRUE(Text("true").root.boolean());
  EXPECT_EQ(Text("[1, 2, 3]").root.vector3(), Vector3(1, 2, 3));
  EXPECT_TRUE(contains(said("\"1\"", [](Node& n) { n.number(); }), "write it without quotes"));
  EXPECT_TRUE(contains(said("0", [](Node& n) { n.positive(); }), "must be positive"));
  EXPECT_TRUE(contains(said("-1", [](Node& n) { n.not_negative(); }), "must not be negative"));
  EXPECT_TRUE(contains(said("1", [](Node& n) { n.boolean(); }), "must be true or false"));
  EXPECT_TRUE(contains(said("1", [](Node& n) { n.text(); }), "must be a text"));
  EXPECT_TRUE(contains(said("[1]", [](Node& n) { n.vector3(); }), "write [x, y, z]"));
  EXPECT_TRUE(contains(said("{}", [](Node& n) { n.numbers(); }), "must be an array"));
  EXPECT_TRUE(contains(said("[]", [](Node& n) { n.find("a"); }), "must be an object"));
  EXPECT_EQ(said("\"pid\"",
                 [](Node& n) {
                   n.choice({"pd", "none"});
                 }),
            "a.json:1:1: $: 'pid' is not known (did you mean 'pd'? there are: pd, none)");
}

TEST(Node, NamesCannotSteerATerminal) {
  EXPECT_EQ(Text("\"touch-down: α\"").root.name(), "touch-down: α");
  for (const char* bad : {"\"\"", R"("\u001b[31m")", R"("a\nb")"}) {
    EXPECT_TRUE(contains(said(bad, [](Node& n) { n.name(); }), "is no name")) << bad;
  }
  const std::string key = said("{\"\\u001b]0;x\": 1}", [](Node& n) { n.refuse_unknown(); });
  EXPECT_TRUE(contains(key, "$.\\x1B]0;x: this key is not known")) << key;
}

}  // namespace
}  // namespace kinetree::testing
