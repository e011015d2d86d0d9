// Fields: typed access to one JSON object, and what it says when the types are others.
#include "io/fields.hpp"

#include "support.hpp"

namespace kinetree::testing {
namespace {

class FieldsTest : public ::testing::Test {
 protected:
  Fields open(const std::string& text) {
    source_ = std::make_unique<Source>("f", text);
    document_ = std::make_unique<json::Document>(*source_);
    complaints_ = std::make_unique<Complaints>(*source_, found_);
    return Fields(document_->root(), *complaints_, "thing 'x'");
  }
  std::string only() const { return found_.size() == 1 ? to_string(found_[0]) : "not one"; }

  Diagnostics found_;
  std::unique_ptr<Source> source_;
  std::unique_ptr<json::Document> document_;
  std::unique_ptr<Complaints> complaints_;
};

TEST_F(FieldsTest, GivesValuesOrDefaults) {
  Fields fields = open(R"({"n": 2, "t": "abc", "v": [1, 2, 3], "z": null})");
  EXPECT_EQ(fields.number("n", 7), 2);
  EXPECT_EQ(fields.number("other", 7), 7);
  EXPECT_EQ(fields.number("z", 7), 7) << "null counts as absent";
  EXPECT_EQ(fields.text("t", ""), "abc");
  EXPECT_EQ(fields.vector("v", Vector3::Zero()), Vector3(1, 2, 3));
  fields.note_unknown();
  EXPECT_TRUE(found_.empty());
}

TEST_F(FieldsTest, ATextForANumberIsAnError) {
  EXPECT_EQ(open(R"({"mass": "2"})").number("mass", 7), 7);
  EXPECT_EQ(only(),
            "f:1:10: thing 'x': \"mass\" must be a number, not a text (write it without quotes)");
}

TEST_F(FieldsTest, AnArrayOfTheWrongLengthIsAnError) {
  open(R"({"com": [1, 2]})").vector("com", Vector3::Zero());
  EXPECT_EQ(only(), "f:1:9: thing 'x': \"com\" has 2 entries, not 3 (write 3 numbers)");
}

TEST_F(FieldsTest, AnArrayOfOtherThingsIsAnError) {
  open(R"({"com": [1, 2, [3]]})").vector("com", Vector3::Zero());
  EXPECT_EQ(only(),
            "f:1:16: thing 'x': \"com\" must hold numbers, not an array […] (write numbers without "
            "quotes)");
}

TEST_F(FieldsTest, KeysThatNobodyAskedForAreNotedWithTheNearest) {
  Fields fields = open(R"({"mass": 1, "intertia": 2, "note": 3})");
  fields.number("mass", 0);
  fields.find("inertia");
  fields.note_unknown({"note"});
  EXPECT_EQ(only(),
            "f:1:25: thing 'x': the key 'intertia' is not known and was ignored (did you mean "
            "'inertia'? remove it, or put remarks under \"note\")");
  EXPECT_EQ(found_[0].level, Diagnostic::note);
}

TEST_F(FieldsTest, WhatIsNoObjectLooksEmpty) {
  EXPECT_EQ(open("[1]").number("mass", 7), 7);
  EXPECT_EQ(found_[0].rule, "wrong_type");
}

}  // namespace
}  // namespace kinetree::testing
