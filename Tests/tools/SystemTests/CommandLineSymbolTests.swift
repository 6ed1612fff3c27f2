import AfterglowPictures
import Foundation
import Testing

/// `afterglow symbols`.
@Suite struct CommandLineSymbolTests {
  @Test func `words list symbols with the names that they go by`() throws {
    let program = try CommandLineProgram()
    let rain = try program.run(["symbols", "cloud", "rain"])
    #expect(rain.status == 0)
    let lines = rain.output.split(separator: "\n")
    #expect(lines.contains("cloud.rain"))
    #expect(lines.contains { $0.hasPrefix("weather-partly-rainy ") && $0.contains("cloud.sun.rain, ") })
    #expect(lines.last?.hasSuffix(" symbols") == true)
    #expect(try program.run(["symbols"]).output.split(separator: "\n").count > 7_000)
  }

  @Test func `what has no symbol is answered with near names`() throws {
    let result = try CommandLineProgram().run(["symbols", "clowd.rain"])
    #expect(result.status == 65)
    #expect(result.errors.contains("did you mean \"cloud.rain\""), "\(result.errors)")
  }

  @Test func `programs get a document`() throws {
    struct Document: Decodable {
      struct Item: Decodable {
        var name: String
        var systemNames: [String]
      }
      var symbols: [Item]
    }
    let result = try CommandLineProgram().run(["symbols", "--json", "washing"])
    #expect(result.status == 0)
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    let machine = try #require(document.symbols.first { $0.name == "washing-machine" })
    #expect(machine.systemNames == ["washer", "washer.fill"])
  }

  @Test func `a sheet has every symbol that is listed`() throws {
    let program = try CommandLineProgram()
    let result = try program.run(["symbols", "moonphase", "--out", "moons.png"])
    #expect(result.status == 0, "\(result.errors)")
    let sheet = try PNG.decode([UInt8](Data(contentsOf: URL(fileURLWithPath: program.path("moons.png")))))
    // Eight in one row, each with light in its square of 48 pixels.
    #expect(sheet.size.width == 1_648)
    for column in 0..<8 {
      let lit = (0..<48 * 48).count { index in
        let (x, y) = (40 + column * 196 + index % 48, 96 + index / 48)
        return sheet.pixels[y * Int(sheet.size.width) + x] & 0xFF > 0x80
      }
      #expect(lit > 50, "symbol \(column)")
    }
    let many = try program.run(["symbols", "--out", "all.png"])
    #expect(many.status == 64 && many.errors.contains("expected at most 1200 symbols"))
  }
}
