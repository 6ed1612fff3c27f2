import AfterglowDocuments
import AfterglowSources
import AfterglowTimeline
import Foundation

/// The quality of the air by the hour, read from a document in the shape of Open-Meteo's `/v1/air-quality` response.
struct AirQuality: Equatable, Sendable {
  /// The European index, or the American one.
  var indices: [Date: Int]

  init(path: String) throws(DocumentError) { try self.init(bytes: DocumentFile.bytes(path), file: path) }

  init(bytes: [UInt8], file: String) throws(DocumentError) {
    let problems = ProblemCollector()
    var indices: [Date: Int] = [:]
    if var root = StrictDecoder.open(bytes: bytes, file: file, problems: problems, hasEmptyTexts: true) {
      let offset = root.utcOffsetSeconds() ?? 0
      if var hourly = root.mapping("hourly", required: "the hours of the forecast") {
        let limit = Forecast.maximumHourCount
        let times = hourly.values("time", of: "a local time", maximumCount: limit, required: true) { node -> Int64? in
          if case .scalar(let text, _) = node.value { ISO8601.localMilliseconds(text) } else { nil }
        }
        let european = hourly.numbers("european_aqi", in: 0...1000, unit: "(index)", maximumCount: limit)
        let american = hourly.numbers("us_aqi", in: 0...1000, unit: "(index)", maximumCount: limit)
        let values = european ?? american ?? []
        for (time, value) in zip(times ?? [], values) {
          guard let time, let value else { continue }
          indices[Date(timeIntervalSince1970: Double(time) / 1000 - Double(offset))] = Int(value.rounded())
        }
      }
    }
    guard problems.isEmpty else { throw DocumentError(problems: problems.sorted) }
    self.indices = indices
  }
}

extension Forecast {
  /// With the air's quality of another document, where this one has none.
  func completed(by air: AirQuality) -> Forecast {
    var whole = self
    for index in whole.hours.indices {
      whole.hours[index].airQuality = whole.hours[index].airQuality ?? air.indices[whole.hours[index].date]
    }
    return whole
  }
}
