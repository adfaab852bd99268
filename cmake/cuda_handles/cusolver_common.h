// SPDX-License-Identifier: MIT
#pragma once
// Stands in for the library's own header, which is used instead wherever it is installed: see
// README.md here.

enum cusolverStatus_t : int;
