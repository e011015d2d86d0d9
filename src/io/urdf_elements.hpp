// The elements of a URDF file, one by one: <link>, <joint>, <transmission>.
//
// How links hang together is urdf.cpp's; here each element is read on its own. Tags and attributes
// that dynamics has no use for are counted, not forgotten: they are listed once each at the end.
#pragma once
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "io/complaints.hpp"
#include "io/xml.hpp"
#include "kinetree/link.hpp"

namespace kinetree::urdf {

/// A <joint> with the links it names, before anybody knows whether they exist.
struct JointElement {
  Joint joint;
  std::string parent, child;
  Location parent_at, child_at;
};

/// Armature that a <transmission> gives to a joint.
struct Armature {
  std::string joint;
  double value = 0;
  Location at;
};

class ElementReader {
 public:
  explicit ElementReader(Complaints& complaints) : complaints_(complaints) {}

  Link link(const xml::Element& element);
  JointElement joint(const xml::Element& element);
  std::optional<Armature> transmission(const xml::Element& element);
  Vector3 vector(const xml::Element& element, std::string_view attribute, const Vector3& fallback);
  std::string name(const xml::Element& element);  ///< empty where there is none

  /// Counts attributes and children of other names than these; a xacro tag is an error.
  void expect_attributes(const xml::Element& element,
                         std::initializer_list<std::string_view> known);
  void ignore(const xml::Element& element);
  void note_ignored();  ///< one note per name, with count and first line

 private:
  struct Tally {
    int count = 0;
    Location first;
    std::string rule, remedy;
  };

  double number(const xml::Element& element, std::string_view attribute, double fallback);
  double value(const std::optional<xml::Element>& element, std::string_view attribute,
               double fallback);
  bool numbers(const xml::Element& element, std::string_view attribute, std::span<double> values);
  std::optional<xml::Element> single(const xml::Element& element, std::string_view tag);
  Pose origin(const xml::Element& element);
  JointType joint_type(const xml::Element& element);
  MassProperties inertial(const xml::Element& element);
  std::optional<Shape> visual(const xml::Element& element);
  void expect_children(const xml::Element& element, std::initializer_list<std::string_view> known);
  void joint_details(const xml::Element& element, Joint& joint);
  void count(std::string_view rule, const std::string& what, Location at, std::string_view remedy);
  void error(Location at, std::string rule, std::string message, std::string remedy);

  Complaints& complaints_;
  std::string subject_;
  std::map<std::string, Tally> ignored_;
};

}  // namespace kinetree::urdf
