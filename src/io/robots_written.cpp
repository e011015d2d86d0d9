// Built-in robots that are written down, in the formats that users write.
//
// Numbers of the papers are those of the papers, corrected where docs/errata says so; what a paper
// leaves open was chosen once and is named here. All lengths in metres, masses in kilograms.
#include "io/robots.hpp"

namespace kinetree {
namespace {

constexpr std::string_view pendulum = R"({"format": "kinetree-model/1", "bodies": [
  {"name": "rod", "parent": -1, "joint": "revolute", "axis": [0, 1, 0],
   "mass": 1, "com": [0, 0, -0.5], "inertia": [0.0834, 0, 0, 0.0834, 0, 0.0002]}]})";

constexpr std::string_view double_pendulum = R"({"format": "kinetree-model/1", "bodies": [
  {"name": "upper", "parent": -1, "joint": "revolute", "axis": [0, 1, 0],
   "mass": 1, "com": [0, 0, -0.5], "inertia": [0.0834, 0, 0, 0.0834, 0, 0.0002]},
  {"name": "lower", "parent": "upper", "joint": "revolute", "axis": [0, 1, 0],
   "origin": [0, 0, -1],
   "mass": 0.8, "com": [0, 0, -0.4], "inertia": [0.0427, 0, 0, 0.0427, 0, 0.0002]}]})";

constexpr std::string_view cart_pole = R"({"format": "kinetree-model/1", "bodies": [
  {"name": "cart", "parent": -1, "joint": "prismatic", "axis": [1, 0, 0],
   "mass": 1, "com": [0, 0, 0], "inertia": [0.004, 0, 0, 0.01, 0, 0.012]},
  {"name": "pole", "parent": "cart", "joint": "revolute", "axis": [0, 1, 0],
   "mass": 0.1, "com": [0, 0, 0.5], "inertia": [0.0084, 0, 0, 0.0084, 0, 0.00002]}]})";

constexpr std::string_view planar3 = R"({"format": "kinetree-model/1", "gravity": [0, -9.81, 0],
 "bodies": [
  {"name": "L1", "parent": -1, "joint": "revolute", "axis": [0, 0, 1],
   "mass": 4, "com": [0.22, 0, 0], "inertia": [0, 0, 0, 0.09, 0, 0.09]},
  {"name": "L2", "parent": "L1", "joint": "revolute", "axis": [0, 0, 1], "origin": [0.5, 0, 0],
   "mass": 2.5, "com": [0.17, 0, 0], "inertia": [0, 0, 0, 0.04, 0, 0.04]},
  {"name": "L3", "parent": "L2", "joint": "revolute", "axis": [0, 0, 1], "origin": [0.4, 0, 0],
   "mass": 1.25, "com": [0.12, 0, 0], "inertia": [0, 0, 0, 0.015, 0, 0.015]}]})";

constexpr std::string_view rocker5 = R"({"format": "kinetree-model/1", "bodies": [
  {"name": "rocker", "parent": -1, "joint": "revolute", "axis": [1, 0, 0],
   "mass": 1, "com": [0.05, 0, 0], "inertia": [0, 0, 0, 0.0833, 0, 0.0833]},
  {"name": "steer_a", "parent": "rocker", "joint": "revolute", "axis": [0, 0, 1],
   "origin": [0.1, -0.05, 0],
   "mass": 0.8, "com": [0, 0, -0.04], "inertia": [0.0427, 0, 0, 0.0427, 0, 0]},
  {"name": "wheel_a", "parent": "steer_a", "joint": "revolute", "axis": [1, 0, 0],
   "origin": [0.01, 0, -0.08],
   "mass": 0.6, "com": [0.03, 0, 0], "inertia": [0.003, 0, 0, 0.018, 0, 0.018]},
  {"name": "steer_b", "parent": "rocker", "joint": "revolute", "axis": [0, 0, 1],
   "origin": [0.1, 0.05, 0],
   "mass": 0.8, "com": [0, 0, -0.04], "inertia": [0.0427, 0, 0, 0.0427, 0, 0]},
  {"name": "wheel_b", "parent": "steer_b", "joint": "revolute", "axis": [1, 0, 0],
   "origin": [0.01, 0, -0.08],
   "mass": 0.6, "com": [0.03, 0, 0], "inertia": [0.003, 0, 0, 0.018, 0, 0.018]}]})";

