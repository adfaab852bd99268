// SPDX-License-Identifier: MIT
#pragma once
// What an answer needs beside the question, made by whoever asks: the command line, a server, a
// test. Answers read no clock, no files, no home folder.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "advisor/calibration/serving_calibration.h"
#include "base/date.h"
#include "base/message.h"
#include "catalog/catalog.h"
#include "catalog/offers.h"
#include "messages/message_table.h"

namespace wgf::answers {

// What is offered for rent.
struct Prices {
  catalog::Offers offers;
  std::vector<Message> notes;  // what was left out of them, and why
};

// What measured results of a card of this machine said of the coefficients of one forecast.
struct KeptFold {
  std::string started_at;  // of the last run in it
  std::string fitted_on;   // the fitted coefficients its factors are of
  int results = 0;
  advisor::Calibration found;
};

// Of trainings and of services, as far as there were results.
struct KeptCalibration {
  std::string gpu;  // id in the catalogue
  std::optional<advisor::RecordRatio> record;
  std::optional<KeptFold> training, serving;
};

struct Surroundings {
  const catalog::Catalog& catalog;
  Day today;
  messages::Language language = messages::Language::english;  // of the few sentences inside JSON
  // Asked where dollars are: reading them takes longer than all else. The same at every call.
  std::function<std::shared_ptr<const Prices>()> prices;
  // Of this card. Throws Error where there is none, or none that can be used.
  std::function<KeptCalibration(const std::string& gpu)> calibration;
};

}  // namespace wgf::answers
