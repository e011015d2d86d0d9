// Our models as MuJoCo's: written as MJCF and compiled by it. Only where MuJoCo is built in.
#pragma once
#include <mujoco/mujoco.h>

#include <memory>
#include <string>

#include "kinetree/model.hpp"

namespace kinetree::cli {

struct DeleteMujoco {
  void operator()(mjModel* model) const;
  void operator()(mjData* data) const;
};
using MujocoModel = std::unique_ptr<mjModel, DeleteMujoco>;
using MujocoData = std::unique_ptr<mjData, DeleteMujoco>;

/// Rigid bodies and gravity; no contacts, limits, friction or actuators. Body i + 1 is link i, and
/// q is ours. Throws UsageError for what is not translated: joints of several degrees of freedom,
/// mimics, massless links, trees that are no chains.
std::string mjcf_text(const Model& model);

/// The text where MuJoCo reads it: its table of files in memory, two megabytes. Compiling throws
/// Error with what MuJoCo says; it has one place for its errors, so not from several threads.
class MjcfFile {
 public:
  explicit MjcfFile(const std::string& text);
  MujocoModel compile() const;

 private:
  struct Close {
    void operator()(mjVFS* files) const;
  };
  std::unique_ptr<mjVFS, Close> files_;
};

/// Throws Error where there is no memory for it.
MujocoData make_mujoco_data(const mjModel& model);

}  // namespace kinetree::cli
