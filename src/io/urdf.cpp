// URDF: from a list of links and a list of joints to one tree.
//
// URDF names both ends of every joint and so can say what no tree is: a link with two parents, a
// loop, two robots in one file, a joint to nowhere. Each is reported with the names involved; the
// links are then hung on the world, so that the rest of the file can still be judged.
#include "io/urdf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "io/urdf_elements.hpp"

namespace kinetree {
namespace {

using urdf::Armature;
using urdf::ElementReader;
using urdf::JointElement;

class Robot {
 public:
  explicit Robot(Complaints& complaints) : complaints_(complaints), reader_(complaints) {}

  void read(const xml::Element& root) {
    where_ = root.where();
    draft_.file = complaints_.file();
    if (root.attribute("name")) draft_.name = reader_.name(root);
    reader_.expect_attributes(root, {"name", "version"});
    std::size_t links = 0, joints = 0;
    for (const xml::Element element : root) {
      if (element.is("link")) ++links;
      if (element.is("joint")) ++joints;
    }
    complaints_.expect_robot_of(std::max(links, joints), where_);
    draft_.links.reserve(links);  // and so names can be looked up by views of them
    by_name_.reserve(links);
    joints_.reserve(joints);
    for (const xml::Element element : root) read_element(element);
    reader_.note_ignored();
  }

  ModelDraft join() {
    connect();
    add_armatures();
    report_roots();
    give_joints();
    return std::move(draft_);
  }

 private:
  static constexpr int none = -1;
  struct Body {
    int joint = none;       // the joint that moves it
    bool repeated = false;  // a second link of the same name: not a root, and assemble() says so
  };

  static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

  void read_element(const xml::Element& element) {
    if (complaints_.exhausted()) return;
    if (element.is("link")) {
      draft_.add(reader_.link(element), ModelDraft::world);
      const int index = static_cast<int>(bodies_.size());
      bodies_.push_back({none, !by_name_.emplace(draft_.links.back().name, index).second});
    } else if (element.is("joint")) {
      joints_.push_back(reader_.joint(element));
    } else if (element.is("transmission")) {
      if (auto armature = reader_.transmission(element)) armatures_.push_back(*armature);
    } else if (element.is("kinetree:gravity")) {
      draft_.gravity = reader_.vector(element, "xyz", draft_.gravity);
    } else if (!element.is("material")) {
      reader_.ignore(element);
    }
  }

  int find(const std::string& name, Location at, const Joint& joint, std::string_view role) {
    if (name.empty()) return none;  // the reader of the element said so
    if (const auto found = by_name_.find(name); found != by_name_.end()) return found->second;
    std::vector<std::string> names;
    // Spelling is compared with every name: worth it for a few faults, not for thousands.
    if (++unknown_ <= 5) {
      for (const Link& link : draft_.links) names.push_back(link.name);
    }
    complaints_.error(at, "unknown_link", "joint " + in_quotes(joint.name),
                      fmt::format("its {} link {} does not exist", role, in_quotes(name)),
                      did_you_mean(name, names, "declare it: <link name=\"…\"/>"));
    return none;
  }

  void connect() {
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      const JointElement& element = joints_[i];
      parents_.push_back(find(element.parent, element.parent_at, element.joint, "parent"));
      children_.push_back(find(element.child, element.child_at, element.joint, "child"));
      const int child = children_.back();
      if (child == none) continue;
      Body& body = bodies_[at(child)];
      if (body.joint == none) {
        body.joint = static_cast<int>(i);
        continue;
      }
      const Joint& first = joints_[at(body.joint)].joint;
      complaints_.error(element.child_at, "two_parents",
                        "link " + in_quotes(draft_.links[at(child)].name),
                        fmt::format("is the child of two joints, {} and {}", in_quotes(first.name),
                                    in_quotes(element.joint.name)),
                        "kinetree does trees: cut closed loops at one joint");
    }
  }

  void add_armatures() {
    if (armatures_.empty()) return;
    std::unordered_map<std::string_view, Joint*> by_name;
    for (JointElement& element : joints_) by_name.emplace(element.joint.name, &element.joint);
    for (const Armature& armature : armatures_) {
      if (const auto found = by_name.find(armature.joint); found != by_name.end()) {
        found->second->armature = armature.value;
        continue;
      }
      complaints_.warning(
          armature.at, "unknown_joint", "",
          "a transmission drives the joint " + in_quotes(armature.joint) + ", which does not exist",
          "check the name in its <joint>");
    }
  }

  void report_roots() {
    if (bodies_.empty()) {
      complaints_.error(where_, "no_root", "", "the robot has no links",
                        "write at least <link name=\"base\"/>");
    }
    std::string names;
    Location second;
    int count = 0;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (bodies_[i].joint != none || bodies_[i].repeated) continue;
      if (++count == 2) second = draft_.links[i].where;
      if (count <= 8) names += (count > 1 ? ", " : "") + in_quotes(draft_.links[i].name);
    }
    if (count < 2) return;
    complaints_.error(second, "unreachable_link", "",
                      fmt::format("the robot has {} root links instead of one: {}{}", count, names,
                                  count > 8 ? ", …" : ""),
                      "join them: a root is a link that is no joint's child");
  }

  // Root first, then links in the order of their joints: the order of q is the order in which
  // the file lists joints.
  void give_joints() {
    std::vector<int> order;
    order.reserve(bodies_.size());
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (bodies_[i].joint == none) order.push_back(static_cast<int>(i));
    }
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      const int body = children_[i];
      if (body == none || bodies_[at(body)].joint != static_cast<int>(i)) continue;
      order.push_back(body);
      draft_.links[at(body)].joint = std::move(joints_[i].joint);
      draft_.parents[at(body)] = parents_[i];
    }
    draft_.reorder(order);
  }

  Complaints& complaints_;
  ElementReader reader_;
  ModelDraft draft_;
  Location where_;
  std::vector<Body> bodies_;  // of the links of the draft
  std::vector<JointElement> joints_;
  std::vector<int> parents_, children_;  // of joints, as indices of bodies
  std::vector<Armature> armatures_;
  std::unordered_map<std::string_view, int> by_name_;
  int unknown_ = 0;
};

}  // namespace

ModelDraft read_urdf(std::unique_ptr<xml::Document> document, Complaints& complaints) {
  Robot robot(complaints);
  robot.read(document->root());
  document.reset();
  return robot.join();
}

}  // namespace kinetree
