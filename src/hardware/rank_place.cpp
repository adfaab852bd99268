// SPDX-License-Identifier: MIT
#include "hardware/rank_place.h"

#include <cstdlib>

#include "base/error.h"
#include "base/text.h"

namespace wgf::hardware {
namespace {

// Names of one launcher's variables. Slurm's are those of the step: inside sbatch SLURM_NTASKS is
// the job's.
struct Launcher {
  const char* name;
  const char *rank, *size, *local_rank, *local_size;
};
constexpr Launcher launchers[] = {
    {"torchrun", "RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"},
    {"mpirun", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
     "OMPI_COMM_WORLD_LOCAL_SIZE"},
    {"srun", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID", "SLURM_STEP_TASKS_PER_NODE"},
};
constexpr int default_port = 29500;

// "2(x3),1": of the first node.
std::string first_number(const std::string& text) {
  return text.substr(0, text.find_first_not_of("0123456789"));
}

// "gpu[003-005,007],login1": the first of these nodes. They are in the order of their ranks unless
// srun was told otherwise.
std::string first_node(const std::string& nodes) {
  const auto bracket = nodes.find('[');
  if (bracket == std::string::npos || nodes.find(',') < bracket)
    return nodes.substr(0, nodes.find(','));
  const auto end = nodes.find(']', bracket);
  const std::string numbers = nodes.substr(bracket + 1, end - bracket - 1);
  const std::string after = end == std::string::npos ? "" : nodes.substr(end + 1);
  return nodes.substr(0, bracket) + first_number(numbers) + after.substr(0, after.find(','));
}

class Reader {
 public:
  explicit Reader(const VariableReader& variable) : variable_(variable) {}

  std::optional<RankPlace> read() const {
    for (const Launcher& launcher : launchers) {
      if (!variable_(launcher.rank) || !variable_(launcher.size)) continue;
      RankPlace place;
      place.launcher = launcher.name;
      place.rank = number(launcher.rank, 0);
      place.size = number(launcher.size, 1);
      place.local_rank = number(launcher.local_rank, place.rank);
      place.local_size = number(launcher.local_size, place.size);
      // A step of one task, and a shell inside an allocation, are no group.
      if (place.size == 1) return std::nullopt;
      if (place.rank >= place.size)
        throw Error({"ranks.beyond_size",
                     {{"rank", std::to_string(place.rank)}, {"size", std::to_string(place.size)}}},
                    ExitCode::usage);
      find_meeting(place);
      return place;
    }
    return std::nullopt;
  }

 private:
  int number(const char* name, int otherwise) const {
    const auto text = variable_(name);
    if (!text) return otherwise;
    const auto value = parse_integer(first_number(*text));
    constexpr int most = 1 << 20;
    if (!value || *value < 0 || *value > most || text->empty() || text->front() == '-')
      throw Error({"ranks.not_a_number", {{"name", name}, {"value", *text}}}, ExitCode::usage);
    return static_cast<int>(*value);
  }

  void find_meeting(RankPlace& place) const {
    if (const auto file = variable_(meeting_file_variable)) {
      place.launcher = "own";
      place.meeting_file = *file;
      return;
    }
    place.port = number("MASTER_PORT", place.launcher == "srun" ? port_of_step() : default_port);
    place.is_served_elsewhere = variable_("TORCHELASTIC_USE_AGENT_STORE").value_or("") == "True";
    if (const auto address = variable_("MASTER_ADDR")) {
      place.address = *address;
    } else if (place.local_size == place.size) {
      place.address = "127.0.0.1";
    } else if (const auto nodes = variable_("SLURM_STEP_NODELIST");
               nodes && place.launcher == "srun") {
      place.address = first_node(*nodes);
    } else {
      throw Error({"ranks.meet_nowhere", {{"launcher", place.launcher}}}, ExitCode::usage);
    }
  }

  // Another one for each step of each job that shares a node.
  int port_of_step() const {
    constexpr int span = 20000;
    return 10000 + (number("SLURM_JOB_ID", 0) * 64 + number("SLURM_STEP_ID", 0)) % span;
  }

  const VariableReader& variable_;
};

}  // namespace

std::optional<RankPlace> find_rank_place(const VariableReader& variable) {
  return Reader(variable).read();
}

std::optional<RankPlace> find_rank_place() {
  return find_rank_place([](const char* name) -> std::optional<std::string> {
    const char* value = std::getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  });
}

}  // namespace wgf::hardware