// Wheels that are rods along their own axis: the mass matrix is singular.
constexpr std::string_view rocker5_printed = R"({"format": "kinetree-model/1", "bodies": [
  {"name": "rocker", "parent": -1, "joint": "revolute", "axis": [1, 0, 0],
   "mass": 1, "com": [0.05, 0, 0], "inertia": [0, 0, 0, 0.0833, 0, 0.0833]},
  {"name": "steer_a", "parent": "rocker", "joint": "revolute", "axis": [0, 0, 1],
   "origin": [0.1, -0.05, 0],
   "mass": 0.8, "com": [0, 0, -0.04], "inertia": [0.0427, 0, 0, 0.0427, 0, 0]},
  {"name": "wheel_a", "parent": "steer_a", "joint": "revolute", "axis": [1, 0, 0],
   "origin": [0.01, 0, -0.08],
   "mass": 0.6, "com": [0.03, 0, 0], "inertia": [0, 0, 0, 0.018, 0, 0.018]},
  {"name": "steer_b", "parent": "rocker", "joint": "revolute", "axis": [0, 0, 1],
   "origin": [0.1, 0.05, 0],
   "mass": 0.8, "com": [0, 0, -0.04], "inertia": [0.0427, 0, 0, 0.0427, 0, 0]},
  {"name": "wheel_b", "parent": "steer_b", "joint": "revolute", "axis": [1, 0, 0],
   "origin": [0.01, 0, -0.08],
   "mass": 0.6, "com": [0.03, 0, 0], "inertia": [0, 0, 0, 0.018, 0, 0.018]}]})";

// Angles of π/2 are written as the nearest double.
constexpr std::string_view puma6 = R"({"format": "kinetree-dh/1", "convention": "denoc", "rows": [
  {"joint": "revolute", "a": 0, "b": 0.2, "alpha": -1.5707963267948966, "rod": {"mass": 10.521}},
  {"joint": "revolute", "a": 0.432, "b": 0.149, "alpha": 0, "rod": {"mass": 15.7612}},
  {"joint": "revolute", "a": 0.02, "b": 0, "alpha": 1.5707963267948966, "rod": {"mass": 8.767}},
  {"joint": "revolute", "a": 0, "b": 0.432, "alpha": -1.5707963267948966, "hub_inertia": 0.181},
  {"joint": "revolute", "a": 0, "b": 0, "alpha": 1.5707963267948966, "hub_inertia": 0.0735},
  {"joint": "revolute", "a": 0, "b": 0.056, "alpha": 0, "hub_inertia": 0.0141}]})";

constexpr std::string_view pelican2 = R"({"format": "kinetree-model/1", "gravity": [0, -9.81, 0],
 "bodies": [
  {"name": "link1", "parent": -1, "joint": "revolute", "axis": [0, 0, 1],
   "mass": 6.5225, "com": [0.0983, 0, 0], "inertia": [0, 0, 0, 0.06065, 0, 0.1213]},
  {"name": "link2", "parent": "link1", "joint": "revolute", "axis": [0, 0, 1],
   "origin": [0.26, 0, 0],
   "mass": 2.0458, "com": [0.0229, 0, 0], "inertia": [0, 0, 0, 0.0058, 0, 0.0116]}]})";

constexpr std::string_view pelican3 = R"({"format": "kinetree-model/1", "gravity": [0, -9.81, 0],
 "bodies": [
  {"name": "link1", "parent": -1, "joint": "revolute", "axis": [0, 0, 1],
   "mass": 6.5225, "com": [0.0983, 0, 0], "inertia": [0, 0, 0, 0.06065, 0, 0.1213]},
  {"name": "link2", "parent": "link1", "joint": "revolute", "axis": [0, 0, 1],
   "origin": [0.26, 0, 0],
   "mass": 2.0458, "com": [0.0229, 0, 0], "inertia": [0, 0, 0, 0.0058, 0, 0.0116]},
  {"name": "link3", "parent": "link2", "joint": "revolute", "axis": [0, 0, 1],
   "origin": [0.26, 0, 0],
   "mass": 1.5, "com": [0.11, 0, 0], "inertia": [0, 0, 0, 0.01, 0, 0.02]}]})";

