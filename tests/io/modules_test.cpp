// kinetree-modules/1: what is read, which robot is chosen, and files that mean harm.
#include "io/modules.hpp"

#include <fmt/format.h>

#include "kinetree/assembly.hpp"
#include "support.hpp"

namespace kinetree::testing {
namespace {

constexpr const char* block = R"({"name": "block", "bodies": [{"name": "b", "parent": -1,
  "joint": "fixed", "mass": 1}], "connectors": [{"name": "in", "body": "b"},
  {"name": "out", "body": "b", "origin": [0, 0, 1]}]})";

std::string modules(const std::string& parts, const std::string& assemblies) {
  return fmt::format(R"({{"format": "kinetree-modules/1", "parts": [{}], "assemblies": [{}]}})",
                     parts, assemblies);
}

std::string plan(const std::string& name, const std::string& steps) {
  return fmt::format(R"({{"name": "{}", "steps": [{}]}})", name, steps);
}

std::string step(const std::string& as, const std::string& on) {
  return fmt::format(R"({{"part": "block", "as": "{}", "on": "{}", "by": "in"}})", as, on);
}

/// Reading ends with a ParseError that has a place.
std::string refused(const std::string& text) {
  const std::string found = message<ParseError>([&] { parse_modules(text, "m.json"); });
  EXPECT_TRUE(found.starts_with("m.json:") && found[7] >= '1' && found[7] <= '9') << found;
  return found;
}

TEST(Modules, KeysOfConnectorsAreRead) {
  const ModuleLibrary box = parse_modules(R"({"format": "kinetree-modules/1", "name": "box",
    "gravity": [0, 0, -1], "note": "n", "parts": [{"name": "p", "bodies": [{"name": "b",
    "parent": -1, "joint": "fixed", "origin": [1, 0, 0]}], "connectors": [
    {"name": "c", "body": "b", "origin": [1, 2, 3], "rotation": [0, -1, 0, 1, 0, 0, 0, 0, 1],
     "kind": "k", "gender": "female", "joint": "helical", "axis": [1, 0, 0], "pitch": 0.5,
     "armature": 2, "damping": 3, "friction": 4, "limits": {"upper": 5}},
    {"name": "whole"}]}]})",
                                          "m.json");
  EXPECT_EQ(box.name, "box");
  EXPECT_EQ(box.gravity, Vector3(0, 0, -1));
  const Part& part = box.part("p");
  const Connector& c = *part.find("c");
  EXPECT_EQ(c.body, "b");
  EXPECT_EQ(c.placement.p, Vector3(1, 2, 3));
  EXPECT_EQ(c.placement.R(0, 1), -1);
  EXPECT_EQ(c.kind, "k");
  EXPECT_EQ(c.gender, Connector::female);
  EXPECT_EQ(c.joint.type, JointType::helical);
  EXPECT_EQ(c.joint.pitch, 0.5);
  EXPECT_EQ(c.joint.limits.upper, 5);
  EXPECT_EQ(part.find("whole")->body, "b");
  EXPECT_EQ(part.find("whole")->placement.p, Vector3(-1, 0, 0));  // the part's frame, from the body
  EXPECT_EQ(part.find("none"), nullptr);
}

TEST(Modules, TheChosenAssemblyIsTheRobot) {
  const std::string one = plan("one", step("a", "world"));
  const std::string two = plan("two", step("a", "world") + "," + step("b", "a.out"));
  const TemporaryFile file(modules(block, one + "," + two), ".json");
  EXPECT_EQ(load_model(file.path() + "#two").size(), 3);
  EXPECT_EQ(load_model(file.path() + "#one").name, "one");
  const std::string both = message<ParseError>([&] { load_model(file.path()); });
  EXPECT_NE(both.find("choose one: FILE#one, FILE#two)"), both.npos) << both;
  const std::string misspelt = message<ParseError>([&] { load_model(file.path() + "#tow"); });
  EXPECT_NE(misspelt.find("there is no assembly 'tow' (did you mean 'two'?)"), both.npos);
  EXPECT_EQ(parse_model(modules(block, two), "m.json").size(), 3);
  EXPECT_EQ(parse_model(modules(block, one + "," + plan("default", "")), "m.json").size(), 1);
  EXPECT_EQ(examine_model(file.path() + "#two").model->size(), 3);
}

