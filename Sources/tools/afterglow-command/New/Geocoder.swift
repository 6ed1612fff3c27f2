import Afterglow
import AfterglowDaemon
import AfterglowFetch
import AfterglowKit
import AfterglowSources
import Foundation

/// Asks Open-Meteo's geocoding for places of a name (open-meteo.com/en/docs/geocoding-api; GeoNames, CC BY 4.0).
struct Geocoder {
  /// Another service of the same shape.
  static let variable = "AFTERGLOW_GEOCODING"
  static let standardAddress = "https://geocoding-api.open-meteo.com/v1/search"

  let transport: any FetchTransport
  let address: String
  var timeoutSeconds = 20

  private static let limitBytes = 256 << 10
  private static let maximumCount = 10

  /// Places of a name, the largest first; `Porto, Portugal` and `Springfield, Illinois` say which.
  ///
  /// - Throws: `Failure` without an answer, and for a name of no place.
  func places(named name: String, language: String) throws(Failure) -> [NewPlace] {
    let parts = name.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    guard let town = parts.first else { throw Self.failure(name, "expected a name") }
    let found: [Answer.Result]
    do throws(FetchFailure) {
      found = try results(town, language)
    } catch {
      throw Failure(
        .unavailable,
        "--place \(name): \(Self.host(address)): \(error); or give coordinates, such as --place 41.15,-8.61")
    }
    let meant = found.filter { place in parts.dropFirst().allSatisfy(place.lies) }
    if meant.isEmpty {
      let others = found.prefix(4).map(\.words).joined(separator: "; ")
      throw Self.failure(
        name, "expected the name of a place, found none" + (others.isEmpty ? "" : "; of that name are \(others)"))
    }
    return meant.map(\.newPlace)
  }

  private static func failure(_ name: String, _ words: String) -> Failure {
    Failure(.badInput, "--place \(name): \(words); or give coordinates, such as --place 41.15,-8.61")
  }

  private func results(_ town: String, _ language: String) throws(FetchFailure) -> [Answer.Result] {
    let allowed = CharacterSet.alphanumerics
    let query = [("name", town), ("count", "\(Self.maximumCount)"), ("language", language), ("format", "json")]
      .map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")" }.joined(separator: "&")
    let job = FetchJob(
      identifier: 1, kind: .web(url: address + "?" + query, headers: ["Accept: application/json"]),
      limitBytes: Self.limitBytes, timeoutSeconds: timeoutSeconds, userAgent: SourceKeeper.userAgent,
      hostName: Self.host(address))
    return try Self.read(transport.outcome(of: job))
  }

  private static func read(_ outcome: FetchOutcome) throws(FetchFailure) -> [Answer.Result] {
    switch outcome {
    case .failure(let failure): throw failure
    case .output: throw .refused("expected an answer of HTTP")
    case .answer(let status, _, let body):
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      let answer = try? decoder.decode(Answer.self, from: Data(body))
      guard status == 200 else {
        if let reason = answer?.reason { throw .refused("it answered \(status): \(reason.prefix(200))") }
        throw .status(status, retryAfterSeconds: nil)
      }
      guard let answer else { throw .refused("expected JSON with \"results\", found other content") }
      return answer.results ?? []
    }
  }

  private static func host(_ address: String) -> String { WebAddress.host(of: address) ?? address }

  /// What is read of an answer.
  private struct Answer: Decodable {
    var results: [Result]?
    var reason: String?

    struct Result: Decodable {
      var name: String
      var latitude: Double
      var longitude: Double
      var country: String?
      var countryCode: String?
      var admin1: String?
      var timezone: String?

      /// Whether it lies in a region or country of this name.
      func lies(in region: String) -> Bool {
        [country, countryCode, admin1].compactMap(\.self).contains {
          $0.compare(region, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
        }
      }

      /// A city's region may have its name.
      var words: String {
        ([name] + [admin1, country].compactMap(\.self).filter { $0 != name }).joined(separator: ", ")
      }

      var newPlace: NewPlace {
        let code = countryCode.flatMap { $0.utf8.count == 2 ? $0.uppercased() : nil }
        return NewPlace(
          Place(name: String(name.prefix(40)), latitude: latitude, longitude: longitude, country: code),
          zone: timezone.flatMap(TimeZone.init(identifier:)), words: words)
      }
    }
  }
}
