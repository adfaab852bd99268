// SPDX-License-Identifier: MIT
#pragma once
// One request of recommend answered: what is offered, forecasts of it, the best of them.

#include <memory>
#include <vector>

#include "cli/recommend_search.h"

namespace wgf::cli {

class Recommendation {
 public:
  // options: of the offers. The catalogue must outlive this.
  Recommendation(RecommendRequest request, const RecommendOptions& options,
                 const catalog::GpuCatalog& gpus, const Context& context);
  ~Recommendation();
  Recommendation(Recommendation&&) noexcept;

  const RecommendAnswer& answer() const;
  const std::vector<Supply>& supplies() const;  // the cheapest first

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace wgf::cli
