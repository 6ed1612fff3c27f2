import Glibc

/// Another program, started and timed.
struct ChildProcess {
  let identifier: pid_t
  private let started: Double

  /// nil if it cannot be started. Standard output goes to `output`, or nowhere; standard error to `errors`, or where
  /// this program's goes.
  init?(_ arguments: [String], output: String? = nil, errors: String? = nil) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    if let errors { posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
    var words = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    started = microseconds()
    var child: pid_t = 0
    guard posix_spawn(&child, arguments[0], &actions, nil, words, environ) == 0 else { return nil }
    identifier = child
  }

  /// Waits for its exit: exit status (128 + signal) and wall time since it was started.
  func wait() -> (status: Int32, microseconds: Double) {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    let time = microseconds() - started
    return (status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F, time)
  }
}
