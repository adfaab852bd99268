// SPDX-License-Identifier: MIT
#pragma once
// The tables of data/doctor/: versions that belong together, kinds of Xid errors, what a healthy
// GPU reaches of its record.

#include <string>
#include <string_view>
#include <vector>

namespace wgf::runner {

struct CudaRelease {
  std::string version;       // "13.0"
  std::string driver;        // oldest that has all of it
  std::string major_driver;  // oldest that runs it at all
};

struct TorchRelease {
  std::string version;            // "2.13"
  std::vector<std::string> cuda;  // of its wheels
  std::string cudnn, nccl;
};

// Shares of the record.
struct Expectation {
  std::string compute_capability;  // empty: any other
  double typical = 0, healthy = 0;
};

struct DoctorData {
  std::vector<CudaRelease> cuda;
  std::vector<TorchRelease> torch;
  std::vector<Expectation> products;
  Expectation bandwidth;
  std::vector<std::pair<std::string, double>> link_gbs;  // "NVLink4", both directions
  std::vector<std::pair<int, std::string>> xid_kinds;    // 79, "gpu"

  const CudaRelease* find_cuda(std::string_view version) const;
  // "2.13.0+cu130" is release 2.13.
  const TorchRelease* find_torch(std::string_view version) const;
  const Expectation& product(std::string_view compute_capability) const;
  std::string xid_kind(int number) const;  // "unknown" where it is not listed
};

// Adds the tables of one file. Throws Error(catalog.…) with file, line and field where one is
// misspelt, missing or of another type.
void read_doctor_tables(std::string_view text, const std::string& file, DoctorData& data);

// The embedded tables; read once.
const DoctorData& doctor_data();

// Negative, 0 or positive as a is older, the same or newer; compared number by number as far as
// both go: "580.95" and "580.95.05" are the same.
int compare_versions(std::string_view a, std::string_view b);

}  // namespace wgf::runner
