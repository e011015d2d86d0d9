// The parts of the list of built-in robots: some are written down, some are grown to size.
#pragma once
#include <array>
#include <string>
#include <string_view>

#include "kinetree/io.hpp"

namespace kinetree {

/// A robot as a text in one of our own formats: a paper's parameter table is a model file.
struct WrittenRobot {
  RobotInfo info;
  std::string_view text;
};
inline constexpr std::size_t written_robot_count = 12;
const std::array<WrittenRobot, written_robot_count>& written_robots() noexcept;

/// Links of the same kind in a row, or branching; `size` is at least 1.
Model make_snake(int size);
Model make_chain(int size);
Model make_tree(int size);

/// What a file means by the name of a robot: a built-in one, a file beside it, or a file as the
/// tool would find it.
std::string model_file(const std::string& beside, const std::string& name);

}  // namespace kinetree
