import AfterglowCore
import AfterglowLinux
import Testing

@Suite struct ControlReadingsTests {
  @Test(arguments: [Reading<Int64>.absent, .unknown, .value(0), .value(7), .value(.max)])
  func `a reading goes through a packet as it is`(reading: Reading<Int64>) {
    let distance = ControlMessage(distance: reading)
    #expect(distance.kind == .distance && distance.distance == reading)
    let light = reading.map { Illuminance(millilux: $0) }
    #expect(ControlMessage(light: light).kind == .lux && ControlMessage(light: light).light == light)
  }

  @Test(arguments: [Int64.min, -3, -1]) func `what is below zero is unknown, but for the word for absent`(value: Int64)
  {
    #expect(ControlMessage(.lux, value: value).light == .unknown)
    #expect(ControlMessage(.lux, value: -2).light == .absent)
  }

  @Test func `more than any reading can be is unknown`() {
    #expect(Reading<Int64>.value(11).limited(to: 10) == .unknown)
    #expect(Reading<Int64>.value(10).limited(to: 10) == .value(10))
    #expect(Reading<Int64>.absent.limited(to: 10) == .absent)
    #expect(
      Reading<Int64>.absent.orElse(.value(3)) == .value(3) && Reading<Int64>.unknown.orElse(.value(3)) == .unknown)
  }
}
