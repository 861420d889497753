// SPDX-License-Identifier: Apache-2.0
#include "simulate/scheduler.hpp"
namespace graze::simulate {
template <int D>
SchedulerPointer<D> make_grid(System<D>& system) {
  return make_priority_queue(system);
}
template SchedulerPointer<2> make_grid(System<2>&);
template SchedulerPointer<3> make_grid(System<3>&);
}  // namespace graze::simulate
