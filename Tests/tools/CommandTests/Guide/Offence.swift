import Afterglow
import Foundation
import Testing

@testable import AfterglowGuide

/// A widget that breaks a rule.
struct Offence: CustomTestStringConvertible, Sendable {
  enum Form: String, CaseIterable, Sendable { case data, swift }

  var rule: GuideRule
  var form: Form
  var what: String
  /// What the finding says, where several belong to the rule.
  var says: String
  var findings: @Sendable () throws -> [String]

  var testDescription: String { "\(rule) (\(form.rawValue)): \(what)" }
}

/// The offences that were planted, by subject.
struct Offences {
  private(set) var all: [Offence] = []

  static let planted: [Offence] = {
    var offences = Offences()
    offences.plantAmounts()
    offences.plantWords()
    offences.plantColors()
    offences.plantPlaces()
    offences.plantPictures()
    offences.plantSizes()
    return offences.all
  }()

  /// A widget written as data.
  mutating func data(
    _ rule: GuideRule, _ view: String, says: String = "", values: String = "{}", in place: LintPlace = LintPlace(),
    head: String = "description: See what is the case.",
    files: @escaping @Sendable () throws -> [String: Data] = { [:] }
  ) {
    let what = view + (head.hasPrefix("description: See what") && !head.contains("\n") ? "" : ", \(head)")
    all.append(
      Offence(rule: rule, form: .data, what: what, says: says) {
        try Lint.data(view, values: values, in: place, head: head, files: files())
      })
  }

  /// A widget in Swift.
  mutating func swift(
    _ rule: GuideRule, _ what: String, says: String = "", in place: LintPlace = LintPlace(),
    @ViewBuilder _ content: @escaping @Sendable () -> some View
  ) {
    swift(rule, what, says: says, in: place, widget: OffenceWidget(content: content))
  }

  mutating func swift(
    _ rule: GuideRule, _ what: String, says: String = "", in place: LintPlace = LintPlace(), widget: some Widget
  ) {
    all.append(
      Offence(rule: rule, form: .swift, what: what, says: says) { try Lint.swift(widget, in: place) })
  }

  /// A widget in Swift with a picture.
  mutating func swift(
    _ rule: GuideRule, _ what: String, picture: @autoclosure @escaping @Sendable () throws -> Data,
    @ViewBuilder _ content: @escaping @Sendable (Image) -> some View
  ) {
    all.append(
      Offence(rule: rule, form: .swift, what: what, says: "") {
        let file = FileManager.default.temporaryDirectory.appending(path: "acme-\(UUID().uuidString).png")
        try picture().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try Lint.swift(OffenceWidget { content(Image(file: file).resizable()) })
      })
  }
}
