// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "robot/mesh_path.hpp"
#include "robot/robot_data.hpp"
#include "robot/srdf.hpp"
#include "robot/urdf_checks.hpp"
#include "robot/urdf_parser.hpp"
#include "robot/urdf_xml.hpp"

namespace graze {
namespace {

Vector3 vector_of(const urdf::Vector3& v) { return {v.x, v.y, v.z}; }

// Of the origin of an element.
Placement placement_of(const urdf::Pose& pose, const TiXmlElement& element) {
  return {vector_of(pose.position), origin_turn(element)};
}

class UrdfReader {
 public:
  UrdfReader(const std::filesystem::path& file, const UrdfOptions& options)
      : file_(file), options_(options), xml_(file, "robot") {}

  RobotModel read() {
    xml_.refuse_xacro();
    refuse_what_would_be_dropped(xml_);
    links_ = urdf_links(xml_);
    joints_ = urdf_joints(xml_);
    refuse_circles();
    parsed_ = parse_urdf(xml_.text());
    if (!parsed_.model) fail_as_a_whole();
    result_.name = parsed_.model->getName();
    result_.ignore_adjacent = options_.ignore_adjacent;
    check_tree();
    add_link(*parsed_.model->getRoot(), 0);
    resolve_mimics();
    if (!options_.srdf.empty()) read_srdf(options_.srdf, result_);
    return std::move(result_);
  }

 private:
  static const char* link_named_by(const UrdfJoint& joint, const char* part) {
    const TiXmlElement* const element = joint.element->FirstChildElement(part);
    return element != nullptr ? element->Attribute("link") : nullptr;
  }

  // Takes away joints whose parent hangs on nothing, again and again: those of a circle are left. The parser would read
  // them, and its links, which hold each other, would never be freed.
  void refuse_circles() const {
    std::vector<std::pair<std::string, std::string>> left;  // parent and child
    for (const UrdfJoint& joint : joints_)
      if (const char* parent = link_named_by(joint, "parent"), *child = link_named_by(joint, "child");
          parent != nullptr && child != nullptr)
        left.emplace_back(parent, child);
    for (std::size_t before = left.size() + 1; left.size() < before;) {
      before = left.size();
      std::set<std::string> hanging;
      for (const auto& edge : left) hanging.insert(edge.second);
      std::erase_if(left, [&](const auto& edge) { return !hanging.contains(edge.first); });
    }
    if (!left.empty())
      xml_.fail(xml_.root(), "there are links that hang on one another in a circle, and not on the root");
  }

  // At the joint that the parser complains about, if it does about one.
  [[noreturn]] void fail_as_a_whole() const {
    const std::string what = "not a robot that can be read: " + parsed_.complaints;
    for (const UrdfJoint& joint : joints_)
      if (parsed_.complaints.find("[" + joint.name + "]") != std::string::npos) xml_.fail(*joint.element, what);
    xml_.fail(xml_.root(), what);
  }
  [[noreturn]] void fail_at_joint(const std::string& name, const std::string& what) const {
    xml_.fail(element_of(name), "joint \"" + name + "\": " + what);
  }
  const TiXmlElement& element_of(const std::string& joint) const {
    return *std::find_if(joints_.begin(), joints_.end(), [&](const UrdfJoint& j) { return j.name == joint; })->element;
  }

  // The parser lets a link hang on two joints: each of them would have its own copy of all that hangs on it.
  void check_tree() const {
    std::map<std::string, std::string> joint_of;
    for (const auto& [name, joint] : parsed_.model->joints_) {
      const auto [place, is_first] = joint_of.try_emplace(joint->child_link_name, name);
      if (!is_first)
        fail_at_joint(name, "link \"" + joint->child_link_name + "\" hangs on joint \"" + place->second + "\" as well");
    }
  }

  // A link and what hangs on it, in the order of the file.
  void add_link(const urdf::Link& link, std::size_t number) {
    result_.link_names.push_back(link.name);
    add_shapes(link, number);
    for (const UrdfJoint& named : joints_) {
      const auto place = std::find_if(link.child_joints.begin(), link.child_joints.end(),
                                      [&](const auto& joint) { return joint->name == named.name; });
      if (place == link.child_joints.end()) continue;
      add_joint(**place, number);
      add_link(*parsed_.model->getLink((*place)->child_link_name), result_.joints.size());
    }
  }

  void add_joint(const urdf::Joint& source, std::size_t parent) {
    Joint joint;
    joint.type = type_of(source);
    joint.parent = parent;
    joint.origin = placement_of(source.parent_to_joint_origin_transform, element_of(source.name));
    const bool has_axis = joint.type != JointType::Fixed && joint.type != JointType::Floating;
    if (has_axis) joint.axis = vector_of(source.axis);
    if (has_axis && (!joint.axis.allFinite() || joint.axis.isZero(0.0)))
      fail_at_joint(source.name, "the axis must be finite and not zero");
    if (!joint.origin.position.allFinite() || !joint.origin.orientation.coeffs().allFinite())
      fail_at_joint(source.name, "the origin must be finite");
    result_.joints.push_back(joint);
    result_.joint_names.push_back(source.name);
    result_.limits.push_back(limits_of(source));
  }

