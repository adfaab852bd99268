// SPDX-License-Identifier: MIT
#pragma once
// Prices as others publish them, turned into offers: catalogue files of SkyPilot, output of
// gpuhunt, answers of the public interfaces of Vast.ai, RunPod and Lambda, and our own columns.
// What a text is, its first characters or column names tell.

#include <optional>
#include <string>
#include <string_view>

#include "base/date.h"
#include "catalog/catalog.h"
#include "catalog/offers.h"

namespace wgf::catalog {

struct PriceOrigin {
  std::string file;          // path or address, for messages and as source
  std::string provider;      // for formats that name none; empty: not known
  std::optional<Date> date;  // for formats that have none
};

// Rows that are no offer of a GPU. They are counted, not guessed at.
struct LeftOut {
  int without_gpu = 0;    // machines without a GPU, or whose GPU is priced elsewhere (Google)
  int gpu_alone = 0;      // a GPU without the machine it needs (Google), a TPU
  int without_price = 0;  // listed, but not for rent now
};

struct PriceImport {
  Offers offers;
  LeftOut left_out;
};

// Throws Error(csv.* or prices.*) with the place of what cannot be: a broken text, an unknown
// format, a negative or absurd number. Nothing of such a text is used.
PriceImport import_prices(std::string_view text, const PriceOrigin& origin, const GpuCatalog& gpus);

}  // namespace wgf::catalog
