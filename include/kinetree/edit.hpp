// What an edit of a model did, so that Model::undo() can take it back. docs/editing.md.
#pragma once
#include <array>
#include <cstdint>

#include "kinetree/link.hpp"

namespace kinetree {

/// Position of a link in its model, parents before children.
enum class LinkId : std::uint32_t {};
inline std::size_t index(LinkId id) noexcept { return static_cast<std::size_t>(id); }

/// Given back by attach, detach, replace, lock, unlock and set_inertia. It can undo the edit while
/// the model is as the edit left it: right away, or after later edits have been undone. Copying one
/// takes no memory; it has no links of its own.
class Edit {
 public:
  LinkId link{};  ///< the first link that came, or the one that was edited or went
  int count = 0;  ///< links that came or went; replace: that came

 private:
  friend class Model;
  enum class Kind { none, attach, detach, replace, lock, unlock, inertia };
  Kind kind_ = Kind::none;
  std::uint64_t before_ = 0, after_ = 0;  // states of the model
  std::uint64_t removed_ = 0;             // state of what was taken out
  MassProperties inertia_;                // before set_inertia
  Pose placement_;                        // before unlock
};

/// What has to be computed again to follow a model from one state to another.
struct Changes {
  static constexpr int most = 32;
  int from = 0;  ///< links from this one on are new, moved or gone
  std::array<int, most> inertias{};
  int inertia_count = 0;  ///< links before `from` with another inertia
};

}  // namespace kinetree
