import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowDocuments

/// `size` and `physicalSize`: from the board file, the e-paper panel, or the kernel's data about the connected display.
struct GeometryPart {
  let geometry: PanelGeometry

  private struct PixelCount {
    var width: Int
    var height: Int
  }

  private struct Millimetres {
    var width: Double
    var height: Double
  }

  /// - Parameter strings: names the display that the kernel is asked about.
  init?(
    _ root: inout StrictDecoder, display: DisplayPart?, strings: BoardStrings, rotation: Rotation,
    kernel: KernelDisplays
  ) {
    // An unknown kind may be one that reports its size.
    if display == nil && root.contains("display") && !(root.contains("size") && root.contains("physicalSize")) {
      _ = (root.node("size"), root.node("physicalSize"))
      return nil
    }
    var lookUp = LookUp(display: display, strings: strings, kernel: kernel)
    let size = Self.size(&root, display, rotation, with: &lookUp)
    let physical = Self.physicalSize(&root, display, rotation, with: &lookUp)
    if let size, let display { Self.checkMode(size, display, rotation, in: root) }
    guard let size, let physical else { return nil }
    geometry = PanelGeometry(
      widthPx: size.width, heightPx: size.height, widthMm: physical.width, heightMm: physical.height)
  }

  /// Reads the kernel's data once, and only if something is not set.
  private struct LookUp {
    let display: DisplayPart?
    let strings: BoardStrings
    let kernel: KernelDisplays
    var known: Result<KernelDisplays.Found, KernelDisplays.Problem>?

    mutating func found() throws(KernelDisplays.Problem) -> KernelDisplays.Found {
      if known == nil {
        do throws(KernelDisplays.Problem) {
          known = .success(
            try kernel.find(
              device: strings[.displayPath], connector: strings[.connector],
              allowsFramebuffer: display?.kind == .automatic))
        } catch {
          known = .failure(error)
        }
      }
      return try known!.get()
    }
  }

  // MARK: Pixels

  private static func size(
    _ root: inout StrictDecoder, _ display: DisplayPart?, _ rotation: Rotation, with lookUp: inout LookUp
  ) -> PixelCount? {
    if let panel = display?.panel?.panel.size, !root.contains("size") {
      _ = root.node("size")
      let sides = (Int(panel.width), Int(panel.height))
      return rotation.swapsAxes
        ? PixelCount(width: sides.1, height: sides.0) : PixelCount(width: sides.0, height: sides.1)
    }
    if root.contains("size") || display?.tellsItsSize != true { return writtenSize(&root) }
    // Read, so that it counts as a known key.
    _ = root.node("size")
    let glass: (width: Int, height: Int)
    if let mode = display?.mode {
      glass = (mode.width, mode.height)
    } else {
      do throws(KernelDisplays.Problem) {
        let found = try lookUp.found()
        glass = (found.width, found.height)
      } catch {
        root.fail(
          "display",
          "expected \"size\" or a connected display that reports it, found that \(error); plug it in, or write "
            + "\"size: {width: 1920, height: 1080}\" with the panel's pixels")
        return nil
      }
    }
    let turned = rotation.swapsAxes ? (glass.height, glass.width) : glass
    return checkedArea(PixelCount(width: turned.0, height: turned.1), "display", root)
  }

  private static func writtenSize(_ root: inout StrictDecoder) -> PixelCount? {
    guard var size = root.mapping("size", required: "width and height in px", pair: ("width", "height")) else {
      return nil
    }
    let width = size.integer(key: "width")
    let height = size.integer(key: "height")
    size.finish()
    guard let width, let height else { return nil }
    return checkedArea(PixelCount(width: width, height: height), "size", root)
  }

  private static func checkedArea(_ size: PixelCount, _ key: String, _ root: StrictDecoder) -> PixelCount? {
    let area = (size.width * size.height + BoardLimits.megapixel - 1) / BoardLimits.megapixel
    if area <= BoardLimits.areaMegapixels { return size }
    let limit = BoardLimits.areaMegapixels
    root.fail(key, "expected at most \(limit) megapixels, found \(size.width)×\(size.height) px, \(area) megapixels")
    return nil
  }

