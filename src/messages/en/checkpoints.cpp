// SPDX-License-Identifier: MIT
// English: checkpoint.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry checkpoint_entries[] = {
    {"checkpoint.other_tokenizer",
     "{file}: {what} is not read here: byte-level BPE alone is, as Llama 3, Qwen, Mistral and "
     "GPT-2 have it"},
    {"checkpoint.bad_chat_template",
     "{file}: its chat template cannot be read: {reason}; take it out, and a chat is lines \"role: "
     "text\""},
    {"checkpoint.chat_refused", "the model's chat template refuses this: {reason}"},
    {"checkpoint.bad_field",
     "{file}: tensor {tensor}: {field} is {given}, which the format does not allow; download it "
     "again"},
    {"checkpoint.extra_tensor",
     "{file}: tensor {tensor} has no place in a decoder of family {family}; config.json and "
     "weights are not of one model"},
    {"checkpoint.header_not_json",
     "{file}: its header is no JSON object: this is no safetensors file; download it again"},
    {"checkpoint.header_too_long",
     "{file}: a header of {given} bytes cannot be in a file of {bytes}: cut off, or no safetensors "
     "file; download it again"},
    {"checkpoint.in_two_files", "{file}: tensor {tensor} is in {other} too; download it again"},
    {"checkpoint.index_leaves_folder",
     "{file}: tensor {tensor} is said to be in {given}, which is no file of this folder"},
    {"checkpoint.missing_tensor",
     "{folder}: tensor {tensor} is missing; download it again, or correct config.json"},
    {"checkpoint.no_such_group",
     "{file}: tensor {tensor}: group {given} of an input, of {groups} there are"},
    {"checkpoint.no_weight_map",
     "{file}: weight_map, the file of each tensor, is missing or empty; download it again"},
    {"checkpoint.no_weights",
     "{folder}: neither model.safetensors nor model.safetensors.index.json is here; name its "
     "config.json for random weights"},
    {"checkpoint.not_in_eights",
     "{file}: tensor {tensor}: a matrix of {given} cannot be stored eight numbers to a word"},
    {"checkpoint.not_in_part", "{file}: tensor {tensor} is not in {part}; download it again"},
    {"checkpoint.not_packed",
     "{folder}: config.json says {method}, but no weight is stored so; config.json and weights are "
     "not of one model"},
    {"checkpoint.not_named",
     "{model}: name the folder of its checkpoint again with -m: fingerprint {wanted}"},
    {"checkpoint.not_the_same",
     "{folder}: its files are not those that were to be measured: fingerprint {given}, wanted "
     "{wanted}"},
    {"checkpoint.outside_file",
     "{file}: tensor {tensor}: from byte {begin} to {end} of {bytes}: cut off, or no such place; "
     "download it again"},
    {"checkpoint.overlap", "{file}: tensors {tensor} and {other} overlap; download it again"},
    {"checkpoint.quantisation_not_read", "{file}: {field} is {given}; read are: {known}"},
    {"checkpoint.tensor_twice", "{file}: tensor {tensor} is there twice; download it again"},
    {"checkpoint.too_short", "{file}: {given} bytes are no safetensors file; download it again"},
    {"checkpoint.unknown_type", "{file}: tensor {tensor} has type {given}, which is not read"},
    {"checkpoint.unused_bytes",
     "{file}: no tensor has the bytes from {place} of {bytes} on; download it again"},
    {"checkpoint.wrong_length",
     "{file}: tensor {tensor} has {given} bytes, its type and sizes say {wanted}; download it "
     "again"},
    {"checkpoint.wrong_sizes",
     "{file}: tensor {tensor} is {given}, config.json says {wanted}; config.json and weights are "
     "not of one model"},
    {"checkpoint.scale_is_no_number", "{file}: tensor {tensor}: an exponent of 255 is no number"},
    {"checkpoint.wrong_type", "{file}: tensor {tensor} is of type {given}, wanted: {wanted}"},
};
const Part checkpoints = checkpoint_entries;

}  // namespace wgf::messages::english
