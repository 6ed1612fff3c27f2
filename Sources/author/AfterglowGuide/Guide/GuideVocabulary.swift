/// Words that the guide advises against, in the languages of the built-in widgets, in lower case.
enum GuideVocabulary {
  /// When a program last did something.
  struct Ages {
    /// Always about a program.
    var phrases: [String] = []
    /// About one next to a time (`GuideWords`).
    var words: [String] = []
  }

  /// docs/rules.md, rule 71.
  static let ages: [String: Ages] = [
    "en": Ages(
      phrases: [
        "last updated", "last update", "last checked", "last check", "last refreshed", "last refresh", "last synced",
        "last sync", "last fetched", "last polled", "last loaded", "updated at", "refreshed at", "synced at",
        "checked at", "just updated", "just now updated",
      ],
      words: [
        "updated", "refreshed", "synced", "synchronised", "synchronized", "fetched", "checked", "polled", "reloaded",
        "downloaded", "retrieved", "sync", "refresh", "update", "upd.",
      ]),
    "de": Ages(
      phrases: [
        "zuletzt aktualisiert", "zuletzt geprüft", "zuletzt synchronisiert", "letzte aktualisierung",
        "letztes update", "letzter abruf", "zuletzt abgerufen", "zuletzt geladen",
      ], words: ["aktualisiert", "synchronisiert", "abgerufen", "geladen", "geprüft"]),
    "fr": Ages(
      phrases: ["dernière mise à jour", "dernière actualisation", "dernière synchronisation", "mis à jour à"],
      words: ["mis à jour", "mise à jour", "actualisé", "synchronisé", "vérifié"]),
    "es": Ages(
      phrases: ["última actualización", "última sincronización", "última comprobación", "actualizado a las"],
      words: ["actualizado", "sincronizado", "comprobado"]),
    "it": Ages(
      phrases: ["ultimo aggiornamento", "ultima sincronizzazione", "ultimo controllo", "aggiornato alle"],
      words: ["aggiornato", "sincronizzato", "controllato"]),
    "nl": Ages(
      phrases: ["laatst bijgewerkt", "laatste update", "laatst gesynchroniseerd", "laatst gecontroleerd"],
      words: ["bijgewerkt", "gesynchroniseerd", "ververst", "gecontroleerd"]),
    "pt": Ages(
      phrases: ["última atualização", "última sincronização", "última verificação", "atualizado às"],
      words: ["atualizado", "sincronizado", "verificado"]),
    "ja": Ages(phrases: ["最終更新", "最終確認", "最終同期", "更新日時"], words: ["更新", "同期"]),
    "zh": Ages(phrases: ["最后更新", "上次更新", "最近更新", "上次同步", "更新于"], words: ["更新", "同步", "刷新"]),
    "ar": Ages(phrases: ["آخر تحديث", "تم التحديث", "آخر مزامنة", "تمت المزامنة"]),
    "he": Ages(phrases: ["עדכון אחרון", "עודכן לאחרונה", "סנכרון אחרון"], words: ["עודכן", "סונכרן"]),
  ]

