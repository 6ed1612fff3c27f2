import AfterglowLight

/// A frame of a panel that a page shows, in the orientation of the scene.
package protocol PageFrame: AnyObject {
  var width: Int { get }
  var height: Int { get }
  var mode: LightMode { get }
  var modeReason: LightReason { get }

  /// Writes a row of the frame as 0x00RRGGBB.
  func copyRow(_ y: Int, to row: UnsafeMutablePointer<UInt32>)
}

extension FrameStage: PageFrame {}
