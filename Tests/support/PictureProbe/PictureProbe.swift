import AfterglowCore
import AfterglowPictures
import Foundation

/// `picture-probe FILE WIDTH HEIGHT`: decodes a picture as a widget does, and prints the outcome and the peak of this
/// process's memory in KiB, separated by a tab.
@main enum PictureProbe {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let width = Int32(arguments[2]), let height = Int32(arguments[3]) else {
      FileHandle.standardError.write(Data("usage: picture-probe FILE WIDTH HEIGHT\n".utf8))
      exit(64)
    }
    let outcome: String
    do throws(PictureError) {
      let picture = try PictureFile(path: arguments[1]).filling(PixelSize(width: width, height: height))
      outcome = "shown \(picture.size.width)×\(picture.size.height)"
    } catch {
      outcome = error.description
    }
    print("\(peakKiB)\t\(outcome)")
  }

  /// `VmHWM` of proc_pid_status(5).
  private static var peakKiB: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { $0.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first }.flatMap { Int($0) }
      ?? -1
  }
}
