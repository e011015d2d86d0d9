// States as NPZ: arrays q, v, a, tau of one row a state, and joints, their names, if the order is
// not the model's. The members are read side by side.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "io/complaints.hpp"
#include "io/joint_order.hpp"
#include "io/npy.hpp"
#include "io/state_source.hpp"

namespace kinetree {
namespace {

std::uint32_t sum_of(const void* bytes, std::size_t count) {
  return static_cast<std::uint32_t>(crc32_z(0, static_cast<const Bytef*>(bytes), count));
}

class NpzStates : public StateReader::Source {
 public:
  using Portion = StateReader::Portion;
  NpzStates(std::unique_ptr<ByteFile> file, const Model& model, const StateReader::Which& wanted);
  std::optional<std::uint64_t> states() const override { return states_; }
  std::optional<double> share() const override {
    return states_ == 0 ? 1 : static_cast<double>(next_) / static_cast<double>(states_);
  }
  bool take(Portion& portion, std::size_t most) override;
  void read(Portion& portion) const override;
  void confirm(const Portion& portion) override;
  std::string place(const Portion& portion, std::size_t k) const override {
    return fmt::format("{}, row {}", file_->name(), portion.first + k);
  }

 private:
  struct Member {
    std::string name;
    ZipStream stream;
    std::size_t width;
    std::uint32_t sum;  ///< of what was confirmed
  };
  [[noreturn]] void refuse(std::string_view array, const std::string& message,
                           const std::string& remedy) const {
    zip_.refuse(fmt::format("array {}: {}", array, message), remedy);
  }
  [[noreturn]] void refuse_sum(std::string_view array) const {
    refuse(array, "its checksum is wrong", "the archive is damaged: save it again");
  }
  std::vector<std::string> read_names();
  void order_joints(const Model& model);
  void open(std::size_t which, std::string_view name, std::size_t width);
  void check_array(std::string_view name, const NpyHeader& header, const ZipMember& member,
                   std::size_t width);
  void reorder(std::vector<double>& values, const std::vector<int>& order) const;

