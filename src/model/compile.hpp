// From the editable model to what kernels run on, and back to the user's names and coordinates.
//
// Links are placed in the order of the model, each after its parent: whatever the first k of them
// need stands before what the others need. So a compiled model follows an edit by going back to the
// first link that changed and placing the links from there on.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "kinetree/model.hpp"
#include "model/joint_parts.hpp"
#include "model/tree_data.hpp"

namespace kinetree {

/// A user's coordinate behind one of the tree: tree value = multiplier · user value + offset.
struct Coupled {
  int source = 0;
  double multiplier = 1, offset = 0;
};

/// Where a link of the model is in the tree: its pose in a moving link, or in the world (-1).
struct Frame {
  int link = -1;
  spatial::Pose<double> X_link;
};

/// Names one after the other in one text: they come and go at its end.
class NameList {
 public:
  void push_back(std::string_view name) {
    text_ += name;
    ends_.push_back(text_.size());
  }
  std::string_view operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(text_).substr(begin, ends_[i] - begin);
  }
  void truncate(std::size_t size) {
    ends_.resize(size);
    text_.resize(size == 0 ? 0 : ends_.back());
  }
  void reserve(std::size_t size) {
    constexpr std::size_t usual = 64;  // a longer name takes more when it comes
    ends_.reserve(size);
    text_.reserve(usual * size);
  }

 private:
  std::string text_;
  std::vector<std::size_t> ends_;
};

/// What a link of the model left behind when it was placed.
struct PlacedLink {
  int tree_links = 0;  ///< links of the tree before it
  JointType type = JointType::fixed;
  int next = -1, previous = -1;             ///< links that the same moving link carries; -1: none
  spatial::Body<double> own;                ///< in the frame of that moving link
  spatial::Inertia<double> inertia_before;  ///< of that moving link, without this one
  spatial::Body<double> body_before;
};

struct Compiled {
  TreeData<double> tree;
  std::vector<double> damping, friction, rotor;  ///< per velocity of the tree
  std::vector<Frame> frames;                     ///< per link of the model
  spatial::Inertia<double> grounded;             ///< what is welded to the world, about its origin
  std::vector<Coupled> q, v;     ///< per coordinate of the tree; empty without mimics
  std::vector<int> slot;         ///< joint slot of the model behind each tree velocity
  std::vector<JointSlot> slots;  ///< of the model
  std::vector<int> quaternions;  ///< which of them have one in q
  NameList names, joint_names;   ///< per link of the model
  std::vector<PlacedLink> placed;
  int nq = 0, nv = 0;                      ///< sizes the user sees
  int link_capacity = 0, nv_capacity = 0;  ///< that edits may reach without new memory
  bool with_armature = true, ordered = false;

  bool coupled() const { return !v.empty(); }
  /// Velocities on the longest path from the world to a leaf.
  int depth() const { return deepest_.empty() ? 0 : deepest_.back(); }
  /// Goes over to the model as it is now; nothing else of it has changed since the last time.
  void follow(const Model& model, const Changes& changes);
  /// tree.preorder, place and extent, in O(n): only who asks about subtrees needs them.
  void order_subtrees();

 private:
  void reserve(const Model& model);
  void go_back(int first);
  void place(const Model& model, LinkId id);
  void weigh_again(const Model& model, int link);
  void weigh(const Link& link, int i);
  Frame move(const Model& model, LinkId id, Frame joint);
  int append(const Model& model, LinkId id, const JointPart& part, const Frame& joint, int done);
  void couple(const Model& model, LinkId id, const JointPart& part, int done);
  int& last_member(int carrier) {
    const int place = carrier + 1;
    return last_member_[static_cast<std::size_t>(place)];
  }
  std::vector<int> last_member_;      // per moving link, after that of the world
  std::vector<int> level_, deepest_;  // per velocity: on its path, and the most up to it
  std::vector<int> free_;             // while subtrees are ordered
};

/// Throws ModelError with every fault that makes evaluation impossible; from a link on.
void refuse_faults(const Model& model, int first = 0);

/// A model compiled from scratch, its subtrees ordered. Throws as refuse_faults() does.
Compiled compile(const Model& model, bool with_armature);

/// The body of a link, in the frame that X places the link in.
spatial::Body<double> placed_body(const spatial::Pose<double>& X, const MassProperties& m);

}  // namespace kinetree
