/// What a guard keeps of a panel over restarts (`--state`).
struct SavedState {
  var orbit: OrbitLog
  var refreshes: RefreshLog

  init(path: UnsafePointer<CChar>?) {
    orbit = OrbitLog(path: path)
    refreshes = RefreshLog(path: path)
  }
}
