// SPDX-License-Identifier: MIT
#include "answers/own/tco_answer.h"

namespace wgf::answers {

bool is_old(const advisor::Purchase& purchase, Day today) {
  return purchase.newest && age_in_days(*purchase.newest, today) > old_purchase_days;
}

}  // namespace wgf::answers
