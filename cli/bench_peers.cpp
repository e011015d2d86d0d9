#include "bench_peers.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>

#include "kinetree/error.hpp"
#include "nearest.hpp"
#include "numbers.hpp"

#ifndef KINETREE_KDL_MODULE
#define KINETREE_KDL_MODULE nullptr
#endif
#ifndef KINETREE_DART_MODULE
#define KINETREE_DART_MODULE nullptr
#endif
#ifndef KINETREE_PINOCCHIO_MODULE
#define KINETREE_PINOCCHIO_MODULE nullptr
#endif
#ifndef KINETREE_RBDL_MODULE
#define KINETREE_RBDL_MODULE nullptr
#endif

namespace kinetree::cli {
namespace {

constexpr std::pair<std::string_view, const char*> modules[] = {
    {"kdl", KINETREE_KDL_MODULE},
    {"dart", KINETREE_DART_MODULE},
    {"pinocchio", KINETREE_PINOCCHIO_MODULE},
    {"rbdl", KINETREE_RBDL_MODULE}};

const KinetreePeer& load_module(const char* file) {
  void* const module = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  void* const entry = module == nullptr ? nullptr : dlsym(module, "kinetree_peer");
  if (entry == nullptr) throw UsageError(fmt::format("the module is missing ({})", dlerror()));
  return *reinterpret_cast<decltype(&kinetree_peer)>(entry)();
}

class ModuleRobot : public PeerRobot {
 public:
  ModuleRobot(const KinetreePeer& peer, const PeerModel& model, int states)
      : peer_(peer),
        robot_(peer.make(model.links.data(), static_cast<int>(model.links.size()),
                         model.gravity.data(), states)) {}
  ~ModuleRobot() override { peer_.destroy(robot_); }
  std::string version() const override { return peer_.version; }
  int base() const override { return peer_.base; }
  std::string method(Measured measured) const override {
    const char* const name = peer_.methods[static_cast<int>(measured)];
    return name == nullptr ? "" : name;
  }
  void store(int k, const RandomState& x) override {
    peer_.store(robot_, k, x.q.data(), x.v.data(), x.a.data(), x.tau.data());
  }
  double* q(int k) override { return peer_.q(robot_, k); }
  double run(Measured measured, int k) override {
    return peer_.run(robot_, static_cast<int>(measured), k);
  }
  void result(Measured measured, double* out) override {
    peer_.result(robot_, static_cast<int>(measured), out);
  }

 private:
  const KinetreePeer& peer_;
  void* robot_;
};

template <std::size_t number>
std::unique_ptr<PeerRobot> make_module_robot(const PeerModel& model, int states) {
  const KinetreePeer& peer = load_module(modules[number].second);
  if (model.floats() && peer.base == peer_base_none) {
    throw UsageError("it has no floating base");
  }
  return std::make_unique<ModuleRobot>(peer, model, states);
}

constexpr const char* by_preset = "then `cmake --workflow --preset bench` finds it";

}  // namespace

const char* peer_module_file(std::string_view name) noexcept {
  for (const auto& [module, file] : modules) {
    if (module == name) return file;
  }
  return nullptr;
}

const std::vector<Peer>& peers() {
  static const std::vector<Peer> all{
      {"kdl", fmt::format("apt-get install liborocos-kdl-dev, {}", by_preset), false, true,
       peer_module_file("kdl") != nullptr, make_module_robot<0>},
      {"mujoco", "apt-get install libmujoco-dev, then build again", true, true,
       mujoco_is_built_in(), make_mujoco_robot},
      {"dart", fmt::format("apt-get install libdart-dev, {}", by_preset), true, false,
       peer_module_file("dart") != nullptr, make_module_robot<1>},
      {"pinocchio", fmt::format("install it where CMake looks, {}", by_preset), true, false,
       peer_module_file("pinocchio") != nullptr, make_module_robot<2>},
      {"rbdl", fmt::format("install it where CMake looks, {}", by_preset), true, false,
       peer_module_file("rbdl") != nullptr, make_module_robot<3>}};
  return all;
}

std::vector<const Peer*> read_peers(const std::string& list) {
  std::vector<std::string> names;
  for (const Peer& peer : peers()) names.push_back(peer.name);
  std::vector<const Peer*> result;
  for (const std::string& name : split_list(list)) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      throw UsageError(
          fmt::format("--against: '{}' is no library that is known here{}; there are {}", name,
                      did_you_mean(name, names), fmt::join(names, ", ")));
    }
    const Peer* const peer = &peers()[static_cast<std::size_t>(found - names.begin())];
    if (std::find(result.begin(), result.end(), peer) == result.end()) result.push_back(peer);
  }
  return result;
}

}  // namespace kinetree::cli
