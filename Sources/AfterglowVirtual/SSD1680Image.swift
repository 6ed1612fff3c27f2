// Writing image bytes into RAM: docs/panels/ssd1680.md, Simulation.
extension SimulatedSSD1680 {
  mutating func beginImage(_ plane: Int) {
    let isIncrementingX = registers.entryMode & 1 != 0
    let isIncrementingY = registers.entryMode & 2 != 0
    if (registers.xStart > registers.xEnd) == isIncrementingX && registers.xStart != registers.xEnd {
      note(.window, expected: registers.xStart, found: registers.xEnd)
    }
    if (registers.yStart > registers.yEnd) == isIncrementingY && registers.yStart != registers.yEnd {
      note(.window, expected: registers.yStart, found: registers.yEnd)
    }
    let x = (low: Swift.min(registers.xStart, registers.xEnd), high: Swift.max(registers.xStart, registers.xEnd))
    let y = (low: Swift.min(registers.yStart, registers.yEnd), high: Swift.max(registers.yStart, registers.yEnd))
    if registers.xCounter < x.low || registers.xCounter > x.high {
      note(.window, expected: registers.xStart, found: registers.xCounter)
      registers.xCounter = isIncrementingX ? x.low : x.high
    }
    if registers.yCounter < y.low || registers.yCounter > y.high {
      note(.window, expected: registers.yStart, found: registers.yCounter)
      registers.yCounter = isIncrementingY ? y.low : y.high
    }
    if stream.startsImage[plane] || stream.imageBytes[plane] >= stream.imageNeeded[plane] {
      stream.imageBytes[plane] = 0
      stream.imageNeeded[plane] = (x.high - x.low + 1) * (y.high - y.low + 1)
    }
    stream.startsImage[plane] = false
  }

  mutating func receiveImage(_ byte: UInt8, _ plane: Int) {
    stream.imageBytes[plane] += 1
    if stream.imageBytes[plane] > stream.imageNeeded[plane] && !stream.hasNotedExcess {
      note(.long, expected: stream.imageNeeded[plane], found: stream.imageBytes[plane])
      stream.hasNotedExcess = true
    }
    // The panel has 122 columns: six bits of the sixteenth byte are not visible and must be white.
    if registers.xCounter == 15 && byte & 0x3F != 0x3F && !stream.hasNotedPad {
      note(.pad, expected: 0x3F, found: Int32(byte & 0x3F))
      stream.hasNotedPad = true
    }
    memory.write(byte, plane: plane, x: Int(registers.xCounter), y: Int(registers.yCounter))
    advanceCounters()
  }

  /// One axis first, wrapping within the window, then a step on the other.
  private mutating func advanceCounters() {
    let movesYFirst = registers.entryMode & 4 != 0
    if movesYFirst {
      if stepY() { _ = stepX() }
    } else {
      if stepX() { _ = stepY() }
    }
  }

  private mutating func stepX() -> Bool {
    let low = Swift.min(registers.xStart, registers.xEnd)
    let high = Swift.max(registers.xStart, registers.xEnd)
    return step(&registers.xCounter, low, high, registers.entryMode & 1 != 0)
  }

  private mutating func stepY() -> Bool {
    let low = Swift.min(registers.yStart, registers.yEnd)
    let high = Swift.max(registers.yStart, registers.yEnd)
    return step(&registers.yCounter, low, high, registers.entryMode & 2 != 0)
  }
}

/// Moves a counter by one inside low...high; true when it wrapped.
private func step(_ counter: inout Int32, _ low: Int32, _ high: Int32, _ isIncrementing: Bool) -> Bool {
  if isIncrementing {
    if counter >= high {
      counter = low
      return true
    }
    counter += 1
  } else {
    if counter <= low {
      counter = high
      return true
    }
    counter -= 1
  }
  return false
}
