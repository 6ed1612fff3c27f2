import Afterglow
import Foundation
import Testing

@testable import AfterglowGuide

/// For each rule that the linter names three offences in views of data and three in Swift: all are found.
@Suite struct GuideOffenceTests {
  @Test(arguments: Offences.planted) func `each offence is found`(offence: Offence) throws {
    let found = try offence.findings()
    let rule = "(rule \(offence.rule.rawValue))"
    #expect(found.contains { $0.hasSuffix(rule) && (offence.says.isEmpty || $0.contains(offence.says)) }, "\(found)")
  }

  @Test(arguments: GuideRule.allCases, Offence.Form.allCases)
  func `three offences are planted for each rule`(rule: GuideRule, form: Offence.Form) {
    let planted = Set(Offences.planted.filter { $0.rule == rule && $0.form == form }.map(\.testDescription))
    #expect(planted.count >= 3, "\(planted)")
  }

  // MARK: Words in all languages

  @Test(arguments: [
    ("Synced 3 min ago", "en-GB"), ("Refreshed 10:04", "en-GB"), ("Checked: 12:00", "en-GB"),
    ("Updated just now", "en-GB"),
    ("Zuletzt abgerufen 10:04", "de-DE"), ("Aktualisiert 10:04", "de-DE"), ("Mis à jour : 10:04", "fr-FR"),
    ("Actualizado 10:04", "es-ES"), ("Aggiornato alle 10", "it-IT"), ("Bijgewerkt 10:04", "nl-NL"),
    ("Atualizado 10:04", "pt-PT"), ("更新 10:04", "ja-JP"), ("更新于 10:04", "zh-CN"), ("آخر تحديث", "ar"),
    ("עודכן 10:04", "he-IL"),
  ]) func `when a program last looked`(text: String, locale: String) throws {
    #expect(
      GuideWords(Locale(identifier: locale)).findings(in: text, slot: "a").map(\.rule) == [.lastUpdated], "\(text)")
  }

  @Test(arguments: [
    ("Good morning", "en-GB"), ("Hello, Anna", "en-GB"), ("Tap for details", "en-GB"), ("Don’t forget", "en-GB"),
    ("Bitte lüften", "de-DE"), ("Guten Morgen", "de-DE"), ("Tippen für mehr", "de-DE"), ("Bonjour", "fr-FR"),
    ("Touchez ici", "fr-FR"), ("Buenos días", "es-ES"), ("Toca aquí", "es-ES"), ("Buongiorno", "it-IT"),
    ("Tocca qui", "it-IT"),
    ("Goedemorgen", "nl-NL"), ("Tik op de kaart", "nl-NL"), ("Bom dia", "pt-PT"), ("Toque aqui", "pt-PT"),
    ("おはようございます", "ja-JP"), ("タップして開く", "ja-JP"), ("早上好", "zh-CN"), ("点击查看", "zh-CN"), ("صباح الخير", "ar"),
    ("اضغط هنا", "ar"), ("בוקר טוב", "he-IL"), ("הקש כאן", "he-IL"),
  ]) func `greetings and instructions`(text: String, locale: String) throws {
    #expect(
      GuideWords(Locale(identifier: locale)).findings(in: text, slot: "a").map(\.rule) == [.addressedReader], "\(text)")
  }

  @Test(arguments: [
    ("As of 14:05", "en-GB"), ("Rules updated after a vote", "en-GB"), ("Hi 21° Lo 12°", "en-GB"),
    ("Checked shirts", "en-GB"),
    ("Tapas", "en-GB"), ("Pressure 1013 hPa", "en-GB"), ("Youth hostel", "en-GB"), ("Stand 14:05", "de-DE"),
    ("Druck 1013 hPa", "nl-NL"), ("Direktor", "de-DE"), ("Je suis là", "fr-FR"), ("Synchronised swimming", "en-GB"),
    ("Morning rain", "en-GB"), ("Update of the map", "en-GB"),
  ]) func `plain words are not spoken of`(text: String, locale: String) {
    #expect(GuideWords(Locale(identifier: locale)).findings(in: text, slot: "a") == [], "\(text)")
  }

  // MARK: What keeps the rules

  @Test(arguments: [
    "See when the next bus leaves.", "Follow a share through the day.", "Sieh, wann die nächsten Busse fahren.",
    "Voir les prochains départs du bus.", "Know what Berlin Hauptbahnhof shows.", "Keep an eye on the tank.",
    "Zeigt Abfahrten und Ankünfte.",
  ]) func `descriptions that are as they should be`(text: String) throws {
    let own = OffenceWidget(describes: text) { Text("A").font(.system(size: 15)) }
    #expect(try Lint.swift(own).filter { $0.contains("(rule 87)") } == [])
  }

  @Test func `views that keep the rules are not spoken of`() throws {
    let rows = (1...3).map { "{hstack: [{text: Room \($0)}, spacer, {text: \"2\($0)°\"}], font: {size: 15}}" }
    for view in [
      "{vstack: [\(rows.joined(separator: ", "))], spacing: 6}",
      "{vstack: [{text: Kitchen, font: {size: 15}, foregroundStyle: secondary}, {text: \"21.5°\", font: {size: 40}, lineLimit: 1, minimumScaleFactor: 0.5}]}",
      "{zstack: [{shape: circle, stroke: orange, lineWidth: 6, frame: {width: 90, height: 90}}, {text: \"7\", font: {size: 30}}]}",
    ] {
      #expect(try Lint.data(view) == [], "\(view)")
    }
  }

  /// Concentric shapes, a list of six rows, a name within a text, a caption below a symbol, and a drawing more in a larger
  /// family.
  @Test func `what is nearly an offence is none`() throws {
    let home = LintPlace(context: .home)
    for shape in ["containerRelative", "capsule", "roundedRectangle, radius: 8", "rectangle"] {
      let view = "{zstack: [{shape: \(shape), fill: \"#203040\"}, {text: \"21°\", font: {size: 30}}]}"
      #expect(try Lint.data(view, in: home).filter { $0.contains("(rule 10)") } == [], "\(shape)")
    }
    let rows = (1...6).map { "{hstack: [{text: Room number \($0)}, spacer, {text: \"2\($0)°\"}], font: {size: 12}}" }
    let list = "{vstack: [\(rows.joined(separator: ", "))], spacing: 4}"
    #expect(try Lint.data(list, in: home).filter { $0.contains("(rule 22)") } == [])
    let head = "description: See what is the case.\ndisplayName: Kitchen"
    #expect(try Lint.data("{text: \"Kitchen 21°\", font: {size: 15}}", head: head) == [])
    let drawn = "{vstack: [{symbol: house, font: {size: 70}}, {text: Kitchen, font: {size: 12}}]}"
    #expect(try Lint.data(drawn).filter { $0.contains("(rule 44)") } == [])
    let bar = "{shape: capsule, fill: orange, frame: {width: 200, height: 8}}"
    func text(_ size: Int) -> String { "{text: \"21°\", font: {size: \(size)}}" }
    let larger = "families:\n  systemSmall: \(text(30))\n  systemMedium: {vstack: [\(text(60)), \(bar)]}"
    let medium = LintPlace(family: .systemMedium, context: .home)
    #expect(try Lint.data(larger, in: medium).filter { $0.contains("(rule 19)") } == [])
  }

  @Test func `a widget is not spoken of where it suits`() throws {
    let elsewhere = OffenceWidget(disfavored: [.homeScreen], mountingStyles: [.elevated]) {
      Text("Kitchen").font(.title)
    }
    #expect(try Lint.swift(elsewhere) == [])
    let head = "description: See what is the case.\ndisfavoredLocations: {homeScreen: [systemSmall]}\n"
    let found = try Lint.data("{text: Kitchen, font: {size: 15}}", head: head + "supportedMountingStyles: [elevated]")
    #expect(found == [])
  }
}
