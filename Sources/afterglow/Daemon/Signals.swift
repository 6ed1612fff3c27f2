import CLinux
import Foundation

/// The signals of a run, which its loop waits for. Make it before any thread begins: each inherits that they are blocked.
struct Signals {
  let descriptor: Int32

  init() throws {
    descriptor = ag_signal_descriptor()
    guard descriptor >= 0 else {
      throw Failure(.unavailable, "cannot watch signals: \(String(cString: strerror(-descriptor)))")
    }
    ag_ignore_broken_pipes()
  }

  /// Whether one of those that came ends the program. A terminal that goes away asks for reading everything again as well; that is
  /// no harm then, and the panel goes on.
  func take(_ composer: Composer) -> Bool {
    var isEnd = false
    while true {
      switch ag_signal_next(descriptor) {
      case ...0: return isEnd
      case SIGINT, SIGTERM: isEnd = true
      case SIGHUP: composer.order(.compile(Composer.hangUp))
      default: continue
      }
    }
  }
}
