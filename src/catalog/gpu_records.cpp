// SPDX-License-Identifier: MIT
#include "catalog/gpu_records.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/record_reader.h"

namespace wgf::catalog {
namespace {

// A record while it is read: the struct and the name of its rates table.
struct Draft {
  Gpu gpu;
  std::string rates;
};

using In = const FieldReader&;

// Limits far outside every card there is: they catch slips of unit (MHz for GHz, MB for GB).
constexpr double most_tflops = 1e6;

template <std::optional<FlopsPerSecond> PerCompute<FlopsPerSecond>::*column>
void read_dense(In in, Draft& out) {
  out.gpu.peak.*column = FlopsPerSecond(in.number(1e-3, most_tflops) * tera);
}
template <std::optional<FlopsPerSecond> PerCompute<FlopsPerSecond>::*column>
void read_sparse(In in, Draft& out) {
  out.gpu.sparse_peak.*column = FlopsPerSecond(in.number(1e-3, most_tflops) * tera);
}

using Peaks = PerCompute<FlopsPerSecond>;

constexpr RecordField<Draft> gpu_fields[] = {
    {"id", [](In in, Draft& out) { out.gpu.id = in.text(); }},
    {"name", [](In in, Draft& out) { out.gpu.name = in.text(); }},
    {"aliases", [](In in, Draft& out) { out.gpu.aliases = in.texts(); }},
    {"driver_names", [](In in, Draft& out) { out.gpu.driver_names = in.texts(); }},
    {"form_factor", [](In in, Draft& out) { out.gpu.form_factor = in.text(); }},
    {"release_year", [](In in, Draft& out) { out.gpu.release_year = in.integer(2006, 2100); }},
    {"launch_quarter", [](In in, Draft& out) { out.gpu.launch_quarter = in.text(); }},
    {"compute_capability", [](In in, Draft& out) { out.gpu.compute_capability = in.text(); }},
    {"sm_count", [](In in, Draft& out) { out.gpu.sm_count = in.integer(1, 4096); }},
    {"boost_clock_mhz",
     [](In in, Draft& out) { out.gpu.boost_clock_mhz = in.number(100, 10'000); }},
    {"tensor_clock_mhz",
     [](In in, Draft& out) { out.gpu.tensor_clock_mhz = in.number(100, 10'000); }},
    {"l2_mb", [](In in, Draft& out) { out.gpu.l2_mb = in.number(0.1, 10'000); }},
    {"l3_mb", [](In in, Draft& out) { out.gpu.l3_mb = in.number(0.1, 10'000); }},
    {"memory.gb", [](In in, Draft& out) { out.gpu.memory_gb = in.number(0.5, 10'000); }},
    {"memory.usable_gib",
     [](In in, Draft& out) { out.gpu.memory_usable_gib = in.number(0.5, 10'000); }},
    {"devices", [](In in, Draft& out) { out.gpu.devices = in.integer(1, 16); }},
    {"memory.type", [](In in, Draft& out) { out.gpu.memory_type = in.text(); }},
    {"memory.bus_bits",
     [](In in, Draft& out) { out.gpu.memory_bus_bits = in.integer(32, 65'536); }},
    {"memory.pin_gbps",
     [](In in, Draft& out) { out.gpu.memory_rate_gbps = in.number(0.5, 1'000); }},
    {"memory.bandwidth_gbs",
     [](In in, Draft& out) {
       out.gpu.memory_bandwidth = BytesPerSecond(in.number(10, 1'000'000) * giga);
     }},
    {"rates", [](In in, Draft& out) { out.rates = in.text(); }},
    {"dense_tflops.fp64", read_dense<&Peaks::fp64>},
    {"dense_tflops.fp64_tensor", read_dense<&Peaks::fp64_tensor>},
    {"dense_tflops.fp32", read_dense<&Peaks::fp32>},
    {"dense_tflops.fp32_tensor", read_dense<&Peaks::fp32_tensor>},
    {"dense_tflops.tf32", read_dense<&Peaks::tf32>},
    {"dense_tflops.fp16", read_dense<&Peaks::fp16>},
    {"dense_tflops.bf16", read_dense<&Peaks::bf16>},
    {"dense_tflops.fp8", read_dense<&Peaks::fp8>},
    {"dense_tflops.int8", read_dense<&Peaks::int8>},
    {"dense_tflops.int4", read_dense<&Peaks::int4>},
    {"dense_tflops.fp4", read_dense<&Peaks::fp4>},
    {"sparse_tflops.tf32", read_sparse<&Peaks::tf32>},
    {"sparse_tflops.fp16", read_sparse<&Peaks::fp16>},
    {"sparse_tflops.bf16", read_sparse<&Peaks::bf16>},
    {"sparse_tflops.fp8", read_sparse<&Peaks::fp8>},
    {"sparse_tflops.fp4", read_sparse<&Peaks::fp4>},
    {"sparsity_factor", [](In in, Draft& out) { out.gpu.sparsity_factor = in.number(1, 8); }},
    {"link.name", [](In in, Draft& out) { out.gpu.interconnect = in.text(); }},
    {"link.bidirectional_gbs",
     [](In in, Draft& out) {
       out.gpu.interconnect_bandwidth = BytesPerSecond(in.number(1, 100'000) * giga);
     }},
    {"pcie.generation", [](In in, Draft& out) { out.gpu.pcie_generation = in.integer(1, 10); }},
    {"pcie.lanes", [](In in, Draft& out) { out.gpu.pcie_lanes = in.integer(1, 64); }},
    {"host_link.name", [](In in, Draft& out) { out.gpu.host_interconnect = in.text(); }},
    {"host_link.bidirectional_gbs",
     [](In in, Draft& out) {
       out.gpu.host_bandwidth = BytesPerSecond(in.number(1, 100'000) * giga);
     }},
    {"tdp_w", [](In in, Draft& out) { out.gpu.tdp = Watts(in.number(1, 20'000)); }},
    {"msrp_usd", [](In in, Draft& out) { out.gpu.msrp_usd = in.number(1, 10'000'000); }},
    {"peak_explanation", [](In in, Draft& out) { out.gpu.peak_explanation = in.text(); }},
    {"source", [](In in, Draft& out) { out.gpu.source = in.text(); }},
    {"notes", [](In in, Draft& out) { out.gpu.notes = in.text(); }},
};

constexpr std::string_view required_fields[] = {
    "id", "name", "memory.gb", "memory.type", "memory.bandwidth_gbs", "source"};

struct FileHeader {
  std::string vendor, architecture;
};
constexpr RecordField<FileHeader> header_fields[] = {
    {"vendor", [](In in, FileHeader& out) { out.vendor = in.text(); }},
    {"architecture", [](In in, FileHeader& out) { out.architecture = in.text(); }},
};
constexpr std::string_view required_header[] = {"vendor", "architecture"};

// The rates of [rates.NAME] in the same file; unknown columns there are errors as well.
PerCompute<double> read_rates(const TomlDocument& document, const TomlTable& table,
                              const std::string& name) {
  PerCompute<double> rates;
  bool is_known = false;
  const std::string prefix = name + ".";
  for (const TomlTable& rates_table : document.tables) {
    for (const TomlField& field : rates_table.fields) {
      if (rates_table.name != "rates" || !field.key.starts_with(prefix)) {
        continue;
      }
      const std::string column_name = field.key.substr(prefix.size());
      const auto* column = std::find_if(
          std::begin(compute_columns<double>), std::end(compute_columns<double>),
          [&](const ComputeColumn<double>& candidate) { return candidate.name == column_name; });
      if (column == std::end(compute_columns<double>)) {
        throw_unknown_field(document, rates_table, field, {"fp32", "tf32", "fp16", "bf16"});
      }
      const std::string record = "[rates." + name + "]";
      rates.*(column->member) = FieldReader(field, document.file, record).number(1, 1e7);
      is_known = true;
    }
  }
  if (!is_known) {
    throw_bad_record("catalog.unknown_rates",
                     {document.file, table.find("rates")->line, record_name(table), "rates"},
                     {{"name", name}});
  }
  return rates;
}

Gpu read_gpu(const TomlDocument& document, const TomlTable& table, const FileHeader& header) {
  Draft draft;
  read_fields<Draft>(document, table, gpu_fields, draft);
  require_fields(document, table, required_fields);
  draft.gpu.vendor = header.vendor;
  draft.gpu.architecture = header.architecture;
  if (!draft.rates.empty()) {
    draft.gpu.flop_per_clock = read_rates(document, table, draft.rates);
  }
  check_gpu(document, table, draft.gpu);
  return std::move(draft.gpu);
}

void add_gpu(GpuCatalog& catalog, const TomlDocument& document, const TomlTable& table, Gpu gpu) {
  const auto place = [&](const std::string& field) {
    return Place{document.file, table.find(field)->line, gpu.id, field};
  };
  const std::string id = gpu.id;
  catalog.gpus.push_back(gpu);
  add_name(catalog.by_name, catalog.gpus, id, place("id"));
  add_name(catalog.by_name, catalog.gpus, gpu.name, place("name"));
  for (const std::string& alias : gpu.aliases) {
    add_name(catalog.by_name, catalog.gpus, alias, place("aliases"));
  }
}

void read_file_into(GpuCatalog& catalog, const TomlDocument& document) {
  FileHeader header;
  read_fields<FileHeader>(document, document.top, header_fields, header);
  require_fields(document, document.top, required_header);
  for (const TomlTable& table : document.tables) {
    if (table.name == "gpu") {
      add_gpu(catalog, document, table, read_gpu(document, table, header));
    } else if (table.name != "rates") {
      throw_bad_record("catalog.unknown_table", {document.file, table.line, table.name, table.name},
                       {{"known", "[[gpu]], [rates.NAME]"}});
    }
  }
}

}  // namespace

GpuCatalog read_gpus(const std::vector<TomlDocument>& documents) {
  return read_half<GpuCatalog>(documents, read_file_into);
}

}  // namespace wgf::catalog
