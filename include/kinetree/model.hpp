// The model: an editable tree of links, a plain value. Nothing here computes dynamics.
//
// Every link has one parent (or the world); parents come before children. Several roots are fine.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kinetree/error.hpp"
#include "kinetree/link.hpp"

namespace kinetree {

/// Position of a link in its model, parents before children.
enum class LinkId : std::uint32_t {};
inline std::size_t index(LinkId id) noexcept { return static_cast<std::size_t>(id); }

/// One joint as it appears in q and v. A mimicking joint and a fixed one have none.
struct JointSlot {
  LinkId link{};
  int q_first = 0, nq = 0;
  int v_first = 0, nv = 0;
};

/// Counts edits. An evaluator shares the counter of its model, so it knows when it is stale. A copy
/// counts on its own; a move takes the counter along. Assigning is an edit of what stood there.
class Revision {
 public:
  using Counter = std::atomic<std::uint64_t>;
  Revision() : count_(std::make_shared<Counter>(1)) {}
  Revision(const Revision& other) : count_(std::make_shared<Counter>(other.value())) {}
  Revision(Revision&& other) noexcept = default;
  Revision& operator=(const Revision& other);
  Revision& operator=(Revision&& other) noexcept;
  ~Revision() = default;
  std::uint64_t value() const noexcept { return count_ ? count_->load() : 0; }
  void advance();
  std::shared_ptr<const Counter> watch() const noexcept { return count_; }

 private:
  std::shared_ptr<Counter> count_;
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
  void set_inertia(LinkId id, const MassProperties& inertia);
  void set_armature(LinkId id, double armature);
  void set_base(Base base);  ///< the roots stand on the world, or on one floating base
  void release_mimics();     ///< every mimicking joint becomes independent
  std::uint64_t revision() const noexcept { return revision_.value(); }
  const Revision& revisions() const noexcept { return revision_; }

 private:
  friend class Assembler;  // makes a whole tree at once, checked and in order
  Model(std::vector<Link> links, std::vector<int> parents);

  struct NameHash : std::hash<std::string_view> {
    using is_transparent = void;  // look up by string_view without making a string
  };
  using Names = std::unordered_map<std::string, LinkId, NameHash, std::equal_to<>>;
  void append_slot(LinkId id);
  void rebuild();  // names, slots and sizes after a change of the joints
  std::vector<Link> links_;
  std::vector<int> parents_;  // -1: the world
  Names by_name_, by_joint_;
  std::vector<JointSlot> joints_;
  int nq_ = 0, nv_ = 0;
  Vector3 gravity_{0, 0, -9.81};
  Revision revision_;
};

}  // namespace kinetree
