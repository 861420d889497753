// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/io.hpp>

#include "commands/commands.hpp"
#include "io/json/text_file.hpp"
#include "program/output.hpp"
#include "view/loopback_server.hpp"
#include "view/view_page.hpp"
#include "view/world_view.hpp"

namespace graze {
namespace {

constexpr const char* kViewExamples = R"(
examples:
  graze toi scenes/hammer.json --view hammer.html && graze view hammer.html
  graze view build/d2m.csv
  graze view results.jsonl -o results.html)";

struct ViewOptions {
  std::string file, output;
  std::uint16_t port = 0;
  bool no_browser = false;
};

// A page is shown as it is; anything else, by the viewer.
std::string page_of(const std::string& file) {
  const std::filesystem::path path(file);
  if (is_world_run(path))
    return view_page(path.filename().string() + ".json",
                     world_view_json(path.filename().string(), read_world_run(path)));
  std::string contents = read_text_file(path);
  return path.extension() == ".html" ? contents : view_page(path.filename().string(), contents);
}

// If there is a desktop. The opener runs apart from this process, and what it prints is of no interest.
void open_browser(const std::string& url) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stdout) == nullptr || std::freopen("/dev/null", "w", stderr) == nullptr)
      _exit(1);
    if (fork() == 0) execlp("xdg-open", "xdg-open", url.c_str(), nullptr);
    _exit(0);
  }
  if (child > 0) waitpid(child, nullptr, 0);
}

void run_view(const ViewOptions& options) {
  const std::string page = page_of(options.file);
  if (!options.output.empty()) {
    write_text_file(options.output, page);
    return;
  }
  const LoopbackServer server(options.port);
  write_output(fmt::format("{} shows {}, to this machine alone; Ctrl-C ends it\n", server.url(), options.file));
  if (!options.no_browser) open_browser(server.url());
  server.serve(page);
}

}  // namespace

void add_view_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("view", "Shows a file in the browser");
  const auto options = std::make_shared<ViewOptions>();
  command.footer(kViewExamples);
  command
      .add_option(
          "FILE", options->file,
          "a page, a view, a run of a world, an event log of particles, results (.jsonl), or a benchmark (.csv)")
      ->required()
      ->type_name("FILE");
  command.add_option("-o,--output", options->output, "write the page to a file, and serve nothing")
      ->type_name("PAGE.html");
  command.add_option("--port", options->port, "of 127.0.0.1 (default: any that is free)")->type_name("PORT");
  command.add_flag("--no-browser", options->no_browser, "only say where the page is");
  command.callback([options] { run_view(*options); });
}

}  // namespace graze
