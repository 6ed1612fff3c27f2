import AfterglowDocuments
import Foundation

/// The words for why a source gives nothing, in place of its content.
extension ContentTrouble: WidgetWords {
  static let table: [Self: [String]] = [
    .signIn: [
      "Sign in", "Anmelden", "Connexion requise", "Iniciar sesión", "Accesso richiesto", "Inloggen", "Iniciar sessão",
      "サインイン", "登录", "تسجيل الدخول", "נדרשת כניסה",
    ],
    .noAccess: [
      "No access", "Kein Zugriff", "Accès refusé", "Sin acceso", "Accesso negato", "Geen toegang", "Sem acesso",
      "アクセス不可", "无权访问", "لا إذن بالوصول", "אין גישה",
    ],
    .notFound: [
      "Not found", "Nicht gefunden", "Introuvable", "No encontrado", "Non trovato", "Niet gevonden", "Não encontrado",
      "見つかりません", "未找到", "غير موجود", "לא נמצא",
    ],
    .noConnection: [
      "No connection", "Keine Verbindung", "Pas de connexion", "Sin conexión", "Non connesso", "Geen verbinding",
      "Sem ligação", "接続なし", "无法连接", "لا اتصال", "אין חיבור",
    ],
    .notCalendar: [
      "Not a calendar", "Kein Kalender", "Pas un agenda", "No es un calendario", "Non è un calendario", "Geen agenda",
      "Não é um calendário", "カレンダー以外", "不是日历", "ليس تقويمًا", "לא יומן",
    ],
    .notReadable: [
      "Not readable", "Nicht lesbar", "Illisible", "No se puede leer", "Non leggibile", "Niet leesbaar", "Ilegível",
      "読み取れません", "无法读取", "غير مقروء", "לא קריא",
    ],
    .notAvailable: [
      "Not available", "Nicht verfügbar", "Non disponible", "No disponible", "Non disponibile", "Niet beschikbaar",
      "Não disponível", "表示できません", "无法显示", "غير متاح", "לא זמין",
    ],
  ]
}

extension ContentAbsence {
  /// Why, and the source's name.
  func words(in locale: Locale) -> String {
    name.isEmpty ? shortWords(in: locale) : SharedWord.named.text([shortWords(in: locale), name], in: locale)
  }

  /// Why.
  func shortWords(in locale: Locale) -> String { trouble.text(in: locale) }
}
