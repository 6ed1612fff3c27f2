extension PhotosWidget {
  static let page = WidgetPage(
    summary:
      "pictures from a folder, those of this day in past years first",
    fact: "the picture's best part, enlarged one and a half times",
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `folder` | a folder of PNG and JPEG pictures, relative to the board's folder: see [data-files.md](data-files.md#photographs) | `photos` |
      | `every` | 5 to 1440 minutes that each is shown, from midnight on | 60 |
      | `fill` | `true`: all of the widget, by the picture's best part; `false`: the whole picture | `true` |
      | `fullColor` | `true`: keeps its colours where widgets are clear or tinted, and then stays inside the margins | `false` |

      Pictures of this day in past years are shown every second time, all others in turn between them. The running daemon notices
      new pictures. A picture takes four bytes for each of its pixels and looks, so an archive holds at most three of them at a time, and
      fewer where `memory.archive` has no room: later ones then wait until they are due, which is reported. One that does not fit at
      all is reported and is a plain shape; raise `memory.archive`. At night
      pictures are red like everything else; on e-paper they are in its inks ([ink.md](ink.md#dithering)).
      """#)
}
