// The tape of JSON values: kinds, walking, looking up, places, cost.
#include "io/json.hpp"

#include "support.hpp"

namespace kinetree::testing {
namespace {

using json::Kind;

TEST(Json, KindsAndValues) {
  const Source source("f", R"([null, true, -2.5e1, "a\u0062", [], {}])");
  const json::Document document(source);
  std::vector<Kind> kinds;
  for (const json::Value value : document.root()) kinds.push_back(value.kind());
  EXPECT_EQ(kinds, (std::vector{Kind::null, Kind::boolean, Kind::number, Kind::text, Kind::array,
                                Kind::object}));
  EXPECT_EQ((*std::next(document.root().begin(), 2)).number(), -25);
  EXPECT_EQ((*std::next(document.root().begin(), 3)).text(), "ab");
  EXPECT_EQ(document.root().size(), 6U);
}

TEST(Json, MembersAreWalkedInOrderAndFoundByKey) {
  const Source source("f", "{\"a\": {\"x\": 1},\n \"b\\u0063\": [1, 2],\n \"d\": 3}");
  const json::Document document(source);
  const json::Value root = document.root();
  std::string keys;
  for (const json::Value member : root) keys += member.key() + ";";
  EXPECT_EQ(keys, "a;bc;d;");
  ASSERT_TRUE(root.find("bc"));
  EXPECT_EQ(root.find("bc")->size(), 2U);
  EXPECT_EQ(root.find("bc")->where().line, 2);
  EXPECT_EQ(root.find("bc")->where().column, 13);
  EXPECT_EQ(root.find("d")->number(), 3);
  EXPECT_FALSE(root.find("x")) << "not of this object";
  EXPECT_FALSE(root.find("d")->find("x")) << "a number has no members";
}

TEST(Json, EmptyContainersHaveNoElements) {
  const Source source("f", "[{}, [], 7]");
  const json::Document document(source);
  EXPECT_EQ((*document.root().begin()).size(), 0U);
  EXPECT_EQ((*std::next(document.root().begin())).size(), 0U);
  EXPECT_EQ((*std::next(document.root().begin(), 2)).size(), 0U);
}

TEST(Json, RepeatedKeysAreRefusedEvenWhenSpeltDifferently) {
  const Source source("f", "{\"a\": 1, \"b\": 2,\n \"\\u0061\": 3}");
  EXPECT_EQ(message<SyntaxError>([&] { const json::Document document(source); }),
            "f:2:12: the key 'a' is there twice (keep one of them: readers differ in which they "
            "take)");
}

TEST(Json, ManyKeysDoNotTakeQuadraticTime) {
  std::string text = "{";
  for (int i = 0; i < 200000; ++i) text += "\"k" + std::to_string(i) + "\":1,";
  text.back() = '}';
  const Source source("f", text);
  EXPECT_EQ(json::Document(source).root().size(), 200000U);
}

TEST(Json, MegabytesOfBlanksAreOnlyRead) {
  const Source source("f", std::string(20 << 20, '\n') + "[1]" + std::string(1 << 20, ' '));
  EXPECT_EQ(json::Document(source).root().where().line, (20 << 20) + 1);
}

}  // namespace
}  // namespace kinetree::testing
