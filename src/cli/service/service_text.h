// SPDX-License-Identifier: MIT
#pragma once
// predict --task serve as text.

#include <string>

#include "answers/service/service_answer.h"
#include "cli/command.h"

namespace wgf::cli {

std::string service_text(const answers::ServiceRequest& request,
                         const answers::ServiceForecast& one, bool is_explained,
                         const Context& context);
std::string service_explain_text(const answers::ServiceRequest& request,
                                 const answers::ServiceForecast& one, const Context& context);
// The terms of several side by side under these names; empty where it is not asked for.
std::string service_explain_rows(const answers::ServiceRequest& request,
                                 const std::vector<std::string>& names,
                                 const std::vector<answers::ServiceForecast>& rows,
                                 const Context& context);
std::string service_cards_text(const answers::ServiceRequest& request,
                               const std::vector<answers::ServiceForecast>& rows,
                               const std::vector<answers::WithoutService>& without,
                               const Context& context);
std::string service_precisions_text(const answers::ServiceRequest& request,
                                    const std::vector<answers::ServiceForecast>& rows,
                                    const std::vector<answers::WithoutService>& without,
                                    const Context& context);
std::string service_loads_text(const answers::ServiceRequest& request,
                               const std::vector<answers::ServiceForecast>& rows,
                               const Context& context);
std::string service_bounds_text(const answers::ServiceRequest& request,
                                const answers::ServiceBoundsAnswer& answer, const Context& context);

}  // namespace wgf::cli
