// Farpoint tests: a hand on the backend of a server, which owns the one it is given.

#ifndef FARPOINT_TESTS_SERVER_FORWARDING_BACKEND_H_
#define FARPOINT_TESTS_SERVER_FORWARDING_BACKEND_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/residency/fake_backend.h"

namespace farpoint {

/// Hands everything to a FakeBackend that the test keeps, and that must outlive the server.
class Forwarding : public Backend {
 public:
  explicit Forwarding(FakeBackend& to) : to_(to) {}
  void Run(std::shared_ptr<const Batch> batch, std::shared_ptr<const CancelFlag> cancel,
           Done done) override {
    to_.Run(std::move(batch), std::move(cancel), std::move(done));
  }
  void RunSupport(std::shared_ptr<const SupportBatch> batch,
                  std::shared_ptr<const CancelFlag> cancel, SupportDone done) override {
    to_.RunSupport(std::move(batch), std::move(cancel), std::move(done));
  }
  int64_t field_bytes() const override { return to_.field_bytes(); }
  std::vector<DeviceReport> devices() const override { return to_.devices(); }
  std::string name() const override { return to_.name(); }
  std::string instruction_set() const override { return to_.instruction_set(); }
  int concurrency() const override { return to_.concurrency(); }

 private:
  FakeBackend& to_;
};

}  // namespace farpoint

#endif  // FARPOINT_TESTS_SERVER_FORWARDING_BACKEND_H_
