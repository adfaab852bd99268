// SPDX-License-Identifier: MIT
#pragma once
// Duktape as chart_renderer.cpp uses it. Bytecode fits one build of Duktape only, and a wrong one
// would crash, so it carries a line that names its Duktape; where that differs from the library the
// program found, the script is compiled from its source instead.

#include <duktape.h>

#include <string>

namespace wgf::report {

// "20700 ll u n p8 a8 x64 linux gcc\n": version and build of the Duktape of this context.
inline std::string bytecode_header(duk_context* context) {
  duk_push_global_object(context);
  duk_get_prop_string(context, -1, "Duktape");
  duk_get_prop_string(context, -1, "version");
  std::string header = duk_safe_to_string(context, -1);
  duk_get_prop_string(context, -2, "env");
  header += std::string(" ") + duk_safe_to_string(context, -1) + "\n";
  duk_pop_n(context, 4);
  return header;
}

}  // namespace wgf::report
