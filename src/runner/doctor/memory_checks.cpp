// SPDX-License-Identifier: MIT
#include <map>
#include <set>

#include "base/text.h"
#include "runner/doctor/checks.h"

namespace wgf::runner {
namespace {

// NVIDIA takes a GPU back from 60 retired pages on; a quarter of that is worth watching.
constexpr int pages_to_watch = 15;
constexpr int pages_too_many = 60;

std::string count(std::int64_t number) {
  return std::to_string(number);
}

Finding ecc_of(const GpuFacts& gpu) {
  const hardware::GpuHealth& health = gpu.health;
  if (!gpu.info.ecc && !health.ecc_uncorrected)
    return not_looked_at(gpu.subject(), {"doctor.no_ecc", {}});
  if (health.ecc_uncorrected.value_or(0) > 0)
    return problem(gpu.subject(),
                   {"doctor.ecc_uncorrected", {{"count", count(*health.ecc_uncorrected)}}},
                   {"doctor.advice_ecc_uncorrected", {}});
  if (gpu.info.ecc && health.ecc_pending && *gpu.info.ecc != *health.ecc_pending)
    return warning(gpu.subject(), {"doctor.ecc_pending", {}}, {"doctor.advice_reset", {}});
  if (!gpu.info.ecc.value_or(true))
    return warning(gpu.subject(), {"doctor.ecc_off", {}}, {"doctor.advice_ecc_on", {}});
  if (health.ecc_uncorrected_ever.value_or(0) > 0)
    return warning(
        gpu.subject(),
        {"doctor.ecc_uncorrected_ever", {{"count", count(*health.ecc_uncorrected_ever)}}},
        {"doctor.advice_ecc_watch", {}});
  if (!health.ecc_uncorrected) return ok(gpu.subject(), {"doctor.ecc_on", {}});
  return ok(gpu.subject(),
            {"doctor.ecc_clean", {{"corrected", count(health.ecc_corrected.value_or(0))}}});
}

Finding remaps_of(const GpuFacts& gpu, const hardware::RowRemaps& rows) {
  const Message seen{
      "doctor.row_remaps",
      {{"correctable", count(rows.correctable)}, {"uncorrectable", count(rows.uncorrectable)}}};
  if (rows.failed)
    return problem(gpu.subject(), {"doctor.row_remap_failed", seen.args},
                   {"doctor.advice_replace", {}});
  if (rows.pending)
    return problem(gpu.subject(), {"doctor.row_remap_pending", seen.args},
                   {"doctor.advice_reset", {}});
  if (rows.uncorrectable > 0) return warning(gpu.subject(), seen, {"doctor.advice_ecc_watch", {}});
  return ok(gpu.subject(), seen);
}

Finding cells_of(const GpuFacts& gpu) {
  const hardware::GpuHealth& health = gpu.health;
  if (health.row_remaps) return remaps_of(gpu, *health.row_remaps);
  if (!health.retired_pages) return not_looked_at(gpu.subject(), {"doctor.no_pages", {}});
  const Message seen{"doctor.retired_pages", {{"count", count(*health.retired_pages)}}};
  if (health.retired_pages_pending.value_or(false))
    return problem(gpu.subject(), {"doctor.retired_pages_pending", seen.args},
                   {"doctor.advice_reset", {}});
  if (*health.retired_pages >= pages_too_many)
    return problem(gpu.subject(), seen, {"doctor.advice_replace", {}});
  if (*health.retired_pages >= pages_to_watch)
    return warning(gpu.subject(), seen, {"doctor.advice_ecc_watch", {}});
  return ok(gpu.subject(), seen);
}

// "GPU 1" where the error's bus address is one of ours.
std::string subject_of(const DoctorFacts& facts, const std::string& pci_id) {
  for (const GpuFacts& gpu : facts.gpus)
    if (!gpu.info.pci_id.empty() && hardware::normalized_pci_id(gpu.info.pci_id) == pci_id)
      return gpu.subject();
  return pci_id;
}

Finding errors_of(const std::string& subject, const std::map<int, int>& counts,
                  const DoctorData& data, const std::string& file) {
  std::vector<std::string> parts;
  std::set<std::string> kinds;
  for (const auto& [number, times] : counts) {
    parts.push_back(count(number) + " × " + count(times));
    kinds.insert(data.xid_kind(number));
  }
  const Message seen{"doctor.xid_errors", {{"errors", join(parts, ", ")}, {"file", file}}};
  for (const char* kind : {"gpu", "memory", "link"})
    if (kinds.contains(kind))
      return problem(subject, seen, {std::string("doctor.advice_xid_") + kind, {}});
  return warning(
      subject, seen,
      {kinds.contains("unknown") ? "doctor.advice_xid_unknown" : "doctor.advice_xid_program", {}});
}

}  // namespace

Findings check_ecc(const DoctorFacts& facts, const DoctorData&) {
  return for_each_gpu(facts, ecc_of);
}

Findings check_memory_cells(const DoctorFacts& facts, const DoctorData&) {
  return for_each_gpu(facts, cells_of);
}

Findings check_xid_errors(const DoctorFacts& facts, const DoctorData& data) {
  if (facts.gpus.empty() && !facts.has_nvidia_gpu)
    return {not_looked_at("", {"doctor.no_gpu", {}})};
  if (!facts.kernel_log) return {not_looked_at("", {"doctor.no_kernel_log", {}})};
  std::map<std::string, std::map<int, int>> by_gpu;
  for (const hardware::XidError& error : hardware::find_xid_errors(facts.kernel_log->text))
    ++by_gpu[subject_of(facts, error.pci_id)][error.number];
  if (by_gpu.empty()) return {ok("", {"doctor.xid_none", {{"file", facts.kernel_log->file}}})};
  Findings findings;
  for (const auto& [subject, counts] : by_gpu)
    findings.push_back(errors_of(subject, counts, data, facts.kernel_log->file));
  return findings;
}

}  // namespace wgf::runner
