// SPDX-License-Identifier: Apache-2.0
#include "robot/xml_file.hpp"

#include "io/text_file.hpp"

namespace graze {

XmlFile::XmlFile(const std::filesystem::path& path, const std::string& root)
    : name_(path.string()), text_(read_text_file(path)) {
  document_.Parse(text_.c_str());
  if (document_.Error())
    throw InputError(name_ + ":" + std::to_string(document_.ErrorRow()) + ": not XML: " + document_.ErrorDesc());
  const TiXmlElement* const element = document_.RootElement();
  if (element == nullptr) throw InputError(name_ + ": expected an element <" + root + ">, got none");
  if (element->ValueStr() != root) fail(*element, "expected <" + root + ">, got <" + element->ValueStr() + ">");
}

std::string XmlFile::attribute(const TiXmlElement& element, const char* name) const {
  const char* const value = element.Attribute(name);
  if (value == nullptr) fail(element, "<" + element.ValueStr() + "> needs an attribute " + name);
  return value;
}

void XmlFile::fail(const TiXmlElement& element, const std::string& what) const {
  throw InputError(name_ + ":" + std::to_string(element.Row()) + ": " + what);
}

}  // namespace graze
