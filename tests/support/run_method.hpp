// Registered methods run on a robot at one state, and what they must agree with.
#pragma once
#include <string_view>

#include "support/dense_robot.hpp"

namespace kinetree::testing {

/// M, C, or the vector that the method computes.
Matrix run_method(RunnableRobot& robot, Quantity quantity, std::string_view name);

/// Compares with dense algebra on trees of every joint type and on a long chain.
void expect_dense(Quantity quantity, std::string_view name);

}  // namespace kinetree::testing
