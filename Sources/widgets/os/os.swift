// The name that code for iOS imports for its log and its locks.
@_exported import OSLog
