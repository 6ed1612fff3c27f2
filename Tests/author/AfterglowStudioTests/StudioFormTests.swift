import Afterglow
import AfterglowServer
import AfterglowWidgets
import Foundation
import Testing

@testable import AfterglowStudio

/// Forms and the gallery, which are made from what widgets say of themselves.
@Suite struct StudioFormTests {
  private typealias Object = [String: Any]

  @Test(arguments: WidgetGallery.builtIn.kinds)
  func `a form has each key of a widget, and offers only what it takes`(kind: String) throws {
    let widget = try #require(WidgetGallery.builtIn.widget(kind)).descriptor
    let fields = ConfigurationSchema(widget).fields(nil)
    let keys = WidgetGallery.builtIn.settings(of: kind).map(\.key)
    #expect(Array(fields.map { $0.path[0] }.prefix(keys.count)) == keys)
    for field in fields {
      let key = field.path[0]
      for choice in field.choices ?? [] {
        let value: ConfigurationValue = field.kind == .list ? .array([.string(choice[0])]) : .string(choice[0])
        #expect(throws: Never.self) { try widget.checkConfiguration([key: value]) }
      }
      if let least = field.minimum, let most = field.maximum {
        #expect(throws: Never.self) { try widget.checkConfiguration([key: .integer(Int(least))]) }
        #expect(throws: Never.self) { try widget.checkConfiguration([key: .integer(Int(most))]) }
        #expect(throws: ConfigurationError.self) { try widget.checkConfiguration([key: .integer(Int(most) + 1)]) }
      }
      if field.kind == .switch { #expect(throws: Never.self) { try widget.checkConfiguration([key: .bool(true)]) } }
      if let item = field.newItem {
        #expect(throws: Never.self) { try widget.checkConfiguration([key: .array([item])]) }
      }
      #expect(field.help?.contains("`") != true && field.help?.contains("](") != true)
    }
  }

  @Test func `the clock's form has choices, switches and a zone`() throws {
    let widget = try #require(WidgetGallery.builtIn.widget("clock")).descriptor
    let fields = Dictionary(uniqueKeysWithValues: ConfigurationSchema(widget).fields(nil).map { ($0.path[0], $0) })
    #expect(fields["style"]?.choices?.map { $0[0] } == ["digital", "inline", "analogue"])
    #expect(fields["face"]?.kind == .choice && fields["face"]?.choices?.contains { $0[0] == "solar" } == true)
    #expect(fields["seconds"]?.kind == .switch && fields["zone"]?.kind == .zone)
    #expect(fields["hour"]?.kind == .choice)
  }

  @Test func `a form has the values of the file`() throws {
    let rig = try StudioRig("bedside-clock")
    let answer = try rig.ask("GET", "/api/boards/bedside-clock/form", query: "widget=weather")
    let fields = try answer.document["fields"] as? [Object] ?? []
    func field(_ key: String) -> Object { fields.first { $0["path"] as? [String] == [key] } ?? [:] }
    #expect(field("file")["value"] as? String == "forecast.json" && field("file")["kind"] as? String == "file")
    #expect(field("sample")["value"] as? Bool == true && field("source")["isReadOnly"] as? Bool == true)
    #expect(try rig.ask("GET", "/api/boards/bedside-clock/form", query: "widget=none").status == 404)
    let scene = try rig.ask("GET", "/api/boards/bedside-clock/form").document["fields"] as? [Object] ?? []
    #expect(scene.contains { $0["path"] as? [String] == ["place"] && $0["kind"] as? String == "place" })
  }

  @Test func `zones, places, symbols and files are found by parts of their names`() throws {
    let rig = try StudioRig("bedside-clock")
    func found(_ path: String, _ query: String) throws -> [Object] {
      let answer = try rig.ask("GET", path, query: query)
      #expect(answer.status == 200)
      return try answer.document["items"] as? [Object] ?? []
    }
    #expect(try found("/api/zones", "query=lisb").first?["name"] as? String == "Europe/Lisbon")
    let place = try #require(try found("/api/places", "query=s%C3%A3o+paulo").first?["value"] as? Object)
    #expect(place["name"] as? String == "São Paulo" && abs((place["latitude"] as? Double ?? 0) + 23.5) < 0.2)
    // No zone is named after it.
    let porto = try #require(try found("/api/places", "query=porto,+portugal").first)
    #expect(porto["name"] as? String == "Porto" && porto["detail"] as? String == "PT, Europe/Lisbon")
    #expect((porto["value"] as? Object)?["longitude"] as? Double == -8.61)
    let common = try found("/api/symbols", "query=")
    #expect(common.count > 40 && common.allSatisfy { $0["glyph"] is String })
    #expect(common.contains { $0["name"] as? String == "airplane" })
    #expect(try found("/api/symbols", "query=hourglass").contains { $0["name"] as? String == "hourglass" })
    let files = try found("/api/boards/bedside-clock/files", "query=")
    #expect(files.map { $0["name"] as? String } == ["evening.csv", "face.yaml", "forecast.json"])
    #expect(try found("/api/boards/bedside-clock/files", "query=nothing").isEmpty)
  }

  @Test(arguments: ["zones", "places", "symbols"])
  func `of many that are found the first are sent, with their number, and more if they are asked for`(table: String)
    throws
  {
    let rig = try StudioRig("bedside-clock")
    func found(_ query: String) throws -> (names: [String], total: Int) {
      let document = try rig.ask("GET", "/api/\(table)", query: query).document
      let items = document["items"] as? [Object] ?? []
      return (items.compactMap { $0["name"] as? String }, document["total"] as? Int ?? 0)
    }
    let some = try found("query=a")
    #expect(some.names.count == 80 && some.total > 100)
    let most = try found("query=a&count=500")
    #expect(most.names.count == min(500, some.total) && most.total == some.total)
    #expect(most.names.starts(with: some.names))
    #expect(try found("query=a&count=3").names == Array(some.names.prefix(3)))
    #expect(try found("query=a&count=1000000").names.count <= 500)
    for count in ["0", "-1", "many"] {
      #expect(try rig.ask("GET", "/api/\(table)", query: "query=a&count=\(count)").status == 400)
    }
  }

  @Test(arguments: ["bedside-clock", "wall-display-1080p", "lock-screen", "smart-stack"])
  func `the gallery has what the place takes, each with its picture`(board: String) throws {
    let rig = try StudioRig(board)
    let kinds = try rig.ask("GET", "/api/boards/\(board)/kinds").document["kinds"] as? [Object] ?? []
    #expect(kinds.count > 3)
    for kind in kinds {
      let name = try #require(kind["kind"] as? String)
      let families = kind["families"] as? [Object] ?? []
      #expect(!families.isEmpty && !(kind["title"] as? String ?? "").isEmpty)
      // All of them would take minutes.
      for family in families.prefix(1) {
        let answer = try rig.ask("GET", "/api/boards/\(board)/pictures/\(name)/\(family["family"]!)")
        #expect(answer.status == 200 && answer.body.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(name) \(family)")
      }
    }
    #expect(try rig.ask("GET", "/api/boards/\(board)/pictures/none/systemSmall").status != 200)
    #expect(try rig.ask("GET", "/api/boards/\(board)/pictures/clock/huge").status == 404)
  }
}