TEST(Modules, WhatIsNoModulesHasNoAssemblies) {
  const TemporaryFile file(one_body(""), ".json");
  EXPECT_THROW(load_model(file.path() + "#a"), ParseError);
  EXPECT_EQ(message<FileError>([] { load_model("planar3#a"); }),
            "'planar3' is a built-in robot, without an assembly 'a' (leave out the # and what "
            "follows it)");
  EXPECT_THROW(load_modules(file.path()), ParseError);
  EXPECT_THROW(load_modules("no such file"), FileError);
  const TemporaryFile odd(one_body(""), "#x.json");  // a file may be called so
  EXPECT_EQ(load_model(odd.path()).size(), 1);
}

TEST(Modules, APartIsNeverMadeOfModules) {
  const TemporaryFile inner(modules(block, plan("one", step("a", "world"))), ".json");
  for (const char* choice : {"", "#one"}) {
    const std::string text =
        modules(fmt::format(R"({{"name": "p", "model": "{}{}"}})", inner.path(), choice), "");
    refused(text);
  }
}

TEST(Modules, AFileThatNamesItselfEnds) {
  const TemporaryFile file("", ".json");
  std::ofstream(file.path()) << modules(
      fmt::format(R"({{"name": "p", "model": "{}"}})", file.path()), "");
  EXPECT_THROW(load_modules(file.path()), ParseError);
}

TEST(Modules, EveryAssemblyIsTriedWhenTheLibraryIsRead) {
  EXPECT_EQ(refused(modules(block, plan("good", "") + ",\n" + plan("bad", step("a", "b.out")))),
            "m.json:4:27: assembly 'bad', step 1: there is no instance 'b' (there is none at all)");
}

TEST(Modules, HostileCountsAndDepthsEnd) {
  std::string many = step("a0", "world");
  for (int i = 1; i < 20001; ++i) many += "," + step(fmt::format("a{}", i), "world");
  EXPECT_NE(refused(modules(block, plan("many", many))).find("20001 links"), many.npos);

  const std::string big = R"({"name": "block", "model": "chain:10000", "connectors":
    [{"name": "in"}]})";
  std::string steps = step("a", "world") + "," + step("b", "world") + "," + step("c", "world");
  EXPECT_NE(refused(modules(big, plan("big", steps))).find("20003 links"), steps.npos);

  std::string parts = big;
  for (int i = 0; i < 1000; ++i) {
    parts += fmt::format(R"(,{{"name": "p{}", "model": "chain:10000"}})", i);
  }
  refused(modules(parts, ""));

  std::string plans;
  for (int i = 0; i < 100; ++i) {
    plans += (i > 0 ? "," : "") + plan(fmt::format("p{}", i), step("a", "world"));
  }
  refused(modules(big, plans));

  refused(R"({"format": "kinetree-modules/1", "parts": )" + std::string(5000, '[') +
          std::string(5000, ']') + "}");
}

TEST(Modules, AChainOfThousandsIsReadInTime) {
  std::string chain = step("a0", "world");
  for (int i = 1; i < 5000; ++i) {
    chain += "," + step(fmt::format("a{}", i), fmt::format("a{}.out", i - 1));
  }
  EXPECT_EQ(parse_model(modules(block, plan("chain", chain)), "m.json").size(), 5001);
}

TEST(Modules, AnyByteMayBeWrong) {
  // Each byte of a small library replaced in turn: an error or a library, never a crash.
  const std::string text = modules(block, plan("one", step("a", "world") + step("b", "a.out")));
  int errors = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char c : {'"', '[', '}', '0', ',', '\x01'}) {
      std::string wrong = text;
      wrong[i] = c;
      try {
        parse_modules(wrong, "m.json");
      } catch (const ParseError&) {
        ++errors;
      }
    }
  }
  EXPECT_GT(errors, 1000);
}

}  // namespace
}  // namespace kinetree::testing
