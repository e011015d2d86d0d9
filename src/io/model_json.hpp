// kinetree-model/1: reading, and the parts of it that other JSON formats share.
#pragma once
#include "io/fields.hpp"
#include "model/assemble.hpp"

namespace kinetree {

/// What the file says, link by link; faults go to `complaints`.
ModelDraft read_model_json(const json::Value& root, Complaints& complaints);

/// The same for a table of Denavit-Hartenberg rows, kinetree-dh/1.
ModelDraft read_dh(const json::Value& root, Complaints& complaints);

/// A list of bodies with parents, as kinetree-model/1 has them.
void read_bodies(const json::Value& bodies, ModelDraft& draft, Complaints& complaints);

/// "origin" with "rotation" or "rpy".
Pose read_pose(Fields& body);

/// "mass", "com", "inertia" (9 numbers row by row, or 6: xx xy xz yy yz zz).
MassProperties read_mass_properties(Fields& body);

/// "name" and "gravity": a draft without links.
ModelDraft read_head(Fields& file);

/// "joint": a type, or an error with the nearest one.
JointType read_joint_type(Fields& body);

/// "armature", "damping", "friction", "limits", "mimic".
void read_actuator(Fields& body, Joint& joint);

/// A name that can be printed and looked up: no control characters.
std::string read_name(Fields& body, std::string_view key);

}  // namespace kinetree
