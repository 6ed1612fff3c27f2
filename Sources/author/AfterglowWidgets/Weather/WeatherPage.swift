extension WeatherWidget {
  static let page = WidgetPage(
    summary:
      "now, with the place, the sky in words, and the day's high and low; from medium on wind, precipitation, humidity, UV "
      + "and air quality, and the next hours, from large on the coming days and when the sun rises or sets; "
      + "rain that begins or ends within the hour",
    fact: "the temperature, and the symbol of the sky",
    factNames: ["temperature"],
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `file` | a document in the shape of Open-Meteo's `/v1/forecast` or MET Norway's Locationforecast response, at most 1 MiB, relative to the folder | the weather of the scene's `place`, else of its zone's city; but a `forecast.json` in the folder is used |
      | `source` | where such a document comes from by itself ([sources](sources.md)) | none |
      | `service` | who is asked for the weather of the place: `open-meteo` (with the air's quality) or `met-norway` | `open-meteo` |
      | `units` | of Open-Meteo's weather of the place: `metric`, `imperial` | `metric` |
      | `details` | any of `wind` (with gusts of 30 km/h and more that are half as strong again as it), `precipitation` (how probable it is until midnight), `humidity`, `uv` (by day) and `air` (an index of its quality): what medium and larger families show of the present hour, in this order, as far as the document has it | all |
      | `sample` | `true`: invented weather, the document's first day as today in the scene's zone; `rebase` is its earlier name | `false` |

      The document needs `latitude`, `longitude`, `utc_offset_seconds` and `hourly` with `time`, `temperature_2m` and
      `weather_code`; `daily` (`time`, `temperature_2m_max`, `temperature_2m_min`, `sunrise`, `sunset`), `current`, and
      `precipitation_probability`, `wind_speed_10m`, `wind_gusts_10m`, `relative_humidity_2m`, `uv_index`, and `european_aqi` or
      `us_aqi` of `hourly` are used if present, and so is `minutely_15` (`time`, `precipitation`): rain or snow that
      begins or ends within the hour is announced, from the quarter of an hour at which it is an hour ahead until the one at which it is
      over. Every hour becomes an entry, up to 48, and so do those quarters, sunrise and sunset, so the panel is right for two days
      without the author. A truncated or invalid document is reported with the position of the error; the panel keeps the last valid
      forecast.
      """#)
}
