// SPDX-License-Identifier: MIT
#pragma once
// What stands in data in English, in the words of each language: "no such card is sold" of
// published rows, "launch price" of prices.

#include <string>
#include <string_view>

#include "messages/message_table.h"

namespace wgf::messages {

// The beginning and the words, with _ for all that is no letter or digit: "validate.reason_" and
// "shape of layers not known" are validate.reason_shape_of_layers_not_known.
std::string key_of_words(std::string_view beginning, std::string_view words);

// The sentence of that key; the words themselves where the table has none.
std::string words_of_data(std::string_view beginning, std::string_view words, Language language);

}  // namespace wgf::messages
