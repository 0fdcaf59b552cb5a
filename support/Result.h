// A value or a reason why there is none, for code that does not link LLVM and throws nothing across libraries.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace helicon {

/// A message for the user: what is wrong, where, and what to do. Starts in lower case, no full stop.
struct Failure {
  std::string message;
};

template <class T> class [[nodiscard]] Result {
public:
  Result(T value) : state(std::in_place_index<0>, std::move(value)) {}
  Result(Failure failure) : state(std::in_place_index<1>, std::move(failure)) {}

  explicit operator bool() const { return state.index() == 0; }
  T &operator*() {
    assert(*this && "value of a failed Result");
    return std::get<0>(state);
  }
  const T &operator*() const {
    assert(*this && "value of a failed Result");
    return std::get<0>(state);
  }
  T *operator->() { return &**this; }
  const T *operator->() const { return &**this; }
  const std::string &message() const { return std::get<1>(state).message; }

private:
  std::variant<T, Failure> state;
};

} // namespace helicon
