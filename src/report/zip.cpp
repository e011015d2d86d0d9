// The structures are those of PKWARE's APPNOTE 4.3; all integers are little-endian.
#include "report/zip.hpp"

#include <zlib.h>

#include <algorithm>
#include <ostream>

#include "kinetree/error.hpp"
#include "report/npy.hpp"

namespace kinetree::report {
namespace {

constexpr std::uint64_t four_bytes = 0xFFFFFFFFu;

}  // namespace

void ZipWriter::write(const char* bytes, std::size_t count) {
  out_.write(bytes, static_cast<std::streamsize>(count));
  offset_ += count;
}

/// What the local header and the directory have in common.
std::string ZipWriter::facts(const Member& member, std::size_t extra) {
  if (member.name.size() > 0xFFFF) throw UsageError("a name is too long for an NPZ file");
  std::string text;
  put(text, extra > 0 ? 45 : 20, 2);  // version needed to extract
  put(text, 1u << 11, 2);             // names are UTF-8
  put(text, 0, 2);                    // stored
  put(text, 0, 2);                    // time 00:00
  put(text, 0x21, 2);                 // date 1980-01-01
  put(text, member.sum, 4);
  for (int i = 0; i < 2; ++i) put(text, member.large ? four_bytes : member.size, 4);
  put(text, member.name.size(), 2);
  put(text, extra, 2);
  return text;
}

std::string ZipWriter::header(const Member& member) {
  std::string text = "PK\x03\x04" + facts(member, member.large ? 20 : 0) + member.name;
  if (!member.large) return text;
  put(text, 1, 2);  // ZIP64
  put(text, 16, 2);
  for (int i = 0; i < 2; ++i) put(text, member.size, 8);
  return text;
}

/// Adds a member to the directory.
void ZipWriter::list(const Member& member) {
  const bool far = member.place >= four_bytes;
  std::string large;
  for (int i = 0; i < (member.large ? 2 : 0); ++i) put(large, member.size, 8);
  if (far) put(large, member.place, 8);
  const std::size_t extra = large.empty() ? 0 : large.size() + 4;
  directory_ += "PK\x01\x02";
  put(directory_, extra > 0 ? 45 : 20, 2);  // version made by
  directory_ += facts(member, extra);
  put(directory_, 0, 2);  // no comment
  put(directory_, 0, 4);  // first disk, no internal attributes
  put(directory_, 0, 4);  // no external attributes
  put(directory_, std::min(member.place, four_bytes), 4);
  directory_ += member.name;
  if (extra > 0) {
    put(directory_, 1, 2);
    put(directory_, large.size(), 2);
    directory_ += large;
  }
  ++members_;
}

void ZipWriter::add(const std::string& name, const std::string& bytes) {
  const auto sum = static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  const Member member{name, offset_, bytes.size(), sum, bytes.size() >= four_bytes};
  list(member);
  write(header(member));
  write(bytes);
}

void ZipWriter::begin(const std::string& name, const std::string& head) {
  growing_ = {name, offset_, 0, 0, true};
  write(header(growing_) + head);
}

void ZipWriter::append(const char* bytes, std::size_t count) {
  write(bytes, count);
  growing_.size += count;
}

void ZipWriter::end(const std::string& head, std::uint32_t sum) {
  const auto of_head = crc32_z(0, reinterpret_cast<const Bytef*>(head.data()), head.size());
  growing_.sum =
      static_cast<std::uint32_t>(crc32_combine(of_head, sum, static_cast<z_off_t>(growing_.size)));
  growing_.size += head.size();
  list(growing_);
  const std::string start = header(growing_) + head;
  out_.seekp(static_cast<std::streamoff>(growing_.place));
  out_.write(start.data(), static_cast<std::streamsize>(start.size()));
  out_.seekp(static_cast<std::streamoff>(offset_));
}

void ZipWriter::finish() {
  const std::uint64_t place = offset_, size = directory_.size();
  std::string end;
  if (place >= four_bytes || size >= four_bytes || members_ >= 0xFFFF) {
    end += "PK\x06\x06";
    put(end, 44, 8);  // bytes that follow
    put(end, 45, 2);
    put(end, 45, 2);
    put(end, 0, 8);  // one disk
    for (const std::uint64_t x : {members_, members_, size, place}) put(end, x, 8);
    end += "PK\x06\x07";
    put(end, 0, 4);
    put(end, place + size, 8);
    put(end, 1, 4);
  }
  end += "PK\x05\x06";
  put(end, 0, 4);  // one disk
  for (int i = 0; i < 2; ++i) put(end, std::min<std::uint64_t>(members_, 0xFFFF), 2);
  put(end, std::min(size, four_bytes), 4);
  put(end, std::min(place, four_bytes), 4);
  put(end, 0, 2);  // no comment
  write(directory_ + end);
}

}  // namespace kinetree::report