  /// Checks the mode's size against the board's: a mode is in the panel's native orientation, the board's size in the
  /// viewer's.
  private static func checkMode(
    _ size: PixelCount, _ display: DisplayPart, _ rotation: Rotation, in root: StrictDecoder
  ) {
    guard let mode = display.mode else { return }
    let glass = rotation.swapsAxes ? (size.height, size.width) : (size.width, size.height)
    if mode.width == glass.0 && mode.height == glass.1 { return }
    let turn = rotation.swapsAxes ? ", as \"rotation\" swaps the sides" : ""
    let rate = mode.text.drop { $0 != "@" }
    // The display's mode is known from its maker; the sides of the board are what is easily confused.
    let isSizeTurned = rotation.swapsAxes && mode.width == size.width && mode.height == size.height
    let hint =
      isSizeTurned
      ? "size: {width: \(size.height), height: \(size.width)}" : "mode: \(glass.0)x\(glass.1)\(rate)"
    root.fail(
      at: mode.position,
      "expected a mode of \(glass.0)x\(glass.1) for a board of \(size.width)×\(size.height) px\(turn), found "
        + "\"mode: \(mode.text)\"; did you mean \"\(hint)\"?")
  }

  // MARK: Millimetres

  private static func physicalSize(
    _ root: inout StrictDecoder, _ display: DisplayPart?, _ rotation: Rotation, with lookUp: inout LookUp
  ) -> Millimetres? {
    if let panel = display?.panel, !root.contains("physicalSize") {
      _ = root.node("physicalSize")
      return rotation.swapsAxes
        ? Millimetres(width: panel.heightMm, height: panel.widthMm)
        : Millimetres(width: panel.widthMm, height: panel.heightMm)
    }
    if root.contains("physicalSize") || display?.tellsItsSize != true { return writtenPhysicalSize(&root) }
    _ = root.node("physicalSize")
    do throws(KernelDisplays.Problem) {
      let found = try lookUp.found()
      do throws(EDID.Problem) {
        let glass = try found.physicalSize
        let sides = [Double(glass.width), Double(glass.height)]
        if !sides.allSatisfy(BoardLimits.sideMm.contains) { throw .unknown }
        return rotation.swapsAxes
          ? Millimetres(width: sides[1], height: sides[0]) : Millimetres(width: sides[0], height: sides[1])
      } catch {
        complain(
          root, "the display on \(found.name) does not report its size: \(error)", "measure the lit area and write")
      }
    } catch {
      complain(root, "\(error)", "plug it in, or write")
    }
    return nil
  }

  private static func complain(_ root: StrictDecoder, _ found: String, _ advice: String) {
    root.fail(
      "display",
      "expected \"physicalSize\" or a connected display that reports it, found that \(found); \(advice) "
        + "\"physicalSize: {width: 531, height: 299}\" in mm")
  }

  /// One side. A number too small for a panel is asked whether it is in another unit.
  private static func millimetres(_ key: String, _ size: inout StrictDecoder) -> Double? {
    guard case .scalar(let text, false)? = size.node(key)?.value, ScalarText.isNumber(text),
      let value = Double(text), value > 0.2, value < BoardLimits.sideMm.lowerBound
    else { return size.number(key: key) }
    func length(_ unit: Double) -> String { ScalarText.format((value * unit * 10).rounded() / 10) }
    size.fail(
      key,
      "expected a number from \(size.limits(of: key)) for \"physicalSize.\(key)\", found \(text); \(text) inches are "
        + "\(length(25.4)) mm, and \(text) cm are \(length(10)) mm")
    return nil
  }

  private static func writtenPhysicalSize(_ root: inout StrictDecoder) -> Millimetres? {
    let wanted = "width and height of the lit area in mm"
    guard var size = root.mapping("physicalSize", required: wanted, pair: ("width", "height")) else { return nil }
    let width = millimetres("width", &size)
    let height = millimetres("height", &size)
    size.finish()
    guard let width, let height else { return nil }
    return Millimetres(width: width, height: height)
  }
}