// Centres of mass are differences of printed lengths, rounded as doubles round them.
constexpr std::string_view three_link = R"({"format": "kinetree-model/1", "gravity": [0, 0, -9.807],
 "bodies": [
  {"name": "link1", "parent": -1, "joint": "revolute", "axis": [0, 0, 1],
   "mass": 5.248, "com": [0, 0, 0.13999999999999999], "inertia": [0.0835, 0, 0, 0.0835, 0, 0.0304]},
  {"name": "link2", "parent": "link1", "joint": "revolute", "axis": [0, 0, 1],
   "origin": [0, 0, 0.294], "rotation": [1, 0, 0, 0, 0, 1, 0, -1, 0],
   "mass": 2.412, "com": [0.08800000000000001, 0, 0], "inertia": [0.0159, 0, 0, 0.0405, 0, 0.0405]},
  {"name": "link3", "parent": "link2", "joint": "revolute", "axis": [0, 0, 1],
   "origin": [0.19, 0, 0],
   "mass": 1.577, "com": [0.08000000000000002, 0, 0],
   "inertia": [0.0079, 0, 0, 0.0202, 0, 0.0202]}]})";

constexpr std::string_view scara = R"({"format": "kinetree-model/1", "bodies": [
  {"name": "link1", "parent": -1, "joint": "revolute", "axis": [0, 0, 1],
   "mass": 9.5, "com": [0.155, 0, 0.397], "inertia": [0.03, 0, 0, 0.18, 0, 0.19]},
  {"name": "link2", "parent": "link1", "joint": "revolute", "axis": [0, 0, 1],
   "origin": [0.325, 0, 0.387],
   "mass": 4.2, "com": [0.155, -0.004, -0.02], "inertia": [0.012, 0, 0, 0.05, 0, 0.055]},
  {"name": "link3", "parent": "link2", "joint": "prismatic", "axis": [0, 0, 1],
   "origin": [0.275, 0, 0], "rotation": [1, 0, 0, 0, -1, 0, 0, 0, -1],
   "mass": 1.1, "com": [0, 0, -0.1], "inertia": [0.006, 0, 0, 0.006, 0, 0.0008]},
  {"name": "link4", "parent": "link3", "joint": "revolute", "axis": [0, 0, 1],
   "mass": 0.4, "com": [0.01, 0, 0.03], "inertia": [0.0006, 0, 0, 0.0006, 0, 0.0002]}]})";

