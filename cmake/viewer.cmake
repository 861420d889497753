# SPDX-License-Identifier: Apache-2.0
# GRAZE_VIEWER_PAGE: the viewer as one HTML file, built with npm from viewer/. Without npm it is empty, and commands that
# would write a page say so.
set(GRAZE_VIEWER_PAGE ${PROJECT_BINARY_DIR}/viewer/index.html)
file(GLOB_RECURSE viewer_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/viewer/src/*)
add_custom_command(OUTPUT ${GRAZE_VIEWER_PAGE}
  COMMAND ${PROJECT_SOURCE_DIR}/tools/build_viewer ${GRAZE_VIEWER_PAGE}
  DEPENDS ${viewer_sources} ${PROJECT_SOURCE_DIR}/viewer/index.html ${PROJECT_SOURCE_DIR}/viewer/vite.config.js
          ${PROJECT_SOURCE_DIR}/viewer/package-lock.json ${PROJECT_SOURCE_DIR}/tools/build_viewer
  COMMENT "Building the viewer"
  VERBATIM)
