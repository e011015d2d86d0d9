// DART's ways to M after a change of the robot: its skeletons take bodies in and give them away.
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>

#include "bench_edits.hpp"
#include "bench_peers.hpp"
#include "dart_module.hpp"
#include "kinetree/error.hpp"

namespace kinetree::cli {
namespace {

constexpr double dart_agreement = 1e-9;
const KinetreeDart& load_dart() {
  void* const module = dlopen(peer_module_file("dart"), RTLD_NOW | RTLD_LOCAL);
  void* const entry = module == nullptr ? nullptr : dlsym(module, "kinetree_dart");
  if (entry == nullptr) throw UsageError(fmt::format("the module is missing ({})", dlerror()));
  return *reinterpret_cast<decltype(&kinetree_dart)>(entry)();
}

KinetreePeerLink translate(const Link& link, int parent) {
  const Joint& joint = link.joint;
  const bool turns = joint.type == JointType::revolute || joint.type == JointType::continuous;
  const bool slides = joint.type == JointType::prismatic;
  if ((!turns && !slides && joint.type != JointType::fixed) || joint.mimic || joint.armature != 0) {
    throw UsageError(fmt::format(
        "link '{}': only joints that turn or slide, without armature, are translated", link.name));
  }
  KinetreePeerLink out{};
  out.parent = parent;
  out.joint = slides ? peer_prismatic : turns ? peer_revolute : peer_fixed;
  out.mass = link.inertia.mass;
  const auto copy = [](const auto& from, double* to) {
    std::copy(from.data(), from.data() + from.size(), to);
  };
  copy(joint.axis, out.axis);
  copy(joint.placement.R, out.R);
  copy(joint.placement.p, out.p);
  copy(link.inertia.com, out.com);
  copy(link.inertia.inertia, out.inertia);
  return out;
}

std::vector<KinetreePeerLink> translate(const Model& model) {
  std::vector<KinetreePeerLink> links;
  for (int i = 0; i < model.size(); ++i) {
    const auto id = static_cast<LinkId>(i);
    const auto parent = model.parent(id);
    links.push_back(translate(model.link(id), parent ? static_cast<int>(index(*parent)) : -1));
  }
  return links;
}

/// One robot in DART.
class Skeleton {
 public:
  Skeleton(const KinetreeDart& dart, const std::vector<KinetreePeerLink>& links)
      : dart_(dart), robot_(dart.make(links.data(), static_cast<int>(links.size()))) {}
  Skeleton(const Skeleton&) = delete;
  Skeleton& operator=(const Skeleton&) = delete;
  ~Skeleton() { dart_.destroy(robot_); }
  void attach(const KinetreePeerLink& link) { dart_.attach(robot_, &link); }
  void detach() { dart_.detach(robot_); }
  void compute(const Vector& q) { dart_.compute(robot_, q.data()); }
  Matrix M() const {
    const int n = dart_.size(robot_);
    return Eigen::Map<const Matrix>(dart_.mass_matrix(robot_), n, n);
  }

 private:
  const KinetreeDart& dart_;
  void* robot_;
};

class DartContestant : public Contestant {
 public:
  explicit DartContestant(const EditCase& edits)
      : edits_(edits),
        dart_(load_dart()),
        links_(translate(edits.loaded)),
        pendulum_(translate(edits.swung).back()),
        still_(dart_, translate(edits.robot)),
        rigid_(dart_, translate(edits.robot)),
        swinging_(dart_, translate(edits.robot)) {}

  std::string library() const override { return "dart"; }
  std::string version() const override { return dart_.version; }

  std::vector<Trial> trials() override {
    const EditCase& c = edits_;
    std::vector<Trial> all;
    all.push_back({{phase(
        "M", still_, [] {}, c.q, c.M)}});
    all.push_back(
        {{phase(
              "attach+M", rigid_, [this] { rigid_.attach(links_.back()); }, c.q, c.M_loaded),
          phase(
              "detach+M", rigid_, [this] { rigid_.detach(); }, c.q, c.M)}});
    all.push_back({{phase(
                        "attach_joint+M", swinging_, [this] { swinging_.attach(pendulum_); },
                        c.q_swung, c.M_swung),
                    phase(
                        "detach_joint+M", swinging_, [this] { swinging_.detach(); }, c.q, c.M)}});
    all.push_back({{rebuild()}});
    return all;
  }

 private:
  BenchRow row(const char* quantity, const char* way) const {
    BenchRow row;
    row.library = library();
    row.model = edits_.robot.name;
    row.quantity = quantity;
    row.method = "getMassMatrix";
    row.way = way;
    return row;
  }

  template <class Edit>
  Phase phase(const char* quantity, Skeleton& robot, Edit edit, const std::vector<Vector>& q,
              const std::vector<Matrix>& M) {
    return {.row = row(quantity, ""),
            .call =
                [&robot, &q, edit](int k) {
                  edit();
                  robot.compute(q[EditCase::configuration(k)]);
                },
            .result = [&robot](int) { return robot.M(); },
            .expected = &M,
            .bound = dart_agreement};
  }

  Phase rebuild() {
    return {.row = row("rebuild+M", "links"),
            .call =
                [this](int k) {
                  rebuilt_ = std::make_unique<Skeleton>(dart_, links_);
                  rebuilt_->compute(edits_.q[EditCase::configuration(k)]);
                },
            .result = [this](int) { return rebuilt_->M(); },
            .expected = &edits_.M_loaded,
            .bound = dart_agreement};
  }

  const EditCase& edits_;
  const KinetreeDart& dart_;
  std::vector<KinetreePeerLink> links_;
  KinetreePeerLink pendulum_;
  Skeleton still_, rigid_, swinging_;
  std::unique_ptr<Skeleton> rebuilt_;
};

}  // namespace

std::unique_ptr<Contestant> make_dart_contestant(const EditCase& edits) {
  if (peer_module_file("dart") == nullptr) return nullptr;
  return std::make_unique<DartContestant>(edits);
}

}  // namespace kinetree::cli
