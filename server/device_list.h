// Farpoint: a flag type for devices, as in --cuda_devices=0,1.

#ifndef FARPOINT_SERVER_DEVICE_LIST_H_
#define FARPOINT_SERVER_DEVICE_LIST_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace farpoint {

/// Ordinals, each once, separated by commas; or nothing.
struct DeviceList {
  std::vector<int> ordinals;
};

bool AbslParseFlag(absl::string_view text, DeviceList* list, std::string* error);
std::string AbslUnparseFlag(const DeviceList& list);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_DEVICE_LIST_H_
