/// The words shown where there are no pictures.
enum PhotoWord: String, WidgetWords {
  case noPictures
  /// A folder of pictures.
  case folderIsEmpty

  static let table: [Self: [String]] = [
    .noPictures: [
      "No pictures", "Keine Bilder", "Aucune image", "Sin imágenes", "Nessuna immagine", "Geen foto’s", "Sem imagens",
      "写真なし", "没有照片", "لا صور", "אין תמונות",
    ],
    .folderIsEmpty: [
      "“%@” is empty", "„%@“ ist leer", "« %@ » est vide", "«%@» está vacía", "«%@» è vuota", "‘%@’ is leeg",
      "“%@” está vazia", "「%@」は空です", "“%@”是空的", "«%@» فارغ", "״%@״ ריקה",
    ],
  ]
}
