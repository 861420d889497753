// SPDX-License-Identifier: Apache-2.0
#include "robot/xml_file.hpp"

#include <algorithm>
#include <vector>

#include "io/json/text_file.hpp"

namespace graze {
namespace {

// What stands before the names of xacro's elements: "xacro:", and any other name the file gives to its namespace.
std::vector<std::string> xacro_prefixes(const TiXmlElement& root) {
  constexpr std::string_view kDeclares = "xmlns:";
  std::vector<std::string> prefixes{"xacro:"};
  for (const TiXmlAttribute* a = root.FirstAttribute(); a != nullptr; a = a->Next())
    if (std::string_view(a->Name()).starts_with(kDeclares) && a->ValueStr().find("xacro") != std::string::npos)
      prefixes.push_back(std::string(a->Name()).substr(kDeclares.size()) + ":");
  return prefixes;
}

// What only a template has; empty if there is none.
std::string template_part(const TiXmlElement& element, const std::vector<std::string>& prefixes) {
  const std::string& name = element.ValueStr();
  const auto starts = [&name](const std::string& prefix) { return name.starts_with(prefix); };
  if (std::any_of(prefixes.begin(), prefixes.end(), starts)) return "<" + name + ">";
  for (const TiXmlAttribute* a = element.FirstAttribute(); a != nullptr; a = a->Next())
    if (a->ValueStr().find("${") != std::string::npos || a->ValueStr().find("$(") != std::string::npos)
      return a->ValueStr();
  return "";
}

// Where a tag ends: at the first '>' that is not in quotes.
std::size_t tag_end(std::string_view tag) {
  char quote = 0;
  for (std::size_t i = 0; i < tag.size(); ++i) {
    const char c = tag[i];
    if (quote != 0) {
      quote = c == quote ? '\0' : quote;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return i;
    }
  }
  return std::string_view::npos;
}

// How deep elements are in one another, at least as deep as the parser goes. Comments and the like are not looked into.
std::size_t depth_of(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> kSkipped[] = {
      {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", ">"}, {"<!", ">"}, {"</", ">"}};
  std::size_t depth = 0;
  std::size_t deepest = 0;
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
    const std::string_view rest = text.substr(at);
    const auto* const skipped = std::find_if(std::begin(kSkipped), std::end(kSkipped),
                                             [&](const auto& marks) { return rest.starts_with(marks.first); });
    const bool is_element = skipped == std::end(kSkipped);
    const std::size_t end = is_element ? tag_end(rest) : rest.find(skipped->second, skipped->first.size());
    if (is_element && (end == std::string_view::npos || rest[end - 1] != '/')) deepest = std::max(deepest, ++depth);
    if (rest.starts_with("</") && depth > 0) --depth;
    if (end == std::string_view::npos) break;
    at += end;
  }
  return deepest;
}

}  // namespace

XmlFile::XmlFile(const std::filesystem::path& path, const std::string& root)
    : name_(path.string()), text_(read_text_file(path)) {
  // The parser calls itself for each of them, and the stack has an end.
  constexpr std::size_t kDeepest = 256;
  if (depth_of(text_) > kDeepest) throw InputError(name_ + ": elements are nested too deeply");
  document_.Parse(text_.c_str());
  if (document_.Error())
    throw InputError(name_ + ":" + std::to_string(document_.ErrorRow()) + ": not XML: " + document_.ErrorDesc());
  const TiXmlElement* const element = document_.RootElement();
  if (element == nullptr) throw InputError(name_ + ": expected an element <" + root + ">, got none");
  if (element->ValueStr() != root) fail(*element, "expected <" + root + ">, got <" + element->ValueStr() + ">");
}

void XmlFile::refuse_xacro() const {
  const std::vector<std::string> prefixes = xacro_prefixes(root());
  std::vector<const TiXmlElement*> open{&root()};
  while (!open.empty()) {
    const TiXmlElement& element = *open.back();
    open.pop_back();
    if (const std::string part = template_part(element, prefixes); !part.empty())
      fail(element, "this is a xacro template (" + part + "); expand it first: xacro " + name_ + " > FILE");
    const std::vector<const TiXmlElement*> inside = children(element);
    open.insert(open.end(), inside.rbegin(), inside.rend());  // the first of the file is named
  }
}

std::string XmlFile::attribute(const TiXmlElement& element, const char* name) const {
  const char* const value = element.Attribute(name);
  if (value == nullptr) fail(element, "<" + element.ValueStr() + "> needs an attribute " + name);
  return value;
}

void XmlFile::fail(const TiXmlElement& element, const std::string& what) const {
  throw InputError(name_ + ":" + std::to_string(element.Row()) + ": " + what);
}

std::vector<const TiXmlElement*> children(const TiXmlElement& parent, const char* name) {
  std::vector<const TiXmlElement*> found;
  const TiXmlElement* child = name != nullptr ? parent.FirstChildElement(name) : parent.FirstChildElement();
  while (child != nullptr) {
    found.push_back(child);
    child = name != nullptr ? child->NextSiblingElement(name) : child->NextSiblingElement();
  }
  return found;
}

}  // namespace graze
