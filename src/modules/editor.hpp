// One edit of an assembly under way: what is asked, whether it can be, and then all of it at once.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "kinetree/assembly.hpp"

namespace kinetree {

/// What is plugged where.
class Assembly::Tree {
 public:
  explicit Tree(const Assembly& assembly) : tree_(assembly) {}

  struct End {
    std::string instance;  // empty: the world
    const Connector* connector = nullptr;
    std::string text() const;
  };
  const Instance& at(std::string_view instance) const;  ///< throws ModelError
  /// "instance.connector", "world", or a connector of this instance. Throws ModelError.
  End end(const std::string& text, const std::string& instance) const;
  std::string top_of(const std::string& instance) const;
  bool in_robot(const std::string& instance) const;
  bool hangs_on(const std::string& instance, const std::string& top) const;
  std::vector<std::string> carried(const std::string& top) const;
  std::string top_link(const std::string& instance) const;
  /// The links of `top` and all it carries, placed in the link that will hold them.
  Model branch(const std::string& top) const;

 private:
  std::vector<std::string> children(const std::string& instance) const;
  const Assembly& tree_;
};

class Assembly::Editor : public Assembly::Tree {
 public:
  explicit Editor(Assembly& assembly) : Tree(assembly), a_(assembly) {}

  enum class Way { fresh, loose, moved };
  /// Plugs what hangs below `top` by one of its connectors.
  Reassembly put(const std::string& top, const Plug& plug, Way way);
  Reassembly take(const std::string& top);
  Reassembly forget(const std::string& top);
  /// Puts these instances in the place of those of the same names; returns what was there.
  std::vector<Change> swap_in(std::vector<Change> changes);

 private:
  void check_free(const End& end, const std::string& top) const;
  void check_tree(const std::string& top, const End& host, const End& own, Way way) const;
  Mount mount(const Plug& plug, const End& host, const End& own) const;
  std::vector<Change> turned(const std::string& top, const std::string& entry, Mount mount) const;
  void edit(Reassembly& done, const std::string& went, Model came, const std::string& host_link);
  Reassembly begin(std::vector<std::string> instances) const;
  void finish(Reassembly& done);

  Assembly& a_;
};

}  // namespace kinetree
