// SPDX-License-Identifier: MIT
#include "advisor/truth/training_rows.h"

#include <algorithm>
#include <cmath>

#include "advisor/truth/row_network.h"
#include "advisor/truth/row_words.h"
#include "base/error.h"
#include "base/text.h"
#include "catalog/csv.h"
#include "catalog/name_resolver.h"

namespace wgf::advisor {
namespace {

constexpr double most = 1e15;
constexpr double newest_release = 2026.6;  // of the software whose rows the fit knows
constexpr double usual_release_age = 0.8;  // years, where a source does not say

// The cells of one row by the names of their columns.
class Cells {
 public:
  Cells(const catalog::CsvTable& table, const catalog::CsvRow& row)
      : table_(table), record_(table, row) {}
  std::string text(std::string_view column) const {
    return std::string(record_.text(table_.find(column)));
  }
  std::optional<double> number(std::string_view column) const { return parse_number(text(column)); }
  std::optional<int> count(std::string_view column) const {
    const std::optional<double> value = number(column);
    return value && *value >= 1 && *value < 1e9 ? std::optional(static_cast<int>(*value))
                                                : std::nullopt;
  }

 private:
  const catalog::CsvTable& table_;
  catalog::CsvRecord record_;
};

// Why a row cannot be read.
struct Unreadable {
  const char* reason;
};

template <typename Value>
Value need(std::optional<Value> value, const char* reason) {
  if (!value) throw Unreadable{reason};
  return *value;
}

RowShape shape_of(const Cells& cells) {
  return {cells.text("model"),   cells.number("params_b"), cells.number("active_params_b"),
          cells.count("layers"), cells.count("hidden"),    cells.count("ffn_hidden"),
          cells.count("heads"),  cells.count("kv_heads"),  cells.count("vocab")};
}

const catalog::Gpu* gpu_of(const Cells& cells, const catalog::GpuCatalog& gpus) {
  std::string name = cells.text("gpu");
  name = name.substr(0, name.find(" ("));  // "B200 (power limited)"
  // "A100 SXM 40GB" is a card of that name; of "H100 SXM 80GB" the memory says nothing more.
  for (const std::string& tried : {name, name.substr(0, name.rfind(' '))}) try {
      return catalog::one_gpu(gpus, tried).gpu;
    } catch (const Error&) {
      continue;  // a name the catalogue does not know
    }
  throw Unreadable{"GPU not in the catalogue"};
}

Layout layout_of(const Cells& cells, int gpus) {
  Layout layout;
  layout.tp = cells.count("tp").value_or(1);
  layout.pp = cells.count("pp").value_or(1);
  layout.cp = cells.count("cp").value_or(1);
  layout.ep = cells.count("ep").value_or(1);
  layout.virtual_stages = virtual_stages_of(cells.text("notes"));
  const bool is_stated = cells.count("dp") || cells.count("tp") || gpus == 1;
  if (!is_stated) throw Unreadable{"parallel layout not stated"};
  layout.dp = cells.count("dp").value_or(gpus / (layout.tp * layout.pp * layout.cp));
  if (layout.gpus() != gpus) throw Unreadable{"layout does not multiply to the GPUs"};
  return layout;
}

void read_batches(const Cells& cells, TrainingCase& one) {
  const std::optional<double> micro = cells.number("micro_batch"),
                              global = cells.number("global_batch");
  if (!micro && !global) throw Unreadable{"batch not stated"};
  const Layout& layout = one.work.layout;
  const bool is_model_parallel = layout.tp > 1 || layout.pp > 1;
  one.work.batch = micro ? *micro : is_model_parallel ? 1 : std::max(1.0, *global / layout.dp);
  one.global_batch = global.value_or(one.work.batch * layout.dp);
  if (one.micro_steps() < 0.99)
    throw Unreadable{"global batch smaller than one micro-batch a rank"};
}

TrainingCase case_of(const Cells& cells, int gpus) {
  TrainingCase one;
  const std::string notes = cells.text("notes"), sharding = cells.text("zero_or_fsdp");
  one.software = software_of(cells.text("source"), notes + " " + cells.text("recompute"));
  one.matrices = compute_type_of(cells.text("precision"));
  // MLPerf's logs do not say it; what NVIDIA and AMD submit since Hopper and CDNA3 runs in fp8.
  const bool is_mlperf = cells.text("source").find("MLPerf") != std::string::npos;
  if (is_mlperf && cells.text("precision").empty()) one.matrices = ComputeType::fp8;
  one.work.precision = one.matrices == ComputeType::fp32   ? Precision::fp32
                       : one.matrices == ComputeType::tf32 ? Precision::tf32
                       : one.matrices == ComputeType::bf16 ? Precision::bf16
                                                           : Precision::fp8;
  one.work.layout = layout_of(cells, gpus);
  one.work.sequence = need(cells.number("seq_len"), "sequence length not stated");
  read_batches(cells, one);
  const RecomputeWords recompute = recompute_of(cells.text("recompute"));
  one.work.recompute = recompute.recompute;
  one.recomputes_feed_forward = recompute.feed_forward;
  one.recomputes_half = recompute.half;
  // Megatron-LM of those years ran everything again unless a table says otherwise.
  if (one.software == Software::megatron && cells.text("recompute").empty())
    one.work.recompute = Recompute::full;
  if (const auto release = release_of(cells.text("source")))
    one.release_age = std::max(0.0, newest_release - *release);
  else
    one.release_age = usual_release_age;
  const bool is_megatron_core = one.software == Software::transformer_engine;
  one.work.zero = std::max(zero_stage_of(sharding), is_megatron_core ? 1 : 0);
  one.work.is_fsdp = one.work.zero == 3;
  one.work.has_flash_attention =
      !cells.text("flash_attention").starts_with("no") && one.software != Software::megatron;
  one.work.has_sequence_parallel = cells.text("sp") == "yes" || is_megatron_core;
  const std::string words = cells.text("model") + notes;
  if (words.find("LoRA") != std::string::npos || words.find("lora") != std::string::npos)
    one.work.task = Task::lora;
  if (words.find("QLoRA") != std::string::npos) throw Unreadable{"quantised base weights"};
  if ((sharding + notes).find("offload") != std::string::npos)
    throw Unreadable{"states offloaded to the host"};
  return one;
}

// FLOPs a step as the row's source counts them: the papers of Megatron-LM with recomputation
// (arXiv:2104.04473, formula 3), others the model's own, attention causal.
double counted_flops(const Cells& cells, const Network& network, const TrainingCase& one) {
  const double tokens = one.global_batch * one.work.sequence;
  const std::string notes = cells.text("notes");
  if (notes.find("hardware FLOPs") != std::string::npos) {
    const double h = network.hidden, layers = network.layer_count(), s = one.work.sequence;
    return 96 * tokens * layers * h * h * (1 + s / (6 * h) + network.vocab / (16 * layers * h));
  }
  constexpr double forward_and_backward = 3;
  return forward_and_backward * one.global_batch *
         forward_flops(network, one.work.sequence).total();
}

Seconds step_time_of(const Cells& cells, const Network& network, const TrainingCase& one,
                     int gpus) {
  const std::string metric = cells.text("metric");
  const double value = need(cells.number("value"), "no value");
  if (!(value > 0 && value < most)) throw Unreadable{"value not positive"};
  const double tokens = one.global_batch * one.work.sequence;
  constexpr double milli = 1e-3, tera = 1e12;
  if (metric == "iteration_time") return Seconds{value * (cells.text("unit") == "ms" ? milli : 1)};
  if (metric == "tokens_per_s_per_gpu") return Seconds{tokens / (value * gpus)};
  if (metric == "tokens_per_s") return Seconds{tokens / value};
  if (metric == "samples_per_s") return Seconds{one.global_batch / value};
  if (metric == "tflops_per_gpu")
    return Seconds{counted_flops(cells, network, one) / (value * tera * gpus)};
  throw Unreadable{"a metric that is no step time"};
}

TrainingRow read_row(const Cells& cells, const catalog::Catalog& catalog) {
  TrainingRow row;
  row.id = cells.text("id");
  row.group = group_of_source(cells.text("source"));
  row.gpu = gpu_of(cells, catalog.gpus());
  row.node = usual_node(*row.gpu);
  if (const auto gpus_per_node = cells.count("gpus_per_node"); gpus_per_node && row.node.gpus <= 16)
    row.node.gpus = *gpus_per_node;
  const int gpus = need(cells.count("gpus"), "number of GPUs not stated");
  row.network =
      need(network_of_row(shape_of(cells), catalog.models()), "shape of layers not known");
  row.one = case_of(cells, gpus);
  row.step_time = step_time_of(cells, row.network, row.one, gpus);
  return row;
}

}  // namespace

std::string group_of_source(std::string_view source) {
  const std::size_t mlcommons = source.find("mlcommons/");
  if (mlcommons != std::string_view::npos) return "mlcommons/training_results";
  const std::size_t paper = source.find("arXiv:");
  if (paper != std::string_view::npos) {
    const std::string_view id = source.substr(paper);
    return std::string(id.substr(0, id.find_first_of(" );,")));
  }
  std::string_view word = source.substr(0, source.find_first_of(" @"));
  return std::string(word);
}

TrainingRows read_training_rows(std::string_view csv, const std::string& file,
                                const catalog::Catalog& catalog) {
  const catalog::CsvTable table = catalog::parse_csv(csv, file);
  for (const char* column : {"id", "source", "gpu", "gpus", "model", "seq_len", "metric", "value"})
    table.require(column);
  TrainingRows read;
  for (const catalog::CsvRow& row : table.rows) {
    const Cells cells(table, row);
    try {
      read.rows.push_back(read_row(cells, catalog));
    } catch (const Unreadable& why) {
      read.unread.push_back({cells.text("id"), group_of_source(cells.text("source")), why.reason});
    }
  }
  return read;
}

}  // namespace wgf::advisor
