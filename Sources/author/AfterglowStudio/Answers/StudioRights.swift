/// What a client may do.
struct StudioRights: Equatable {
  /// Change the boards' files.
  var edits: Bool
  /// Change what runs programs, holds secrets, or names files outside of a board's folder. Never over a network, where a
  /// page that edits scenes could otherwise write commands.
  var editsCommands: Bool
}
