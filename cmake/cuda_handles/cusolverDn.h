// SPDX-License-Identifier: MIT
#pragma once
// Stands in for the library's own header, which is used instead wherever it is installed: see
// README.md here.

struct cusolverDnContext;
typedef struct cusolverDnContext* cusolverDnHandle_t;

#include "cusolver_common.h"
