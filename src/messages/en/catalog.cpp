// SPDX-License-Identifier: MIT
// English: catalog.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry catalog_entries[] = {
    {"catalog.bad_toml", "{file}:{line}: not valid TOML: {reason}; correct the file"},
    {"catalog.no_files",
     "no .toml files in {directory}; --catalog takes a folder that holds gpus/ and models/"},
    {"catalog.missing_field",
     "{file}:{line}: {record}: the field {field} is missing; add it (fields: data/README.md)"},
    {"catalog.unknown_field",
     "{file}:{line}: {record}: unknown field {field}; nearest: {nearest} (fields: data/README.md)"},
    {"catalog.unknown_field_alone",
     "{file}:{line}: {record}: unknown field {field}; fields: data/README.md"},
    {"catalog.unknown_table", "{file}:{line}: unknown table {field}; this file holds {known}"},
    {"catalog.expected_text", "{file}:{line}: {record}: {field} must be text in quotes, not empty"},
    {"catalog.expected_texts",
     "{file}:{line}: {record}: {field} must be a list of texts, such as [\"a\", \"b\"]"},
    {"catalog.expected_flag", "{file}:{line}: {record}: {field} must be true or false"},
    {"catalog.expected_number", "{file}:{line}: {record}: {field} must be a number"},
    {"catalog.expected_integer", "{file}:{line}: {record}: {field} must be a whole number"},
    {"catalog.expected_integers",
     "{file}:{line}: {record}: {field} must be a list of whole numbers, such as [1, 2]"},
    {"catalog.out_of_range",
     "{file}:{line}: {record}: {field} = {value} is outside {low} to {high}; check the unit in "
     "data/README.md"},
    {"catalog.peak_mismatch",
     "{file}:{line}: {record}: {field} = {value}, but SMs x clock x FLOP/clock gives {computed} "
     "(more than 5 % apart); correct it or add peak_explanation"},
    {"catalog.bandwidth_mismatch",
     "{file}:{line}: {record}: {field} = {value}, but bus width x pin rate gives {computed} (more "
     "than 5 % apart); correct one of them"},
    {"catalog.unknown_rates",
     "{file}:{line}: {record}: {field} names \"{name}\", but the file has no [rates.{name}]; add "
     "that table"},
    {"catalog.duplicate_name",
     "{file}:{line}: {record}: {field}: the name \"{name}\" already belongs to {other} (case, "
     "spaces, dashes and underscores do not count); give it to one of them"},
    {"catalog.unknown_member",
     "{file}:{line}: family {record}: {field}: no record \"{name}\"; name an existing id"},
    {"catalog.default_not_member",
     "{file}:{line}: family {record}: {field} \"{name}\" is not one of its members; choose one of "
     "them"},
    {"catalog.family_takes_name",
     "{file}:{line}: family {record}: {field}: \"{name}\" is the name of a record that is not a "
     "member; rename the family"},
    {"catalog.unknown_biases",
     "{file}:{line}: {record}: {field} = \"{value}\"; use none, qkv, attention, mlp or all"},
    {"catalog.unknown_kind",
     "{file}:{line}: {record}: {field}: no kind \"{value}\"; the kinds stand in data/README.md"},
    {"catalog.contradiction",
     "{file}:{line}: {record}: {field} does not fit {other}; correct one of them"},
    {"catalog.unknown_gpu",
     "no GPU \"{name}\" in the catalogue; nearest: {nearest} (all: list-gpus)"},
    {"catalog.unknown_gpu_alone",
     "no GPU \"{name}\" in the catalogue, and none of a similar name; all: list-gpus"},
    {"catalog.gpu_is_architecture",
     "{name} is an architecture, not the name of a GPU; its cards: list-gpus --architecture "
     "'{name}'"},
    {"catalog.unknown_model",
     "no model \"{name}\" in the catalogue; nearest: {nearest} (all: list-models)"},
    {"catalog.unknown_model_alone",
     "no model \"{name}\" in the catalogue, and none of a similar name; all: list-models"},
    {"catalog.default_taken", "{name} means {chosen} here ({reason}); also: {others}"},
    {"catalog.default_only", "{name} means {chosen} here ({reason})"},
};
const Part catalog = catalog_entries;

}  // namespace wgf::messages::english
