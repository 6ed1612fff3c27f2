/// The words shown where there are no pictures.
enum PhotoWord: String, WidgetWords {
  case noPictures
  /// A folder of pictures.
  case folderIsEmpty
  /// All of its files are left out.
  case cannotBeShown
  case onlyPNGAndJPEG
  /// Pictures that are left out next to one that is shown; their names follow.
  case notShown

  static let table: [Self: [String]] = [
    .noPictures: [
      "No pictures", "Keine Bilder", "Aucune image", "Sin imágenes", "Nessuna immagine", "Geen foto’s", "Sem imagens",
      "写真なし", "没有照片", "لا صور", "אין תמונות",
    ],
    .folderIsEmpty: [
      "“%@” is empty", "„%@“ ist leer", "« %@ » est vide", "«%@» está vacía", "«%@» è vuota", "‘%@’ is leeg",
      "“%@” está vazia", "「%@」は空です", "“%@”是空的", "«%@» فارغ", "״%@״ ריקה",
    ],
    .cannotBeShown: [
      "Cannot be shown", "Nicht darstellbar", "Illisibles", "No compatibles", "Non visualizzabili", "Niet te tonen",
      "Não suportadas", "表示できません", "无法显示", "لا يمكن عرضها", "לא ניתן להציג",
    ],
    .onlyPNGAndJPEG: [
      "Only PNG and JPEG", "Nur PNG und JPEG", "PNG et JPEG seuls", "Solo PNG y JPEG", "Solo PNG e JPEG",
      "Alleen PNG en JPEG", "Só PNG e JPEG", "PNGとJPEGのみ", "仅限PNG和JPEG", "PNG و JPEG فقط", "רק PNG ו-JPEG",
    ],
    .notShown: [
      "Not shown", "Nicht gezeigt", "Non affichées", "Sin mostrar", "Non mostrate", "Niet getoond", "Não mostradas",
      "非表示", "未显示", "غير معروضة", "לא מוצגות",
    ],
  ]
}
