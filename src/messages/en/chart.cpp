// SPDX-License-Identifier: MIT
// English: chart.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry chart_entries[] = {
    {"chart.throughput", "Throughput"},
    {"chart.throughput_note", "median, line: 95 % interval; longer is faster. "},
    {"chart.latency", "Time of single steps"},
    {"chart.latency_note", "box: middle half, whiskers: 1st to 99th percentile; left is faster. "},
    {"chart.latency_text", "{median} ms, p99 {p99} ms"},
    {"chart.memory", "Memory at its peak"},
    {"chart.memory_note", "the most while each case ran. "},
    {"chart.memory_device_note", "Rest of the device: context, libraries, other processes. "},
    {"chart.memory_model_state", "model state"},
    {"chart.memory_activations", "activations and work space"},
    {"chart.memory_reserve", "kept by the allocator"},
    {"chart.memory_device", "rest of the device"},
    {"chart.memory_process", "rest of the process"},
    {"chart.timeline", "Clock, power and temperature while measuring"},
    {"chart.clock", "SM clock, MHz"},
    {"chart.power", "power, W"},
    {"chart.temperature", "temperature, °C"},
    {"chart.seconds", "seconds since the first measured step"},
    {"chart.throttled", "shaded: throttled by {reasons}"},
    {"chart.throttled_runs", "shaded in the colour of the run: throttled by {reasons}"},
    {"chart.reason_power_cap", "its power limit"},
    {"chart.reason_sw_thermal", "heat (the driver)"},
    {"chart.reason_hw_thermal", "heat (the hardware)"},
    {"chart.reason_hw_power_brake", "the machine's power supply"},
    {"chart.reason_hw_slowdown", "the hardware itself"},
    {"chart.reason_sync_boost", "the clock of its group"},
    {"chart.reason_display_clock", "the clock of its display"},
    {"chart.radar", "The GPU at a glance"},
    {"chart.radar_note",
     "outer edge: the most any GPU of the catalogue offers by its data sheet (16-bit, dense); "
     "figures: {name}"},
    {"chart.radar_compute", "compute"},
    {"chart.radar_bandwidth", "bandwidth"},
    {"chart.radar_memory", "memory"},
    {"chart.radar_efficiency", "efficiency"},
    {"chart.radar_value", "value"},
    {"chart.radar_sheet", "data sheet"},
    {"chart.radar_measured", "measured"},
    {"chart.rank", "Rank among the catalogue's GPUs"},
    {"chart.rank_note",
     "score from 0 to 100; the best and those around this machine; colour: what most of a GPU's "
     "rates are"},
    {"chart.rank_axis", "score"},
    {"chart.rank_this", "this machine"},
    {"chart.rank_measured", "measured"},
    {"chart.rank_published", "published"},
    {"chart.rank_forecast", "forecast"},
    {"chart.value", "Score and price"},
    {"chart.value_note",
     "rent of one GPU on demand, the cheapest known of any age; named, where there is room: "
     "nothing better for less"},
    {"chart.value_no_price",
     "rent of one GPU on demand, the cheapest known of any age; not drawn, as nobody known rents "
     "one alone: {name}"},
    {"chart.value_price", "US$ an hour (logarithmic)"},
    {"chart.value_fresh", "price of the last 30 days"},
    {"chart.value_stale", "older price"},
    {"chart.value_undated", "undated price"},
    {"chart.value_points", "{points} points per $/h"},
    {"chart.log_note", " (logarithmic)"},
    {"chart.first_cases", "The first {shown} of {total} cases."},
    {"chart.joined", "Engine processes of a run are joined. "},
    {"chart.score", "score {score} of 100 (version {version}), rank {rank} of {ranked}"},
    {"chart.score_partial",
     "partial score {score} of 100 (version {version}), rank {rank} of {ranked}"},
};
const Part chart = chart_entries;

}  // namespace wgf::messages::english
