// Which edits a model has seen, and which content it has.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace kinetree {

/// Counts edits. An evaluator shares the counter of its model, so it knows when it is stale. A copy
/// counts on its own; a move takes the counter along. Assigning is an edit of what stood there.
/// The state beside it names the content: no two contents ever have the same one, and an edit that
/// is undone brings it back.
class Revision {
 public:
  using Counter = std::atomic<std::uint64_t>;
  Revision() : count_(std::make_shared<Counter>(1)), state_(new_state()) {}
  Revision(const Revision& other)
      : count_(std::make_shared<Counter>(other.value())), state_(other.state_) {}
  Revision(Revision&& other) noexcept
      : count_(std::move(other.count_)), state_(std::exchange(other.state_, new_state())) {}
  Revision& operator=(const Revision& other);
  Revision& operator=(Revision&& other) noexcept;
  ~Revision() = default;
  std::uint64_t value() const noexcept { return count_ ? count_->load() : 0; }
  std::uint64_t state() const noexcept { return state_; }
  void advance() { advance_to(new_state()); }
  void advance_to(std::uint64_t state);
  std::shared_ptr<const Counter> watch() const noexcept { return count_; }

 private:
  static std::uint64_t new_state() noexcept;
  std::shared_ptr<Counter> count_;
  std::uint64_t state_;
};

}  // namespace kinetree
