// The model: an editable tree of links, a plain value. Nothing here computes dynamics.
//
// Every link has one parent (or the world); parents come before children. Several roots are fine.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kinetree/edit.hpp"
#include "kinetree/error.hpp"
#include "kinetree/link.hpp"
#include "kinetree/revision.hpp"

namespace kinetree {

/// One joint as it appears in q and v. A mimicking joint and a fixed one have none.
struct JointSlot {
  LinkId link{};
  int q_first = 0, nq = 0;
  int v_first = 0, nv = 0;
};

enum class Base { as_given, fixed, floating };

class Model {
 public:
  Model() = default;
  std::string name = "robot";
  std::string file;  ///< where it came from, for messages; empty for models made in code

  /// Appends a link; names must be new, the parent must exist. Throws ModelError, changes nothing.
  LinkId add(Link link, std::optional<LinkId> parent = std::nullopt);

  int size() const noexcept { return static_cast<int>(links_.size()); }
  const Link& link(LinkId id) const;  ///< throws ModelError where there is none
  std::optional<LinkId> parent(LinkId id) const;
  std::optional<LinkId> find(std::string_view link) const noexcept;
  LinkId at(std::string_view link) const;  ///< throws ModelError with the nearest spelling
  std::optional<LinkId> find_joint(std::string_view joint) const noexcept;

  /// Whether this is the base of a robot that floats: its joint is floating, and between it and the
  /// world nothing moves.
  bool is_floating_base(LinkId id) const;

  int nq() const noexcept { return nq_; }  ///< size of q: a quaternion counts 4
  int nv() const noexcept { return nv_; }  ///< size of v, tau, and of M
  const std::vector<JointSlot>& joints() const noexcept { return joints_; }  ///< in the order of v
  Vector neutral() const;  ///< q = 0, with unit quaternions

  const Vector3& gravity() const noexcept { return gravity_; }
  void set_gravity(const Vector3& gravity);
  void set_armature(LinkId id, double armature);
  void set_base(Base base);  ///< the roots stand on the world, or on one floating base
  void release_mimics();     ///< every mimicking joint becomes independent
  bool has_mimics() const noexcept { return mimics_ > 0; }

  // ---- edits while it is evaluated: all or nothing, each can be undone; docs/editing.md ----
  /// Appends all links of the branch, its roots placed in the parent's frame moved by X. Indices
  /// and names of the others stay. Moved from, the branch is left empty and keeps its memory.
  Edit attach(LinkId parent, Model&& branch, const Pose& X_parent_branch = {});
  Edit attach(LinkId parent, const Model& branch, const Pose& X_parent_branch = {});
  /// Takes a link and all it carries into a model without links; those behind move up. The roots
  /// keep their placement: attached again without another, they stand where they stood.
  Edit detach(LinkId link, Model& removed);
  Model detach(LinkId link);
  /// The branch in the place of a link and all it carries.
  Edit replace(LinkId link, Model&& branch, Model& removed, const Pose& X_parent_branch = {});
  Edit lock(LinkId link, const Eigen::Ref<const Vector>& q);  ///< the joint is fixed, there
  Edit unlock(LinkId link);
  Edit set_inertia(LinkId id, const MassProperties& inertia);
  /// The model before the edit, bit for bit. `branch` takes what attach or replace brought (nobody:
  /// it is gone) or holds what detach took; `removed` holds what replace took. Throws UsageError
  /// where the model, or what was taken out of it, is not as the edit left it.
  void undo(const Edit& edit, Model* branch = nullptr, Model* removed = nullptr);
  /// Memory for so many more links and velocities, here and in evaluators: edits within them and
  /// their sync() allocate nothing.
  void reserve(int links, int velocities);
  bool reserved() const noexcept { return link_capacity_ > 0 || nv_capacity_ > 0; }
  int velocity_capacity() const noexcept { return std::max(nv_capacity_, nv_); }
  int link_capacity() const noexcept { return std::max(link_capacity_, size()); }

  std::uint64_t revision() const noexcept { return revision_.value(); }
  const Revision& revisions() const noexcept { return revision_; }
  std::uint64_t hash() const noexcept;  ///< of every name, number and place
  /// From that state to this one; everything where the way is not known any more.
  Changes changes_since(std::uint64_t state) const noexcept;

 private:
  friend class Assembler;  // makes a whole tree at once, checked and in order
  Model(std::vector<Link> links, std::vector<int> parents);

  struct NameHash : std::hash<std::string_view> {
    using is_transparent = void;  // look up by string_view without making a string
  };
  using Names = std::unordered_map<std::string, LinkId, NameHash, std::equal_to<>>;
  struct Change {
    std::uint64_t before = 0, after = 0;
    int from = 0, inertia = -1;
  };
  void append_slot(LinkId id);
  void rebuild();  // names, slots and sizes after a change of the joints
  void changed(int from, int inertia = -1);
  void changed_back(const Edit& edit, int from, int inertia = -1);
  Edit begin(Edit::Kind kind, LinkId link, int count) const;
  void check_link(LinkId id, const char* what) const;
  void check_branch(const Model& branch, int first_marked) const;
  void check_undo(const Edit& edit, const Model* branch, const Model* removed) const;
  void check_mimics_of_marked(int first) const;
  void check_locking(LinkId id) const;
  void make_room(int links);
  // move_links.cpp: cannot fail
  int mark_subtree(int first);
  void move_marked(int first, Model& into);
  void take_out_tail(int first, Model* into);
  void append_branch(int parent, Model& branch, const Pose& X);
  void give_back(const Edit& edit, Model& branch);
  void fix(int i, const Pose& placement);
  void release(int i);
  void move_name(Model& from, const Link& link, LinkId id);
  void rename_place(int i);
  void drop_slots(int first);
  void append_slots(int first);
  std::vector<Link> links_;
  std::vector<int> parents_;  // -1: the world
  Names by_name_, by_joint_;
  std::vector<JointSlot> joints_;
  int nq_ = 0, nv_ = 0;
  int mimics_ = 0, link_capacity_ = 0, nv_capacity_ = 0;
  Vector3 gravity_{0, 0, -9.81};
  Revision revision_;
  std::array<Change, Changes::most> changes_{};  // the last ones, in a ring
  int newest_ = 0;
  std::vector<int> marks_;    // of the edit under way: new places, or minus those in the branch
  std::vector<int> origins_;  // of a detached branch: where its links stood, and its parent
};

}  // namespace kinetree