  std::unique_ptr<ByteFile> file_;
  Zip zip_;
  JointOrder order_;
  bool in_order_ = true;
  std::uint64_t states_ = 0, next_ = 0, confirmed_ = 0;
  std::string counted_;  ///< the array that says how many states there are
  std::array<std::optional<Member>, StateReader::arrays> members_;
};

NpzStates::NpzStates(std::unique_ptr<ByteFile> file, const Model& model,
                     const StateReader::Which& wanted)
    : file_(std::move(file)), zip_(*file_) {
  order_joints(model);
  for (std::size_t i = 0; i < StateReader::arrays; ++i) {
    const auto is_there = [&](std::string_view name) {
      return zip_.find(std::string(name) + ".npy") != nullptr;
    };
    const std::string_view name =
        choose_name(i, is_there, [&](std::string_view a, std::string_view b) {
          zip_.refuse(fmt::format("holds both {} and {}", a, b), "keep one");
        });
    const int width = i == StateReader::q ? model.nq() : model.nv();
    if (!name.empty() && wanted[i]) open(i, name, static_cast<std::size_t>(width));
  }
  if (wanted[StateReader::q] && !has[StateReader::q]) {
    zip_.refuse("holds no array q", "numpy.savez(file, q=q, v=v, a=a) writes states");
  }
}

/// The texts of `joints`: fixed width, UTF-32.
std::vector<std::string> NpzStates::read_names() {
  const ZipMember& member = *zip_.find("joints.npy");
  ZipStream stream(zip_, member);
  const NpyHeader header = take_npy_header(zip_, stream);
  const std::uint64_t bytes = member.size - header.bytes;
  constexpr std::uint64_t most = std::uint64_t{1} << 24;
  const std::uint64_t count = header.shape.size() == 1 ? header.shape[0] : 0;
  if (!header.type.starts_with("<U") || header.shape.size() != 1 || bytes > most ||
      (count == 0) != (bytes == 0) || (count > 0 && bytes % (4 * count) != 0)) {
    refuse("joints", fmt::format("is {} of shape {}", shown(header.type), to_string(header.shape)),
           "it lists the names of the joints; leave it out where the order is the model's");
  }
  std::string text(member.size, '\0');
  ZipStream(zip_, member).read(text.data(), text.size());
  if (sum_of(text.data(), text.size()) != member.sum) refuse_sum("joints");
  text.erase(0, header.bytes);
  std::vector<std::string> names(count);
  for (std::uint64_t i = 0; i < bytes / 4; ++i) {
    std::uint32_t c = 0;
    for (std::size_t b = 4; b-- > 0;) c = 256 * c + static_cast<unsigned char>(text[4 * i + b]);
    std::string& name = names[i / (bytes / 4 / count)];
    if (c == 0) continue;
    if (c > 0x10FFFF) refuse("joints", "is no text", "write the names by numpy.array([…])");
    const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
    if (c < 0x80) {
      name += static_cast<char>(c);
    } else if (c < 0x800) {
      name += {static_cast<char>(0xC0 | (c >> 6)), tail(0)};
    } else if (c < 0x10000) {
      name += {static_cast<char>(0xE0 | (c >> 12)), tail(6), tail(0)};
    } else {
      name += {static_cast<char>(0xF0 | (c >> 18)), tail(12), tail(6), tail(0)};
    }
  }
  return names;
}

void NpzStates::order_joints(const Model& model) {
  if (zip_.find("joints.npy") == nullptr) return;
  if (const auto fault = match_joints(model, read_names(), order_)) {
    const std::string subject = fault->subject.empty() ? "" : fault->subject + ": ";
    refuse("joints", subject + fault->message, fault->remedy);
  }
  in_order_ = std::is_sorted(order_.q.begin(), order_.q.end());
}

void NpzStates::check_array(std::string_view name, const NpyHeader& header, const ZipMember& member,
                            std::size_t width) {
  if (header.type != "<f8") {
    refuse(name, fmt::format("holds {}, not <f8", shown(header.type)),
           fmt::format("save {0}.astype('<f8')", name));
  }
  const auto& shape = header.shape;
  const bool column = shape.size() == 1 && width == 1;
  if (!column && (shape.size() != 2 || shape[1] != width)) {
    refuse(name, fmt::format("has shape {}, not (states, {})", to_string(shape), width),
           fmt::format("{} has {} numbers a state: kinetree info lists them", name, width));
  }
  if (header.fortran_order && width > 1) {
    refuse(name, "is in Fortran order", fmt::format("save numpy.ascontiguousarray({})", name));
  }
  const std::uint64_t bytes = member.size - header.bytes;
  if (bytes % (8 * width) != 0 || bytes / (8 * width) != shape[0]) {
    refuse(name, fmt::format("of shape {} has {} bytes", to_string(shape), bytes),
           "the archive is damaged: save it again");
  }
}

void NpzStates::open(std::size_t which, std::string_view name, std::size_t width) {
  const ZipMember& member = *zip_.find(std::string(name) + ".npy");
  ZipStream stream(zip_, member);
  // The header is read twice, because the checksum is of all bytes.
  const NpyHeader header = take_npy_header(zip_, stream);
  check_array(name, header, member, width);
  ZipStream again(zip_, member);
  std::string head(header.bytes, '\0');
  again.read(head.data(), head.size());
  if (!counted_.empty() && states_ != header.shape[0]) {
    refuse(name, fmt::format("has {} states, {} has {}", header.shape[0], counted_, states_),
           "give one row a state in every array");
  }
  states_ = header.shape[0];
  counted_ = name;
  members_[which].emplace(
      Member{std::string(name), std::move(again), width, sum_of(head.data(), head.size())});
  has[which] = true;
}

bool NpzStates::take(Portion& portion, std::size_t most) {
  portion.states = static_cast<std::size_t>(std::min<std::uint64_t>(most, states_ - next_));
  portion.first = next_;
  for (std::size_t i = 0; i < StateReader::arrays; ++i) {
    auto& values = portion.values[i];
    values.resize(members_[i] ? portion.states * members_[i]->width : 0);
    if (!members_[i]) continue;
    members_[i]->stream.read(reinterpret_cast<char*>(values.data()),
                             values.size() * sizeof(double));
  }
  next_ += portion.states;
  return portion.states > 0;
}

void NpzStates::reorder(std::vector<double>& values, const std::vector<int>& order) const {
  std::vector<double> state(order.size());
  for (std::size_t at = 0; at < values.size(); at += order.size()) {
    for (std::size_t k = 0; k < order.size(); ++k) {
      state[static_cast<std::size_t>(order[k])] = values[at + k];
    }
    std::copy(state.begin(), state.end(), values.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

void NpzStates::read(Portion& portion) const {
  for (std::size_t i = 0; i < StateReader::arrays; ++i) {
    if (!members_[i]) continue;
    auto& values = portion.values[i];
    portion.sums[i] = sum_of(values.data(), values.size() * sizeof(double));
    if constexpr (std::endian::native == std::endian::big) {
      for (double& x : values) {
        x = std::bit_cast<double>(__builtin_bswap64(std::bit_cast<std::uint64_t>(x)));
      }
    }
    const auto bad =
        std::find_if_not(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
    if (bad != values.end()) {
      const auto at = static_cast<std::size_t>(bad - values.begin()), width = members_[i]->width;
      refuse(members_[i]->name,
             fmt::format("row {}, column {} is {}, which is not a finite number",
                         portion.first + at / width, at % width, *bad),
             "remove the state");
    }
    if (!in_order_) reorder(values, i == StateReader::q ? order_.q : order_.v);
  }
}

void NpzStates::confirm(const Portion& portion) {
  confirmed_ += portion.states;
  for (std::size_t i = 0; i < StateReader::arrays; ++i) {
    if (!members_[i]) continue;
    Member& member = *members_[i];
    const auto bytes = static_cast<z_off_t>(portion.values[i].size() * sizeof(double));
    member.sum = static_cast<std::uint32_t>(crc32_combine(member.sum, portion.sums[i], bytes));
    if (confirmed_ == states_ && member.sum != member.stream.member().sum) {
      refuse_sum(member.name);
    }
  }
}

}  // namespace

std::unique_ptr<StateReader::Source> open_npz_states(std::unique_ptr<ByteFile> file,
                                                     const Model& model,
                                                     const StateReader::Which& wanted) {
  return std::make_unique<NpzStates>(std::move(file), model, wanted);
}

}  // namespace kinetree
