// Names and sizes of the joint types.
#include "kinetree/link.hpp"

#include <array>

namespace kinetree {
namespace {

struct TypeRow {
  JointType type;
  std::string_view name;
  int nq, nv;
};

constexpr std::array<TypeRow, 8> types{{{JointType::revolute, "revolute", 1, 1},
                                        {JointType::continuous, "continuous", 1, 1},
                                        {JointType::prismatic, "prismatic", 1, 1},
                                        {JointType::helical, "helical", 1, 1},
                                        {JointType::spherical, "spherical", 4, 3},
                                        {JointType::planar, "planar", 3, 3},
                                        {JointType::floating, "floating", 7, 6},
                                        {JointType::fixed, "fixed", 0, 0}}};

const TypeRow& row(JointType type) noexcept { return types[static_cast<std::size_t>(type)]; }

}  // namespace

std::string_view to_string(JointType type) noexcept { return row(type).name; }

std::optional<JointType> joint_type(std::string_view name) noexcept {
  for (const TypeRow& r : types) {
    if (r.name == name) return r.type;
  }
  return std::nullopt;
}

int joint_nq(JointType type) noexcept { return row(type).nq; }
int joint_nv(JointType type) noexcept { return row(type).nv; }

std::span<const std::string_view> velocity_suffixes(JointType type) noexcept {
  static constexpr std::array<std::string_view, 6> floating{".vx", ".vy", ".vz",
                                                            ".wx", ".wy", ".wz"};
  static constexpr std::array<std::string_view, 3> planar{".vx", ".vy", ".w"};
  static constexpr std::array<std::string_view, 1> single{""};
  if (type == JointType::floating) return floating;
  if (type == JointType::spherical) return std::span(floating).last(3);
  if (type == JointType::planar) return planar;
  return std::span(single).first(static_cast<std::size_t>(joint_nv(type)));
}

}  // namespace kinetree
