#include "server/device_list.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace farpoint {

bool AbslParseFlag(absl::string_view text, DeviceList* list, std::string* error) {
  list->ordinals.clear();
  if (text.empty()) return true;
  for (absl::string_view word : absl::StrSplit(text, ',')) {
    int ordinal = 0;
    if (!absl::SimpleAtoi(word, &ordinal) || ordinal < 0) {
      *error = "must be numbers of devices, from 0, separated by commas, as in 0,1";
      return false;
    }
    const std::vector<int>& before = list->ordinals;
    if (std::find(before.begin(), before.end(), ordinal) != before.end()) {
      *error = absl::StrCat("must name each device once, names ", ordinal, " twice");
      return false;
    }
    list->ordinals.push_back(ordinal);
  }
  return true;
}

std::string AbslUnparseFlag(const DeviceList& list) { return absl::StrJoin(list.ordinals, ","); }

}  // namespace farpoint
