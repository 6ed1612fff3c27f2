import AfterglowCore
import AfterglowLinux

// The guard and its authors.
extension Guard {
  mutating func welcomeAuthors() {
    while let socket = listener?.accept() {
      guard clients.add(socket) else { continue }
      _ = sendPacket(hello(), to: socket, waits: false)
      if var shown = lastUpdate {
        shown.kindByte = ControlKind.showing.rawValue
        _ = sendPacket(shown, to: socket, waits: false)
      }
    }
  }

  private func hello() -> ControlMessage {
    var message = ControlMessage(.hello, value: Int64(renderer?.identifier ?? 0))
    if let home {
      message.appendText(cString: home.displayPath)
      message.addDamage(PixelRect(home.plan.windowSize))
    }
    return message
  }

  mutating func readClient(_ index: Int) {
    while clients[index] >= 0 {
      switch receivePacket(from: clients[index]) {
      case .message(let message, let passed): take(message, FileDescriptor(owning: passed), from: index)
      case .foreign: continue
      case .nothing: return
      case .closed, .failed: clients.drop(index)
      }
    }
  }

  private mutating func take(_ message: ControlMessage, _ file: consuming FileDescriptor, from index: Int) {
    switch message.kind {
    case .newArchive: takeArchive(file, from: index)
    case .modeOverride:
      guard let mode = ModeOverride(rawValue: UInt8(truncatingIfNeeded: message.value)) else { return }
      modeOverride = mode
      if let renderer { _ = renderer.send(message) }
    case .lux: luxByAuthor = message.value == -2 ? nil : Swift.max(-1, message.value)
    case .stop: exitStatus = ExitCode.done.rawValue
    case .ping: clients.send(ControlMessage(.pong, value: message.value), to: index)
    case .describe: clients.send(hello(), to: index)
    default: break
    }
  }

  private mutating func takeArchive(_ sent: borrowing FileDescriptor, from index: Int) {
    let limit = home?.bankByteCount ?? ArchiveFile.maximumByteCount
    do throws(HomeError) {
      let copy: FileDescriptor
      do throws(SystemError) { copy = try sent.privateCopy(limit: limit) } catch { throw .intake(.system(error)) }
      if home == nil {
        home = try GuardHome(copy, options)
        archives.setLastGood(copy.release())
        clients.sendToAll(hello())
      } else {
        archives.enqueue(copy.release())
      }
    } catch {
      var message = ControlMessage(.refused)
      error.append(to: &message)
      clients.send(message, to: index)
    }
  }
}
