#include "mujoco_model.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>

#include "kinetree/error.hpp"

namespace kinetree::cli {
namespace {

std::string numbers(std::initializer_list<double> values) {
  return fmt::format("{:.17g}", fmt::join(values, " "));
}
std::string numbers(const Vector3& v) { return numbers({v.x(), v.y(), v.z()}); }

bool is_diagonal(const Matrix3& I) { return I(0, 1) == 0 && I(0, 2) == 0 && I(1, 2) == 0; }

/// Principal axes that are given are taken as they are; others MuJoCo finds itself, to ten digits.
std::string inertial_element(const MassProperties& m) {
  const Matrix3& I = m.inertia;
  const std::string inertia =
      is_diagonal(I) ? fmt::format("diaginertia=\"{}\"", numbers({I(0, 0), I(1, 1), I(2, 2)}))
                     : fmt::format("fullinertia=\"{}\"",
                                   numbers({I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)}));
  return fmt::format("<inertial pos=\"{}\" mass=\"{}\" {}/>", numbers(m.com), numbers({m.mass}),
                     inertia);
}

std::string joint_element(const Link& link) {
  const Joint& joint = link.joint;
  if (joint.type == JointType::fixed) return "";
  const bool turns = joint.type == JointType::revolute || joint.type == JointType::continuous;
  if ((!turns && joint.type != JointType::prismatic) || joint.mimic) {
    throw UsageError(
        fmt::format("link '{}': only independent joints that turn or slide are "
                    "translated for MuJoCo",
                    link.name));
  }
  return fmt::format("<joint type=\"{}\" axis=\"{}\" armature=\"{}\"/>", turns ? "hinge" : "slide",
                     numbers(joint.axis), numbers({joint.armature}));
}

/// Links of a chain, one inside the other: then our q is MuJoCo's.
std::string body_elements(const Model& model) {
  std::string text, ends;
  for (int i = 0; i < model.size(); ++i) {
    const auto id = static_cast<LinkId>(i);
    const Link& link = model.link(id);
    if (link.inertia.mass <= 0) {
      throw UsageError(fmt::format("link '{}' has no mass, which MuJoCo does not take", link.name));
    }
    const auto parent = model.parent(id);
    if ((parent ? static_cast<int>(index(*parent)) : -1) != i - 1) {
      throw UsageError("only chains are translated for MuJoCo");
    }
    const Matrix3& R = link.joint.placement.R;
    text += fmt::format("<body pos=\"{}\" xyaxes=\"{}\">{}{}", numbers(link.joint.placement.p),
                        numbers({R(0, 0), R(1, 0), R(2, 0), R(0, 1), R(1, 1), R(2, 1)}),
                        inertial_element(link.inertia), joint_element(link));
    ends += "</body>";
  }
  return text + ends;
}

// MuJoCo's own answer to an error is to end the program, and to a warning to write a file. On
// x86-64 and arm64 its C code can be unwound.
[[noreturn]] void throw_error(const char* message) {
  throw Error(fmt::format("MuJoCo: {}", message));
}

constexpr const char* file_name = "kinetree.xml";

}  // namespace

void DeleteMujoco::operator()(mjModel* model) const { mj_deleteModel(model); }
void DeleteMujoco::operator()(mjData* data) const { mj_deleteData(data); }

std::string mjcf_text(const Model& model) {
  return fmt::format(
      "<mujoco><compiler angle=\"radian\" coordinate=\"local\" inertiafromgeom=\"false\"/>"
      "<option gravity=\"{}\" integrator=\"RK4\"><flag contact=\"disable\" constraint=\"disable\" "
      "warmstart=\"disable\"/></option><worldbody>{}</worldbody></mujoco>",
      numbers(model.gravity()), body_elements(model));
}

void MjcfFile::Close::operator()(mjVFS* files) const {
  mj_deleteVFS(files);
  delete files;
}

MjcfFile::MjcfFile(const std::string& text) : files_(new mjVFS) {
  mj_defaultVFS(files_.get());
  if (mj_makeEmptyFileVFS(files_.get(), file_name, static_cast<int>(text.size())) != 0) {
    throw Error("MuJoCo has no memory for its model");
  }
  std::memcpy(files_->filedata[mj_findFileVFS(files_.get(), file_name)], text.data(), text.size());
}

MujocoModel MjcfFile::compile() const {
  mju_user_error = throw_error;
  mju_user_warning = throw_error;
  std::array<char, 1000> complaint{};
  MujocoModel model(mj_loadXML(file_name, files_.get(), complaint.data(), complaint.size()));
  if (!model) throw Error(fmt::format("MuJoCo refuses the model: {}", complaint.data()));
  return model;
}

MujocoData make_mujoco_data(const mjModel& model) {
  MujocoData data(mj_makeData(&model));
  if (!data) throw Error("MuJoCo has no memory for its data");
  return data;
}

}  // namespace kinetree::cli
