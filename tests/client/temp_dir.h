// Test support: a directory that goes with its owner.

#ifndef FARPOINT_TESTS_CLIENT_TEMP_DIR_H_
#define FARPOINT_TESTS_CLIENT_TEMP_DIR_H_

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace farpoint {

class TempDir {
 public:
  TempDir() {
    std::string path = (std::filesystem::temp_directory_path() / "farpoint-XXXXXX").string();
    path_ = mkdtemp(path.data());
  }
  ~TempDir() { std::filesystem::remove_all(path_); }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  std::string Path(const std::string& name) const { return path_ + "/" + name; }
  /// Writes a file and returns its path.
  std::string Write(const std::string& name, const std::string& bytes) const {
    std::ofstream(Path(name), std::ios::binary) << bytes;
    return Path(name);
  }

 private:
  std::string path_;
};

}  // namespace farpoint

#endif  // FARPOINT_TESTS_CLIENT_TEMP_DIR_H_
