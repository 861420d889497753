// SPDX-License-Identifier: Apache-2.0
// Memory that is looked at here and there, in large pages where the system has them: finding a page's place is most of
// the cost of a look otherwise.
#pragma once

#include <cstdlib>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace graze::particles {

template <class T>
class HugePages {
 public:
  using value_type = T;  // NOLINT(readability-identifier-naming): the standard library's name

  HugePages() = default;
  template <class U>
  HugePages(const HugePages<U>&) {}  // NOLINT(google-explicit-constructor): allocators convert

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (bytes < kPage) return static_cast<T*>(::operator new (bytes, std::align_val_t{64}));
    void* memory = ::operator new ((bytes + kPage - 1) / kPage * kPage, std::align_val_t{kPage});
#if defined(__linux__)
    madvise(memory, (bytes + kPage - 1) / kPage * kPage, MADV_HUGEPAGE);  // a wish; refused, all works as before
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) {
    ::operator delete (memory, std::align_val_t{count * sizeof(T) < kPage ? 64 : kPage});
  }
  friend bool operator==(const HugePages&, const HugePages&) { return true; }

 private:
  static constexpr std::size_t kPage = std::size_t{1} << 21U;
};

template <class T>
using HugeVector = std::vector<T, HugePages<T>>;

}  // namespace graze::particles
