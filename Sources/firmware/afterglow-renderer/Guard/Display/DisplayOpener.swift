import AfterglowArchive
import AfterglowCore
import AfterglowEPaper
import AfterglowLinux
import AfterglowVirtual

/// Opens the display that a board requests, or a virtual framebuffer instead (`--display`).
struct DisplayOpener {
  let options: PanelOptions
  let screens: Box<Screens>
  /// The output of a card that the previous board used.
  var place: CardPlace?

  /// Opens the display. If there are several candidates, each failure is reported.
  ///
  /// - Throws: `DisplayFailure` of the last candidate.
  func open(_ plan: borrowing BoardPlan) throws(DisplayFailure) -> OpenDisplay {
    if let path = options.displayPath { return try openVirtual(plan, path) }
    if options.panelPath != nil, plan.controller != nil { return try openWire(plan) }
    switch plan.displayKind {
    case .virtualFramebuffer: return try openVirtual(plan, plan[.displayPath])
    case .simulatedEPaper: return try openWire(plan)
    case .drm: return try openCard(plan)
    case .framebuffer: return try openFramebuffer(plan)
    case .automatic: return try openAny(plan)
    case .epaper: return try openBus(plan)
    }
  }

  /// The display file's path; nil = the display is not a file.
  func filePath(_ plan: borrowing BoardPlan) -> UnsafePointer<CChar>? {
    if let path = options.displayPath { return path }
    return plan.displayKind != .virtualFramebuffer || plan[.displayPath][0] == 0 ? nil : plan[.displayPath]
  }

  /// The socket of a simulated panel.
  func wirePath(_ plan: borrowing BoardPlan) -> UnsafePointer<CChar> { options.panelPath ?? plan[.displayPath] }

  /// Each opened panel begins a new recording; one that cannot be written does not keep the panel from working.
  private func openRecording(_ plan: borrowing BoardPlan) -> FileDescriptor {
    if plan[.recording][0] == 0 { return FileDescriptor(owning: -1) }
    do throws(SystemError) { return try FileDescriptor.create(regular: plan[.recording]) } catch {
      _ = complain(.done) { (text: inout TextWriter) in
        text.write(cString: plan[.recording])
        text.write(": ")
        text.write(error)
        text.write("; the panel is not recorded")
      }
      return FileDescriptor(owning: -1)
    }
  }

  private func openWire(_ plan: borrowing BoardPlan) throws(DisplayFailure) -> OpenDisplay {
    let path = wirePath(plan)
    if path[0] == 0 { throw .noPanel }
    do throws(DisplaySetupError) {
      return .wire(
        try keep(OpenWire(PanelWire.open(path, panel: plan.board.panel), recording: openRecording(plan))))
    } catch {
      throw .setup(error)
    }
  }

  private func openVirtual(
    _ plan: borrowing BoardPlan, _ path: UnsafePointer<CChar>
  ) throws(DisplayFailure) -> OpenDisplay {
    if path[0] == 0 { throw .noPath }
    do throws(SystemError) {
      return .virtual(
        try Box(
          DisplayFile(path: path, byteCount: PanelWindow.byteCount(plan), magic: VirtualFramebufferLayout.magic)))
    } catch {
      throw .system(error)
    }
  }

  private func openCard(_ plan: borrowing BoardPlan) throws(DisplayFailure) -> OpenDisplay {
    screens.pointee.listen()
    do throws(DisplaySetupError) {
      if let place {
        screens.pointee.cards.move(place, to: plan.cardRequest)
        _ = try screens.pointee.cards.panel(place)
        return .card(place)
      }
      let taken = try screens.pointee.cards.take(plan.cardRequest)
      do throws(DisplaySetupError) { _ = try screens.pointee.cards.panel(taken) } catch {
        screens.pointee.cards.release(taken)
        throw error
      }
      return .card(taken)
    } catch {
      throw .setup(error)
    }
  }

  private func openBus(_ plan: borrowing BoardPlan) throws(DisplayFailure) -> OpenDisplay {
    do throws(DisplaySetupError) {
      return .bus(try keep(OpenBus(PanelBusDevice.open(plan.busRequest), recording: openRecording(plan))))
    } catch {
      throw .setup(error)
    }
  }

  private func openFramebuffer(_ plan: borrowing BoardPlan) throws(DisplayFailure) -> OpenDisplay {
    screens.pointee.listen()
    screens.pointee.takeConsole()
    do throws(DisplaySetupError) {
      return .framebuffer(try keep(FramebufferDevice.open(plan.framebufferRequest)))
    } catch {
      throw .setup(error)
    }
  }

  private func keep<Device: ~Copyable>(_ device: consuming Device) throws(DisplaySetupError) -> Box<Device> {
    do throws(SystemError) { return try Box(device) } catch {
      throw DisplaySetupError(.system, device: FixedText("the guard"), operation: error.operation, errno: error.errno)
    }
  }

  /// Tries a card with a connected display first, then a framebuffer.
  ///
  /// - Throws: `DisplayFailure` of the last candidate.
  private func openAny(_ plan: borrowing BoardPlan) throws(DisplayFailure) -> OpenDisplay {
    if plan.namesFramebuffer { return try openFramebuffer(plan) }
    do throws(DisplayFailure) { return try openCard(plan) } catch {
      if plan[.displayPath][0] != 0 { throw error }
      _ = complain(.done) { (text: inout TextWriter) in
        error.write(to: &text)
        text.write("; trying an old framebuffer")
      }
    }
    return try openFramebuffer(plan)
  }
}

extension BoardPlan {
  var cardRequest: DRMRequest {
    DRMRequest(
      path: self[.displayPath], connector: self[.connector], mode: self[.mode], size: panelSize, format: pixelFormat)
  }

  var busRequest: BusRequest {
    BusRequest(
      path: self[.displayPath], chip: self[.lineChip], dataCommand: board.dataCommandLine, reset: board.resetLine,
      busy: board.busyLine, power: board.powerLine, busyLevel: controller?.busyLevel ?? true)
  }

  var framebufferRequest: FramebufferRequest {
    FramebufferRequest(path: self[.displayPath], size: panelSize, format: pixelFormat)
  }

  /// Whether an `automatic` display's path is a framebuffer such as /dev/fb0, and therefore not a card.
  var namesFramebuffer: Bool {
    let prefix: StaticString = "/dev/fb"
    let path = self[.displayPath]
    for index in 0..<prefix.utf8CodeUnitCount where UInt8(bitPattern: path[index]) != prefix.utf8Start[index] {
      return false
    }
    return true
  }

  /// The board's interval between refreshes, in ms; nil = by the maker's rules (law 8).
  var refreshIntervalMs: Int64? {
    board.minimumRefreshIntervalMs > 0 ? Int64(board.minimumRefreshIntervalMs) : nil
  }
}
