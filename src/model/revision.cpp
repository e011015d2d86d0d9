#include "kinetree/revision.hpp"

namespace kinetree {

std::uint64_t Revision::new_state() noexcept {
  static std::atomic<std::uint64_t> newest{0};
  return ++newest;
}

Revision& Revision::operator=(const Revision& other) {
  if (this != &other) advance_to(other.state_);
  return *this;
}

Revision& Revision::operator=(Revision&& other) noexcept {
  // Watchers of either counter must see a change: neither model is what they compiled.
  if (this == &other) return *this;
  if (count_) count_->fetch_add(1);
  if (other.count_) other.count_->fetch_add(1);
  if (!count_) count_ = std::move(other.count_);
  state_ = std::exchange(other.state_, new_state());
  return *this;
}

void Revision::advance_to(std::uint64_t state) {
  if (!count_) count_ = std::make_shared<Counter>(0);
  state_ = state;
  count_->fetch_add(1);
}

}  // namespace kinetree
