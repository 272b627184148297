#include "src/support/support_field.h"

#include "absl/strings/str_cat.h"

namespace farpoint {

absl::Status ValidateField(SupportField field, int32_t resolution) {
  if (field < SupportField::kExactCells || field > SupportField::kHillClimbing) {
    return absl::InvalidArgumentError(
        absl::StrCat("field: must be one that is known, is ", static_cast<int>(field)));
  }
  if (resolution < 2 || resolution > kMaxFieldResolution) {
    return absl::InvalidArgumentError(absl::StrCat("field_resolution: must be from 2 to ",
                                                   kMaxFieldResolution, ", is ", resolution));
  }
  return absl::OkStatus();
}

}  // namespace farpoint
