// Numbers in XML: what is read, and what is said about the rest.
#include "io/number.hpp"

#include <array>

#include "support.hpp"

namespace kinetree::testing {
namespace {

double read(std::string_view text) {
  double value = -77;
  const auto fault = parse_number(text, value);
  EXPECT_FALSE(fault) << text << ": " << (fault ? fault->message : "");
  return value;
}

NumberFault fault_of(std::string_view text, std::size_t count = 1) {
  std::vector<double> values(count, 5);
  const auto fault = parse_numbers(text, values);
  EXPECT_TRUE(fault) << text;
  EXPECT_EQ(values, std::vector<double>(count, 5)) << "left as they were";
  return fault.value_or(NumberFault{});
}

TEST(Numbers, AreReadExactly) {
  EXPECT_EQ(read("0.1"), 0.1);
  EXPECT_EQ(read(" \t-1e-3\r\n"), -1e-3);
  EXPECT_EQ(read("+.5"), 0.5);
  EXPECT_EQ(read("2."), 2);
  EXPECT_EQ(read("1.7976931348623157e308"), 1.7976931348623157e308);
}

TEST(Numbers, ListsAreSeparatedByAnyWhiteSpace) {
  std::array<double, 3> values{};
  EXPECT_FALSE(parse_numbers("1  2\n\t3", values));
  EXPECT_EQ(values, (std::array<double, 3>{1, 2, 3}));
}

TEST(Numbers, ADecimalCommaIsCalledOne) {
  const NumberFault fault = fault_of("1,5");
  EXPECT_EQ(fault.message, "'1,5' has a decimal comma");
  EXPECT_EQ(fault.remedy, "write 1.5: URDF uses points, whatever the locale");
  EXPECT_EQ(fault_of("1,2,3", 3).remedy, "separate numbers by spaces");
}

TEST(Numbers, XacroIsRecognised) {
  EXPECT_EQ(fault_of("${pi/2}").remedy, xacro_remedy);
  EXPECT_EQ(fault_of("0 0 $(arg z)", 3).message, "'$(arg' looks like xacro");
}

TEST(Numbers, WhatNoDoubleHoldsIsRefused) {
  EXPECT_EQ(fault_of("1e400").message, "'1e400' does not fit in a double");
  EXPECT_EQ(fault_of("nan").message, "'nan' is not finite");
  EXPECT_EQ(fault_of("-inf").message, "'-inf' is not finite");
}

TEST(Numbers, GarbageIsShown) {
  EXPECT_EQ(fault_of("12px").message, "'12px' is not a number");
  EXPECT_EQ(fault_of("+-1").message, "'+-1' is not a number");
  EXPECT_EQ(fault_of("0x10").message, "'0x10' is not a number");
}

TEST(Numbers, TooFewAndTooManyAreCounted) {
  EXPECT_EQ(fault_of("1 2", 3).message, "'1 2' holds 2 numbers, not 3");
  EXPECT_EQ(fault_of("1 2").message, "'1 2' holds 2 numbers, not 1");
  EXPECT_EQ(fault_of("", 3).message, "'' holds 0 numbers, not 3");
}

}  // namespace
}  // namespace kinetree::testing
