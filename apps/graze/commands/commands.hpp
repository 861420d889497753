// SPDX-License-Identifier: Apache-2.0
// The sub-commands. Each adds itself to the command line and runs when it is chosen. A command that fails throws;
// one that ends with an exit code of its own throws CLI::RuntimeError.
#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace graze {

void add_toi_command(CLI::App& app);
void add_scene_command(CLI::App& app);
void add_check_command(CLI::App& app);
void add_batch_command(CLI::App& app);
void add_distance_command(CLI::App& app);
void add_features_command(CLI::App& app);
void add_particles_command(CLI::App& app);
void add_simulate_command(CLI::App& app);
void add_mesh_command(CLI::App& app);
void add_solvers_command(CLI::App& app);
void add_demo_command(CLI::App& app);
void add_view_command(CLI::App& app);
void add_export_command(CLI::App& app);
void add_selftest_command(CLI::App& app);
void add_bench_command(CLI::App& app);

}  // namespace graze
