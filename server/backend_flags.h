// Farpoint: the backend that the flags of farpointd ask for.
//
//   StatusOr<std::unique_ptr<Backend>> backend = BackendOfFlags(BackendOptionsFromFlags());
//   std::cout << "farpointd: " << DescribeBackend(**backend);  // backend cpu (avx2), 8 threads

#ifndef FARPOINT_SERVER_BACKEND_FLAGS_H_
#define FARPOINT_SERVER_BACKEND_FLAGS_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "src/batch/make_backend.h"

namespace farpoint {

/// `InvalidArgument` for a name that --backend does not know; says which it does.
absl::Status CheckBackendName(const std::string& name);

/// MakeBackend, whose errors name the flag at fault: `InvalidArgument` for a wrong flag, another
/// code where the machine cannot do what it asks for.
absl::StatusOr<std::unique_ptr<Backend>> BackendOfFlags(const BackendOptions& options);

/// An error of MakeBackend with the flag that it is about in front.
absl::Status NameBackendFlag(const BackendOptions& options, const absl::Status& error);

/// One line, without its end: what answers pairs, and on which devices.
std::string DescribeBackend(const Backend& backend);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_BACKEND_FLAGS_H_
