// Edits of a robot while it is simulated: what it takes up, puts down, locks or sets free.
//
// A capture is a plastic impact: of all velocities that the new robot can have, those are taken for
// which Σ ½ (V⁺ - V⁻)ᵀ I (V⁺ - V⁻) over all links is least, so that momentum is conserved along
// every free direction. A release changes no velocity. docs/pick_and_drop.md.
#pragma once
#include <variant>

#include "kinetree/model.hpp"

namespace kinetree {

/// A link takes up a branch. The branch's own joints are passive unless a controller knows them.
struct Attach {
  std::string as;       ///< what Detach calls it
  std::string to;       ///< the link that takes it
  Model branch;         ///< its names are those it has in the robot: they must be new
  Pose placement = {};  ///< of the branch in that link
  Vector q = {};        ///< of its joints at that moment; none: neutral
  enum Before { rest, carried, moving } before = rest;  ///< rest: in the world; carried: with `to`
  Vector3 linear = Vector3::Zero();   ///< moving: velocity of the origin of its first link, and
  Vector3 angular = Vector3::Zero();  ///< of the whole branch as one body; world axes
};

/// Something goes, with all that it carries: what came under that name, or a link.
struct Detach {
  std::string what;
};

/// A joint stands still from now on, where it is; a moving one is stopped by a plastic impact.
struct Lock {
  std::string joint;
};

/// A joint that Lock stopped moves again.
struct Unlock {
  std::string joint;
};

using RobotEdit = std::variant<Attach, Detach, Lock, Unlock>;

}  // namespace kinetree
