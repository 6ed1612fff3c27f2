import AfterglowArchive
import AfterglowCore
import AfterglowLinux
import AfterglowVirtual

/// Why an archive's board could not be set up.
enum HomeError: Error {
  case intake(IntakeError)
  case noDisplayPath
  case display(SystemError)

  var exitCode: ExitCode {
    switch self {
    case .intake(let error): error.exitCode
    case .noDisplayPath, .display: .noDisplay
    }
  }

  func write(to text: inout TextWriter) {
    switch self {
    case .intake(let error): error.write(to: &text)
    case .noDisplayPath: text.write("the board names no display file; name one with --display")
    case .display(let error): text.write(error)
    }
  }

  /// The same in a packet.
  func append(to message: inout ControlMessage) {
    switch self {
    case .intake(.archive(let error)): message.append(error)
    case .intake(.system(let error)), .display(let error): message.append(error)
    case .noDisplayPath: message.appendText("the board names no display file")
    }
  }
}

/// What the first archive's board asked for and the guard keeps open: display and light.
struct GuardHome {
  let plan: BoardPlan
  let displayPath: UnsafePointer<CChar>
  private let display: UnsafeMutableRawBufferPointer
  private let light: LoadedTrace
  private let lightStartMs: Int64

  /// Nothing is touched before the archive is known to be good: a display file that exists keeps its picture.
  init(_ archive: borrowing FileDescriptor, _ options: Options) throws(HomeError) {
    do throws(IntakeError) { plan = try BoardPlan(reading: archive) } catch { throw .intake(error) }
    displayPath = options.displayPath ?? plan.displayPath
    if displayPath[0] == 0 { throw .noDisplayPath }
    do throws(SystemError) {
      display = try DisplayFile.open(
        path: displayPath, byteCount: Panel.windowByteCount(plan), magic: VirtualFramebufferLayout.magic)
    } catch {
      throw .display(error)
    }
    light = try GuardHome.light(plan, options)
    lightStartMs = SystemTime.boottimeMs
  }

  /// A trace that cannot be had leaves the light unknown; the panel goes on.
  private static func light(_ plan: BoardPlan, _ options: Options) throws(HomeError) -> LoadedTrace {
    do throws(LoadedTrace.Failure) {
      return try LoadedTrace(for: plan, override: options.luxTracePath)
    } catch {
      _ = complain(.done) { (text: inout TextWriter) in
        text.write("lux trace: ")
        error.write(to: &text)
        text.write("; the light stays unknown")
      }
    }
    do throws(LoadedTrace.Failure) { return try LoadedTrace(constant: nil) } catch {
      throw .display(SystemError("reserve memory", errno: 12))
    }
  }

  /// The largest archive that the renderer has room for.
  var bankByteCount: Int64 { Int64(plan.board.archiveBankByteCount) }

  var panel: Panel { Panel(plan, window: display, isLive: true) }

  /// What the light source says now, in millilux; −1 = unknown.
  func millilux(atMs now: Int64) -> Int64 {
    light.trace.illuminance(atMs: now - lightStartMs)?.millilux ?? -1
  }

  /// When it next says something else; nil = never.
  func nextLightMs(after now: Int64) -> Int64? {
    let next = light.trace.indexOfNext(afterMs: now - lightStartMs)
    return next < light.trace.samples.count ? lightStartMs + light.trace.samples[next].atMs : nil
  }
}
