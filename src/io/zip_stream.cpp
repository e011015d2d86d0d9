#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <utility>

#include "io/complaints.hpp"
#include "io/zip.hpp"

namespace kinetree {
namespace {

constexpr std::size_t inflate_buffer = std::size_t{1} << 16;

}  // namespace

struct ZipStream::State {
  State(const Zip& archive, const ZipMember& of) : zip(archive), member(of) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (inflates) inflateEnd(&machine);
  }

  [[noreturn]] void refuse(const std::string& what, const std::string& remedy = "") const {
    zip.refuse(in_quotes(member.name) + " " + what, remedy);
  }
  void find_bytes();
  void copy(char* to, std::size_t count);
  void inflate_bytes(char* to, std::size_t count);

  const Zip& zip;
  const ZipMember& member;
  std::uint64_t next = 0, left = 0;  ///< bytes of the file
  bool inflates = false;
  z_stream machine{};
  std::array<char, inflate_buffer> input{};
};

/// Behind the member's own header, whose name and extra field may differ from the directory's.
void ZipStream::State::find_bytes() {
  std::array<char, 30> header{};
  const std::uint64_t size = *zip.file().size();
  const bool whole =
      member.place < size &&
      zip.file().read_at(member.place, header.data(), header.size()) == header.size() &&
      std::string_view(header.data(), 4) == "PK\x03\x04";
  if (!whole) refuse("is not where the directory says");
  const auto two_bytes = [&](std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(header[i]); };
    return std::uint64_t{byte(at)} + 256 * std::uint64_t{byte(at + 1)};
  };
  next = member.place + header.size() + two_bytes(26) + two_bytes(28);
  left = member.packed_size;
  if (next > size || left > size - next) refuse("is larger than the file");
}

ZipStream::ZipStream(const Zip& zip, const ZipMember& member)
    : state_(std::make_unique<State>(zip, member)) {
  State& s = *state_;
  if (member.encrypted) s.refuse("is encrypted", "save it without a password");
  s.find_bytes();
  if (member.method == 0 && member.size == member.packed_size) return;
  if (member.method == 0) s.refuse("is stored, but its two sizes differ");
  if (member.method != 8) {
    s.refuse(fmt::format("is compressed by method {}", member.method),
             "numpy.savez and numpy.savez_compressed write what can be read");
  }
  // Minus: without the header of zlib, which zip does not have.
  s.inflates = inflateInit2(&s.machine, -MAX_WBITS) == Z_OK;
  if (!s.inflates) throw std::bad_alloc();
}
ZipStream::ZipStream(ZipStream&&) noexcept = default;
ZipStream& ZipStream::operator=(ZipStream&&) noexcept = default;
ZipStream::~ZipStream() = default;

const ZipMember& ZipStream::member() const noexcept { return state_->member; }

void ZipStream::read(char* to, std::size_t count) {
  state_->inflates ? state_->inflate_bytes(to, count) : state_->copy(to, count);
}

void ZipStream::State::copy(char* to, std::size_t count) {
  if (count > left || zip.file().read_at(next, to, count) != count) refuse("ends early");
  next += count;
  left -= count;
}

void ZipStream::State::inflate_bytes(char* to, std::size_t count) {
  while (count > 0) {
    if (machine.avail_in == 0) {
      const std::size_t wanted = std::min<std::uint64_t>(input.size(), left);
      if (wanted == 0 || zip.file().read_at(next, input.data(), wanted) != wanted) {
        refuse("ends early");
      }
      next += wanted;
      left -= wanted;
      machine.next_in = reinterpret_cast<Bytef*>(input.data());
      machine.avail_in = static_cast<uInt>(wanted);
    }
    const auto some = static_cast<uInt>(std::min<std::size_t>(count, std::size_t{1} << 30));
    machine.next_out = reinterpret_cast<Bytef*>(to);
    machine.avail_out = some;
    const int state = inflate(&machine, Z_NO_FLUSH);
    const std::size_t done = some - machine.avail_out;
    to += done;
    count -= done;
    if (state == Z_STREAM_END && count > 0) refuse("ends early");
    if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR) {
      refuse("cannot be decompressed");
    }
  }
}

}  // namespace kinetree
