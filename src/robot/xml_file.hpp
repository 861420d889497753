// SPDX-License-Identifier: Apache-2.0
// XML files, with messages that name file and line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <tinyxml.h>

#include <graze/io.hpp>

namespace graze {

// The elements right inside of one, in their order: all of them, or those of a name.
std::vector<const TiXmlElement*> children(const TiXmlElement& parent, const char* name = nullptr);

class XmlFile {
 public:
  // Throws InputError if it cannot be read, is no XML, or its outermost element has another name.
  XmlFile(const std::filesystem::path& path, const std::string& root);

  const std::string& text() const { return text_; }
  const TiXmlElement& root() const { return *document_.RootElement(); }
  // Throws InputError if the file is a template for xacro.
  void refuse_xacro() const;
  // The attribute of an element; throws InputError if it has none.
  std::string attribute(const TiXmlElement& element, const char* name) const;
  [[noreturn]] void fail(const TiXmlElement& element, const std::string& what) const;

 private:
  std::string name_, text_;
  TiXmlDocument document_;
};

}  // namespace graze