  JointType type_of(const urdf::Joint& joint) const {
    switch (joint.type) {
      case urdf::Joint::FIXED:
        return JointType::Fixed;
      case urdf::Joint::REVOLUTE:
        return JointType::Revolute;
      case urdf::Joint::CONTINUOUS:
        return JointType::Continuous;
      case urdf::Joint::PRISMATIC:
        return JointType::Prismatic;
      case urdf::Joint::FLOATING:
        return JointType::Floating;
      default:
        fail_at_joint(joint.name,
                      "planar joints are not supported; expected fixed, revolute, continuous, prismatic or floating");
    }
  }

  Interval limits_of(const urdf::Joint& joint) const {
    const bool limited = joint.type == urdf::Joint::REVOLUTE || joint.type == urdf::Joint::PRISMATIC;
    if (!limited || !joint.limits) return Interval::entire();
    if (!(joint.limits->lower <= joint.limits->upper))
      fail_at_joint(joint.name, "the lower limit must not be above the upper one");
    return {joint.limits->lower, joint.limits->upper};
  }

  // Once all joints are there: one may follow another that comes later in the file.
  void resolve_mimics() {
    for (std::size_t k = 0; k < result_.joints.size(); ++k) {
      const urdf::JointMimicSharedPtr mimic = parsed_.model->getJoint(result_.joint_names[k])->mimic;
      if (!mimic) continue;
      const auto place = std::find(result_.joint_names.begin(), result_.joint_names.end(), mimic->joint_name);
      const auto followed = static_cast<std::size_t>(place - result_.joint_names.begin());
      const auto has_one = [&](std::size_t i) {
        return result_.joints[i].type != JointType::Fixed && result_.joints[i].type != JointType::Floating;
      };
      if (place == result_.joint_names.end() || !has_one(followed) || !has_one(k) ||
          parsed_.model->getJoint(*place)->mimic)
        fail_at_joint(result_.joint_names[k],
                      "it mimics \"" + mimic->joint_name + "\", which is no joint with a variable of its own");
      result_.joints[k].mimic = Joint::Mimic{followed, mimic->multiplier, mimic->offset};
    }
  }

  // The parser leaves out collision elements that it cannot read, and those after an element that it cannot read.
  void add_shapes(const urdf::Link& link, std::size_t number) {
    const UrdfLink& source = links_.at(link.name);
    if (source.collisions.empty()) {
      result_.warnings.push_back("link \"" + link.name + "\" has no collision geometry" +
                                 (source.has_visual ? ", only visual: it is not checked" : ""));
      return;
    }
    if (link.collision_array.size() != source.collisions.size())
      xml_.fail(*source.element, "link \"" + link.name + "\": it has " + std::to_string(source.collisions.size()) +
                                     " collision elements, of which " + std::to_string(link.collision_array.size()) +
                                     " can be read: " + parsed_.complaints);
    for (std::size_t i = 0; i < source.collisions.size(); ++i) try {
        const urdf::Collision& collision = *link.collision_array[i];
        const Placement origin = placement_of(collision.origin, *source.collisions[i]);
        if (!origin.position.allFinite() || !origin.orientation.coeffs().allFinite())
          throw std::invalid_argument("the origin must be finite");
        result_.shapes.push_back({number, shape_of(*collision.geometry), origin});
      } catch (const std::exception& error) {
        xml_.fail(*source.collisions[i], "link \"" + link.name + "\": " + error.what());
      }
  }

  Shape shape_of(const urdf::Geometry& geometry) {
    switch (geometry.type) {
      case urdf::Geometry::SPHERE:
        return Shape::sphere(dynamic_cast<const urdf::Sphere&>(geometry).radius);
      case urdf::Geometry::BOX:
        return Shape::box(vector_of(dynamic_cast<const urdf::Box&>(geometry).dim));
      case urdf::Geometry::CYLINDER: {
        const auto& cylinder = dynamic_cast<const urdf::Cylinder&>(geometry);
        return Shape::cylinder(cylinder.radius, cylinder.length);
      }
      default:
        return mesh_shape(dynamic_cast<const urdf::Mesh&>(geometry));
    }
  }

  Shape mesh_shape(const urdf::Mesh& source) {
    const Vector3 scale = vector_of(source.scale);
    if (!scale.allFinite() || (scale.array() == 0.0).any())
      throw std::invalid_argument("mesh scales must be finite and not zero");
    const std::filesystem::path folder = file_.has_parent_path() ? file_.parent_path() : ".";
    TriangleMesh mesh = read_mesh(find_mesh(source.filename, folder, options_.package_paths));
    for (Vector3& vertex : mesh.vertices) vertex = vertex.cwiseProduct(scale);
    return Shape::mesh(std::move(mesh));
  }

  std::filesystem::path file_;
  const UrdfOptions& options_;
  XmlFile xml_;
  std::map<std::string, UrdfLink> links_;
  std::vector<UrdfJoint> joints_;
  ParsedUrdf parsed_;
  RobotModel result_;
};

}  // namespace

Robot Robot::from_urdf(const std::filesystem::path& file, const UrdfOptions& options) {
  RobotModel model = UrdfReader(file, options).read();
  try {
    return Robot(std::move(model));
  } catch (const std::invalid_argument& refusal) {
    throw InputError(file.string() + ": " + refusal.what());
  }
}

}  // namespace graze
