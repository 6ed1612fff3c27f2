/// Devices in the text form of `evemu-record`. Rows of zeros at the end are left out.
enum DeviceTexts {
  private static let touchButton = """
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 04 00 00 00 00 00 00

    """
  private static let mouseButtons = """
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 07 00 00 00 00 00

    """

  /// Protocol B, with tools.
  static let slots =
    touchButton + """
      N: Goodix Capacitive TouchScreen
      P: 02 00 00 00 00 00 00 00
      B: 03 03 00 00 00 00 80 e0 02
      A: 2f 0 9 0 0 0
      A: 35 0 799 0 0 0
      A: 36 0 479 0 0 0

      """

  /// Protocol A with a button.
  static let anonymous =
    touchButton + """
      N: Touch without slots
      P: 02 00 00 00 00 00 00 00
      B: 03 00 00 00 00 00 00 60 00
      A: 35 0 799 0 0 0
      A: 36 0 479 0 0 0

      """

  /// Protocol A without a button.
  static let anonymousWithoutButton = """
    N: Touch without slots and button
    B: 03 00 00 00 00 00 00 60 00
    A: 35 0 799 0 0 0
    A: 36 0 479 0 0 0

    """

  static let single =
    touchButton + """
      N: ADS7846 Touchscreen
      B: 03 03 00 00 01 00 00 00 00
      A: 00 0 4095 0 0 0
      A: 01 0 4095 0 0 0
      A: 18 0 255 0 0 0

      """

  static let pressure = """
    N: Touch with pressure alone
    B: 03 03 00 00 01 00 00 00 00
    A: 00 0 799 0 0 0
    A: 01 0 479 0 0 0

    """

  static let tablet =
    mouseButtons + """
      N: QEMU Virtio Tablet
      B: 02 00 01 00 00 00 00 00 00
      B: 03 03 00 00 00 00 00 00 00
      A: 00 0 32767 0 0 0
      A: 01 0 32767 0 0 0

      """

  static let mouse =
    mouseButtons + """
      N: Optical Mouse
      B: 02 03 09 00 00 00 00 00 00

      """

  static let touchpad =
    touchButton.replacing("00 04 00", with: "20 04 00") + """
      N: Touchpad
      P: 01 00 00 00 00 00 00 00
      B: 03 03 00 00 00 00 80 60 02
      A: 35 0 1000 0 0 0
      A: 36 0 700 0 0 0

      """

  static let keyboard = """
    N: AT Translated Set 2 keyboard
    B: 01 fe ff ff ff ff ff ff ff

    """

  static let encoder = """
    N: rotary@0
    B: 02 01 00 00 00 00 00 00 00

    """

  static let wheelKnob = """
    N: Volume knob
    B: 02 00 09 00 00 00 00 00 00

    """

  static let dial = """
    N: Dial
    B: 02 80 01 00 00 00 00 00 00

    """

  static let buttons = """
    N: gpio-keys
    B: 01 00 00 00 10 00 00 00 00

    """

  /// Protocol B without ranges.
  static let flat = slots.replacing("799", with: "0").replacing("479", with: "0")
}
