// SPDX-License-Identifier: MIT
#pragma once

namespace wgf {

// Standard input, output and error that whoever started us left closed (`2>&-`) are opened so that
// reading and writing fail as before: else the next file or pipe would get their number, and what
// is printed would go into it. To be called first.
void hold_standard_streams();

}  // namespace wgf
