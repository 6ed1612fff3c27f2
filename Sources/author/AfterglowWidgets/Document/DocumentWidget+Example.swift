extension DocumentWidget {
  /// Shown in galleries for widgets written as data: a thermostat in five families.
  static let example: ViewDocument = {
    do {
      return try ViewDocument(bytes: Array(exampleText.utf8), file: "example.yaml")
    } catch {
      fatalError("the example of widgets written as data is wrong: \(error)")
    }
  }()

  private static let exampleText = """
    displayName: Document
    description: Show values in a layout of your own.
    preview: {room: Living room, temperature: 21.2, target: 22.0, heating: true, hours: [19.4, 19.2, 19.1, 19.6, 20.4, 20.9, 20.7, 20.2, 20.6, 21.0, 21.4, 21.2]}
    families:
      systemSmall:
        vstack: &column
          - label: {title: "{room}", symbol: thermometer}
            font: headline
            lineLimit: 1
            minimumScaleFactor: 0.21
            widgetAccentable: true
          - spacer
          - text: "{temperature:.1}°"
            accessibilityIdentifier: temperature
            font: {size: 44, weight: semibold}
            lineLimit: 1
            minimumScaleFactor: 0.5
          - text: "Target {target:.1}°"
            accessibilityIdentifier: target
            font: subheadline
            foregroundStyle: secondary
            lineLimit: 1
            minimumScaleFactor: 0.21
        alignment: leading
        spacing: 2
        frame: {maxWidth: infinity, maxHeight: infinity, alignment: leading}
      systemMedium:
        hstack:
          - vstack: *column
            alignment: leading
            spacing: 2
          - chart: {values: hours, mark: area, interpolation: monotone, style: orange, domain: [19, 22], yAxis: true}
        spacing: 16
      accessoryRectangular:
        vstack:
          - label: {title: "{room}", symbol: thermometer}
            font: {size: 17, weight: semibold}
            lineLimit: 1
            widgetAccentable: true
          - text: "{temperature:.1}° of {target:.1}°"
            font: {size: 17}
            lineLimit: 1
            minimumScaleFactor: 0.7
        alignment: leading
        spacing: 2
        frame: {maxWidth: infinity, alignment: leading}
      accessoryCircular:
        gauge:
          value: temperature
          in: [15, 25]
          label: {symbol: thermometer}
          currentValue: "{temperature:.0}°"
          style: accessoryCircular
        widgetAccentable: true
      accessoryInline:
        text: "{room} {temperature:.1}°"
        font: {size: 17}
    simplified:
      systemSmall:
        vstack:
          - {symbol: thermometer, font: {size: 22, weight: semibold}, widgetAccentable: true}
          - text: "{temperature:.0}°"
            accessibilityIdentifier: temperature
            font: {size: 68, weight: semibold}
            lineLimit: 1
            minimumScaleFactor: 0.5
        spacing: 4
        frame: {maxWidth: infinity, maxHeight: infinity}
      systemMedium:
        vstack:
          - text: "{room}"
            font: {size: 24, weight: semibold}
            lineLimit: 1
            minimumScaleFactor: 0.5
            widgetAccentable: true
          - text: "{temperature:.0}°"
            accessibilityIdentifier: temperature
            font: {size: 84, weight: semibold}
            lineLimit: 1
            minimumScaleFactor: 0.5
        frame: {maxWidth: infinity, maxHeight: infinity}
    """
}
