#include "examples/robot_shelf/shelf.h"

#include "absl/strings/str_cat.h"

namespace robot_shelf {
namespace {

using farpoint::Box;
using farpoint::Cylinder;

constexpr double kFront = 0.5, kDepth = 0.3, kWidth = 1.2;  // x and y, metres
constexpr double kBoardSpacing = 0.35, kThickness = 0.02;
constexpr int kBoards = 4, kCansOnABoard = 3;
constexpr double kHeight = kBoardSpacing * kBoards;
constexpr double kMiddle = kFront + kDepth / 2;

}  // namespace

std::vector<Obstacle> MakeShelf() {
  std::vector<Obstacle> shelf;
  for (const double side : {-1.0, 1.0}) {
    shelf.push_back({side < 0 ? "right side" : "left side",
                     Box{.size = {kDepth, kThickness, kHeight}},
                     {.position = {kMiddle, side * (kWidth + kThickness) / 2, kHeight / 2}}});
  }
  shelf.push_back({"back",
                   Box{.size = {kThickness, kWidth + 2 * kThickness, kHeight}},
                   {.position = {kFront + kDepth + kThickness / 2, 0, kHeight / 2}}});
  for (int board = 0; board < kBoards; ++board) {
    const double z = board * kBoardSpacing;
    shelf.push_back({absl::StrCat("board ", board),
                     Box{.size = {kDepth, kWidth, kThickness}},
                     {.position = {kMiddle, 0, z}}});
    for (int place = 0; place < kCansOnABoard; ++place) {
      const Cylinder can{.radius = 0.033 + 0.006 * place, .length = 0.11 + 0.02 * board};
      shelf.push_back(
          {absl::StrCat("can ", board * kCansOnABoard + place),
           can,
           {.position = {kMiddle, 0.4 * (place - 1), z + (kThickness + can.length) / 2}}});
    }
  }
  return shelf;
}

}  // namespace robot_shelf
