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
#include <utility>
#include <vector>

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
                         std::initializer_list<std::string_view> names);
  void ignore(const xml::Element& element);
  void note_ignored();  ///< one note per name, with count and first line

 private:
  using Children = std::vector<xml::Element>;  // looked through once for every tag of interest
  struct Tally {
    int count = 0;
    Location first;
    std::string rule, remedy;
  };

  double number(const xml::Element& element, std::string_view attribute, double fallback);
  double value(const std::optional<xml::Element>& element, std::string_view attribute,
               double fallback);
  bool numbers(const xml::Element& element, std::string_view attribute, std::span<double> values);
  bool numbers(const xml::Element& element, const xml::Attribute& attribute,
               std::span<double> values);
  std::optional<xml::Element> single(const Children& children, std::string_view tag);
  Pose origin(const Children& children);
  JointType joint_type(const xml::Element& element);
  MassProperties inertial(const xml::Element& element);
  std::optional<Shape> visual(const xml::Element& element);
  template <class Elements>  // of an element, or its Children
  void expect_children(const Elements& children, std::initializer_list<std::string_view> names);
  void joint_details(const Children& children, Joint& joint);
  Tally& tally(std::string_view rule, const std::string& what, Location at,
               std::string_view remedy);
  std::string subject() const;
  void error(Location at, std::string rule, std::string message, std::string remedy);

  Complaints& complaints_;
  struct Subject {
    std::string_view kind, name;
  } subject_;  // of complaints, which put it into words: most elements have none
  std::map<std::string, Tally> ignored_;  // by what a note says about them
  /// The same by tag and attribute: words are only found for the first of many.
  std::map<std::pair<std::string_view, std::string_view>, Tally*> known_;
};

}  // namespace kinetree::urdf
