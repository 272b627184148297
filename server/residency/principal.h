// Farpoint: who asks.

#ifndef FARPOINT_SERVER_RESIDENCY_PRINCIPAL_H_
#define FARPOINT_SERVER_RESIDENCY_PRINCIPAL_H_

#include <string>

namespace farpoint {

/// Until there are keys, everybody is the same tenant.
struct Principal {
  std::string tenant = "default";
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_RESIDENCY_PRINCIPAL_H_
