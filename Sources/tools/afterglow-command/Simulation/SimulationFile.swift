/// A file that a simulation writes into its folder, and that a plot reads.
enum SimulationFile: String {
  case light = "light.jsonl"
  case events = "events.jsonl"
  case dimming = "dimming.jsonl"
  case touch = "touch.jsonl"

  func path(in folder: String) -> String { folder + "/" + rawValue }
}