constexpr std::string_view quadruped = R"({"format": "kinetree-model/1", "bodies": [
  {"name": "trunk", "parent": -1, "joint": "floating",
   "mass": 12, "com": [0.01, 0.002, 0.02], "inertia": [0.11, 0, 0, 0.35, 0, 0.4]},
  {"name": "leg1_hip", "parent": "trunk", "joint": "revolute", "axis": [1, 0, 0],
   "origin": [0.2, 0.05, 0],
   "mass": 0.7, "com": [0, 0.03, 0], "inertia": [0.0005, 0, 0, 0.0006, 0, 0.0005]},
  {"name": "leg1_thigh", "parent": "leg1_hip", "joint": "revolute", "axis": [0, 1, 0],
   "origin": [0, 0.08, 0],
   "mass": 1, "com": [-0.005, -0.01, -0.03], "inertia": [0.0055, 0, 0, 0.0052, 0, 0.0011]},
  {"name": "leg1_shank", "parent": "leg1_thigh", "joint": "revolute", "axis": [0, 1, 0],
   "origin": [0, 0, -0.2],
   "mass": 0.2, "com": [0.005, 0, -0.1], "inertia": [0.00115, 0, 0, 0.00117, 0, 0.00004]},
  {"name": "leg2_hip", "parent": "trunk", "joint": "revolute", "axis": [1, 0, 0],
   "origin": [0.2, -0.05, 0],
   "mass": 0.7, "com": [0, -0.03, 0], "inertia": [0.0005, 0, 0, 0.0006, 0, 0.0005]},
  {"name": "leg2_thigh", "parent": "leg2_hip", "joint": "revolute", "axis": [0, 1, 0],
   "origin": [0, -0.08, 0],
   "mass": 1, "com": [-0.005, 0.01, -0.03], "inertia": [0.0055, 0, 0, 0.0052, 0, 0.0011]},
  {"name": "leg2_shank", "parent": "leg2_thigh", "joint": "revolute", "axis": [0, 1, 0],
   "origin": [0, 0, -0.2],
   "mass": 0.2, "com": [0.005, 0, -0.1], "inertia": [0.00115, 0, 0, 0.00117, 0, 0.00004]},
  {"name": "leg3_hip", "parent": "trunk", "joint": "revolute", "axis": [1, 0, 0],
   "origin": [-0.2, 0.05, 0],
   "mass": 0.7, "com": [0, 0.03, 0], "inertia": [0.0005, 0, 0, 0.0006, 0, 0.0005]},
  {"name": "leg3_thigh", "parent": "leg3_hip", "joint": "revolute", "axis": [0, 1, 0],
   "origin": [0, 0.08, 0],
   "mass": 1, "com": [-0.005, -0.01, -0.03], "inertia": [0.0055, 0, 0, 0.0052, 0, 0.0011]},
  {"name": "leg3_shank", "parent": "leg3_thigh", "joint": "revolute", "axis": [0, 1, 0],
   "origin": [0, 0, -0.2],
   "mass": 0.2, "com": [0.005, 0, -0.1], "inertia": [0.00115, 0, 0, 0.00117, 0, 0.00004]},
  {"name": "leg4_hip", "parent": "trunk", "joint": "revolute", "axis": [1, 0, 0],
   "origin": [-0.2, -0.05, 0],
   "mass": 0.7, "com": [0, -0.03, 0], "inertia": [0.0005, 0, 0, 0.0006, 0, 0.0005]},
  {"name": "leg4_thigh", "parent": "leg4_hip", "joint": "revolute", "axis": [0, 1, 0],
   "origin": [0, -0.08, 0],
   "mass": 1, "com": [-0.005, 0.01, -0.03], "inertia": [0.0055, 0, 0, 0.0052, 0, 0.0011]},
  {"name": "leg4_shank", "parent": "leg4_thigh", "joint": "revolute", "axis": [0, 1, 0],
   "origin": [0, 0, -0.2],
   "mass": 0.2, "com": [0.005, 0, -0.1], "inertia": [0.00115, 0, 0, 0.00117, 0, 0.00004]}]})";

constexpr std::array<WrittenRobot, written_robot_count> in_files{{
    {{"pendulum", "a rod of one metre, hanging", "textbook"}, pendulum},
    {{"double_pendulum", "two rods, hanging", "textbook"}, double_pendulum},
    {{"cart_pole", "a pole balanced on a cart", "textbook"}, cart_pole},
    {{"planar3", "planar arm, 3 revolute joints", "Wang & Ju, sec. 7.1; numbers chosen here"},
     planar3},
    {{"rocker5", "rover rocker with two steered wheels, 5 joints",
      "Wang & Ju, Table 3, with a spin inertia of 0.003 for the wheels"},
     rocker5},
    {{"rocker5_printed", "the same as printed: its mass matrix is singular", "Wang & Ju, Table 3"},
     rocker5_printed},
    {{"puma6", "PUMA, 6 revolute joints, bent rods and hubs", "Mohan & Saha, Table 2"}, puma6},
    {{"pelican2", "planar arm, 2 revolute joints", "Laus et al., sec. 3; Kelly et al. 2005"},
     pelican2},
    {{"pelican3", "the same with a swinging payload, 3 joints",
      "Laus et al., sec. 3; payload chosen here"},
     pelican3},
    {{"three_link", "spatial arm, 3 revolute joints", "Truc et al., eq. 71"}, three_link},
    {{"scara", "SCARA, revolute revolute prismatic revolute", "generic"}, scara},
    {{"quadruped", "floating trunk and four legs of 3 joints", "generic"}, quadruped},
}};

}  // namespace

const std::array<WrittenRobot, written_robot_count>& written_robots() noexcept { return in_files; }

}  // namespace kinetree
