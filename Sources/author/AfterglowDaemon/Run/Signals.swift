import AfterglowErrors
import AfterglowKit
import CLinux
import Foundation

/// The signals of a run as a descriptor for its loop. Create it before any other thread, because threads inherit the
/// signal mask.
struct Signals {
  let descriptor: Int32

  init() throws {
    descriptor = ag_signal_descriptor()
    guard descriptor >= 0 else {
      throw Failure(.unavailable, "cannot watch signals: \(ErrnoWords.sentence(-descriptor))")
    }
    ag_ignore_broken_pipes()
  }

  /// Handles the signals that arrived. SIGHUP requests a compile, which is harmless if a closed terminal sent it.
  ///
  /// - Returns: whether one of them ends the program.
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
