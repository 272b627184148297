// Farpoint command line: reports as JSON, the keys in this order in every version.

#ifndef FARPOINT_CLIENT_CLI_REPORT_JSON_H_
#define FARPOINT_CLIENT_CLI_REPORT_JSON_H_

#include <nlohmann/json.hpp>

#include "client/reports.h"

namespace farpoint::cli {

/// Numbers that are not finite become null; `expire_time` is RFC 3339, or null if there is none.
nlohmann::ordered_json GeometryJson(const GeometryReport& report);
nlohmann::ordered_json ServerInfoJson(const ServerInfo& info);

/// "sha256-…  mesh  vertices 102 …", one line without its end.
std::string GeometryLine(const GeometryReport& report);

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_REPORT_JSON_H_