  /// Instructions, greetings and words for the reader (docs/rules.md, rule 95).
  static let addresses: [String: [String]] = [
    "en": [
      "sign in", "log in", "open the app", "open settings", "learn more", "see more", "try again", "check back",
      "scan the code", "scan to", "add a city",
      "you", "your", "yours", "tap", "click", "press", "please", "swipe", "touch here", "hold to", "scroll", "hello",
      "hi there", "hi,", "welcome", "good morning", "good afternoon", "good evening", "good night", "don't forget",
      "remember to", "let's",
    ],
    "de": [
      "anmelden", "app öffnen", "mehr erfahren", "erneut versuchen", "öffnen sie", "öffne die",
      "bitte", "tippe", "tippen", "klicke", "klicken", "drücke", "drücken sie", "wische", "wischen", "berühre",
      "berühren", "dein", "deine", "deinen", "deiner", "dich", "dir", "hallo", "willkommen", "guten morgen",
      "guten tag", "guten abend", "gute nacht", "nicht vergessen", "grüß gott", "servus", "moin",
    ],
    "fr": [
      "connectez-vous", "ouvrez", "réessayez", "en savoir plus",
      "vous", "votre", "vos", "toi", "tes", "veuillez", "appuyez", "appuie", "touchez", "cliquez", "glissez", "bonjour",
      "bonsoir", "bonne nuit", "bienvenue", "salut", "s'il vous plaît", "s'il te plaît", "n'oubliez pas",
      "n'oublie pas",
    ],
    "es": [
      "inicia sesión", "abre la app", "inténtalo", "más información",
      "usted", "tus", "toca", "toque", "pulsa", "pulse", "desliza", "deslice", "haz clic", "haga clic", "por favor",
      "hola", "bienvenido", "bienvenida", "buenos días", "buenas tardes", "buenas noches", "no olvides", "no olvide",
    ],
    "it": [
      "accedi", "apri l'app", "riprova", "scopri di più",
      "tocca", "tocchi", "premi", "clicca", "fai clic", "scorri", "per favore", "tuo", "tua", "tuoi", "ciao", "salve",
      "benvenuto", "benvenuta", "buongiorno", "buonasera", "buonanotte", "non dimenticare",
    ],
    "nl": [
      "meld je aan", "open de app", "probeer het", "meer informatie",
      "jij", "jouw", "uw", "tik op", "tik hier", "klik", "druk op", "veeg", "alstublieft", "alsjeblieft", "hallo",
      "welkom", "goedemorgen", "goedemiddag", "goedenavond", "welterusten", "vergeet niet",
    ],
    "pt": [
      "inicie sessão", "abra a app", "tente novamente", "saiba mais",
      "você", "teu", "tua", "toque", "clique", "pressione", "prima", "deslize", "por favor", "olá", "bem-vindo",
      "bem-vinda", "bom dia", "boa tarde", "boa noite", "não se esqueça", "não te esqueças",
    ],
    "ja": [
      "開いて", "ログイン",
      "タップ", "クリック", "押して", "スワイプ", "ください", "あなた", "こんにちは", "おはよう", "こんばんは", "おやすみ", "ようこそ",
    ],
    "zh": ["登录", "打开应用", "点击", "轻触", "点按", "按下", "滑动", "请", "您", "你", "早上好", "下午好", "晚上好", "晚安", "欢迎"],
    "ar": [
      "سجل الدخول", "افتح التطبيق",
      "اضغط", "انقر", "المس", "اسحب", "من فضلك", "الرجاء", "يرجى", "مرحبا", "أهلا", "صباح الخير", "مساء الخير",
      "تصبح على خير",
    ],
    "he": [
      "התחבר", "פתח את",
      "הקש", "לחץ", "לחצי", "לחצו", "גע", "החלק", "בבקשה", "שלום", "ברוך הבא", "ברוכים הבאים", "בוקר טוב", "ערב טוב",
      "לילה טוב",
    ],
  ]

  /// What descriptions in English begin with (docs/rules.md, rule 87).
  static let verbs: Set<String> = Set(
    """
    add adjust admire align announce arrange ask avoid be beat begin bring browse build calculate call capture catch \
    celebrate change chart check choose collect compare complete control convert count cover create decide discover \
    display draw drink eat enjoy estimate explore feel fill find finish fix focus follow forecast get give glance go \
    greet grow guess have hear help hold identify improve inspect join jump keep know learn leave let light list \
    listen live look make manage map mark match measure meet memorise memorize mind monitor mood move name never note \
    notice observe open order organise organize own pause peek pick plan play practise practice predict prepare \
    preview protect put quickly read recall receive recognise recognize record reach relax rely remember remind \
    replay rest review ride run save scan schedule score search see seize select set share shop shorten show skip \
    sleep solve sort spot spread start stay steer stop store stream study supervise survey switch take tell test \
    think time track translate travel try tune turn understand use view visit wait wake walk warm watch wear weigh \
    welcome win wish wonder work write
    """.split(separator: " ").map(String.init))

  /// Small words by which a description is in another language than English.
  static let foreign: Set<String> = Set(
    """
    der das den dem ein eine und oder wie wann wo mit für von im zum zur ist sind wird auf aus bei nach \
    le la les un une et ou où quand comment avec pour du des de en au aux sur dans ce que qui \
    el los las una cuándo cómo con para del al por qué \
    il lo gli di quando dal nel sul che \
    het een en wanneer hoe met voor op uit bij wat waar \
    os um uma quando como com para da dos das na em por que
    """.split(separator: " ").map(String.init))
}
