/// Public holidays of whole countries, as rules that hold for years to come: laws as of 2026, compared day by day with
/// the Python package `holidays` 0.109 for 2024 to 2040. Countries whose holidays follow the moon or a yearly decree
/// are not included, nor are holidays of states, cantons and regions, nor days off that a government gives once. From
/// 2026 on the two differ in the Liberation Day of the Netherlands, free every fifth year, and in two days that
/// Slovakia does not keep in 2026.
///
/// A line without indent is a country (ISO 3166-1), its language, and what happens to a fixed day at a weekend: `next`,
/// the next working day is free; `nearest`, Friday or Monday. Its holidays follow, each `rule name|English name`:
///
/// | rule | day |
/// |---|---|
/// | `12-25` | the same each year |
/// | `E-2`, `O+50` | days from Easter, and from the Orthodox churches' |
/// | `1Mon05`, `-1Mon05` | the first and the last Monday in May |
/// | `Sat>06-20` | the first Saturday from then on |
/// | `1Mon02/Fri` | the first Monday in February, or the first of February where that is a Friday |
enum HolidayTable {
  static let text = """
    AT de
      01-01 Neujahr|New Year's Day; 01-06 Heilige Drei Könige|Epiphany; E+1 Ostermontag|Easter Monday;
      05-01 Staatsfeiertag|Labor Day; E+39 Christi Himmelfahrt|Ascension Day; E+50 Pfingstmontag|Pentecost Monday;
      E+60 Fronleichnam|Corpus Christi; 08-15 Mariä Himmelfahrt|Assumption Day; 10-26 Nationalfeiertag|National Day;
      11-01 Allerheiligen|All Saints' Day; 12-08 Mariä Empfängnis|Immaculate Conception; 12-25 Christtag|Christmas Day;
      12-26 Stephanstag|Saint Stephen's Day
    AU en
      01-01 New Year's Day; 01-26 Australia Day; E-2 Good Friday; E+1 Easter Monday; 04-25 ANZAC Day;
      12-25 Christmas Day; 12-26 Boxing Day
    BE nl
      01-01 Nieuwjaar|New Year's Day; E+0 Pasen|Easter Sunday; E+1 Paasmaandag|Easter Monday;
      05-01 Dag van de Arbeid|Labor Day; E+39 O. L. H. Hemelvaart|Ascension Day; E+49 Pinksteren|Pentecost;
      E+50 Pinkstermaandag|Pentecost Monday; 07-21 Nationale feestdag|National Day;
      08-15 O. L. V. Hemelvaart|Assumption Day; 11-01 Allerheiligen|All Saints' Day;
      11-11 Wapenstilstand|Armistice Day; 12-25 Kerstmis|Christmas Day
    BG bg
      01-01 Нова година|New Year's Day; 03-03 Ден на Освобождението на България от османско иго|Liberation Day;
      05-01 Ден на труда и на международната работническа солидарност|Labor Day and International Workers' Solidarity Day;
      O-2 Велики петък|Good Friday; O-1 Велика събота|Holy Saturday; O+0 Великден|Easter;
      05-06 Гергьовден, Ден на храбростта и Българската армия|Saint George's Day, Day of the Bulgarian Army;
      O+1 Великден|Easter;
      05-24 Ден на светите братя Кирил и Методий, на българската азбука, просвета и култура и на славянската книжовност|Day of Slavonic Alphabet, Bulgarian Enlightenment and Culture;
      09-06 Ден на Съединението|Unification Day; 09-22 Ден на Независимостта на България|Independence Day;
      12-24 Бъдни вечер|Christmas Eve; 12-25 Рождество Христово|Christmas Day; 12-26 Рождество Христово|Christmas Day
    BR pt
      01-01 Confraternização Universal|Universal Fraternization Day; E-2 Sexta-feira Santa|Good Friday;
      04-21 Tiradentes|Tiradentes' Day; 05-01 Dia do Trabalhador|Worker's Day;
      09-07 Independência do Brasil|Independence Day; 10-12 Nossa Senhora Aparecida|Our Lady of Aparecida;
      11-02 Finados|All Souls' Day; 11-15 Proclamação da República|Republic Proclamation Day;
      11-20 Dia Nacional de Zumbi e da Consciência Negra|National Day of Zumbi and Black Awareness;
      12-25 Natal|Christmas Day
    CA en
      01-01 New Year's Day; E-2 Good Friday; 07-01 Canada Day; 1Mon09 Labour Day|Labor Day; 12-25 Christmas Day
    CH de
      01-01 Neujahrstag|New Year's Day; E+39 Auffahrt|Ascension Day; 08-01 Nationalfeiertag|National Day;
      12-25 Weihnachten|Christmas Day
    CY el
      01-01 Πρωτοχρονιά|New Year's Day; 01-06 Ημέρα των Θεοφανίων|Epiphany; O-48 Καθαρά Δευτέρα|Green Monday;
      03-25 Ημέρα της Ελληνικής Ανεξαρτησίας|Greek Independence Day; 04-01 Εθνική Ημέρα Κύπρου|Cyprus National Day;
      05-01 Πρωτομαγιά|Labor Day; O-2 Μεγάλη Παρασκευή|Good Friday; O+0 Κυριακή του Πάσχα|Easter Sunday;
      O+1 Δευτέρα της Διακαινησίμου|Easter Monday; O+50 Δευτέρα του Αγίου Πνεύματος|Pentecost Monday;
      08-15 Κοίμηση της Θεοτόκου|Dormition of the Mother of God;
      10-01 Ημέρα της Κυπριακής Ανεξαρτησίας|Cyprus Independence Day; 10-28 Ημέρα του Όχι|Ohi Day;
      12-25 Χριστούγεννα|Christmas Day; 12-26 Επομένη Χριστουγέννων|Day After Christmas
    CZ cs
      01-01 Den obnovy samostatného českého státu|Independent Czech State Restoration Day;
      01-01 Nový rok|New Year's Day; E-2 Velký pátek|Good Friday; E+1 Velikonoční pondělí|Easter Monday;
      05-01 Svátek práce|Labor Day; 05-08 Den vítězství|Victory Day;
      07-05 Den slovanských věrozvěstů Cyrila a Metoděje|Saints Cyril and Methodius Day;
      07-06 Den upálení mistra Jana Husa|Jan Hus Day; 09-28 Den české státnosti|Statehood Day;
      10-28 Den vzniku samostatného československého státu|Independent Czechoslovak State Day;
      11-17 Den boje za svobodu a demokracii a Mezinárodní den studentstva|Struggle for Freedom and Democracy Day and International Students' Day;
      12-24 Štědrý den|Christmas Eve; 12-25 1. svátek vánoční|Christmas Day;
      12-26 2. svátek vánoční|Second Day of Christmas
    DE de
      01-01 Neujahr|New Year's Day; E-2 Karfreitag|Good Friday; E+1 Ostermontag|Easter Monday;
      05-01 Erster Mai|Labor Day; E+39 Christi Himmelfahrt|Ascension Day; E+50 Pfingstmontag|Pentecost Monday;
      10-03 Tag der Deutschen Einheit|German Unity Day; 12-25 Erster Weihnachtstag|Christmas Day;
      12-26 Zweiter Weihnachtstag|Second Day of Christmas
    DK da
      01-01 Nytårsdag|New Year's Day; E-3 Skærtorsdag|Maundy Thursday; E-2 Langfredag|Good Friday;
      E+0 Påskedag|Easter Sunday; E+1 Anden påskedag|Easter Monday; E+39 Kristi himmelfartsdag|Ascension Day;
      E+49 Pinsedag|Pentecost; E+50 Anden pinsedag|Pentecost Monday; 12-25 Juledag|Christmas Day;
      12-26 Anden juledag|Second Day of Christmas
    EE et
      01-01 uusaasta|New Year's Day; 02-24 iseseisvuspäev|Independence Day; E-2 suur reede|Good Friday;
      E+0 ülestõusmispühade 1. püha|Easter Sunday; 05-01 kevadpüha|May Day; E+49 nelipühade 1. püha|Pentecost;
      06-23 võidupüha|Victory Day; 06-24 jaanipäev|Midsummer Day;
      08-20 taasiseseisvumispäev|Independence Restoration Day; 12-24 jõululaupäev|Christmas Eve;
      12-25 esimene jõulupüha|Christmas Day; 12-26 teine jõulupüha|Second Day of Christmas
    ES es
      01-01 Año Nuevo|New Year's Day; 01-06 Epifanía del Señor|Epiphany; E-2 Viernes Santo|Good Friday;
      05-01 Fiesta del Trabajo|Labor Day; 08-15 Asunción de la Virgen|Assumption Day;
      10-12 Fiesta Nacional de España|National Day; 11-01 Todos los Santos|All Saints' Day;
      12-06 Día de la Constitución Española|Constitution Day; 12-08 Inmaculada Concepción|Immaculate Conception;
      12-25 Natividad del Señor|Christmas Day
    FI fi
      01-01 Uudenvuodenpäivä|New Year's Day; 01-06 Loppiainen|Epiphany; E-2 Pitkäperjantai|Good Friday;
      E+0 Pääsiäispäivä|Easter Sunday; E+1 Toinen pääsiäispäivä|Easter Monday; 05-01 Vappu|May Day;
      E+39 Helatorstai|Ascension Day; E+49 Helluntaipäivä|Pentecost; Fri>06-19 Juhannusaatto|Midsummer Eve;
      Sat>06-20 Juhannuspäivä|Midsummer Day; Sat>10-31 Pyhäinpäivä|All Saints' Day;
      12-06 Itsenäisyyspäivä|Independence Day; 12-24 Jouluaatto|Christmas Eve; 12-25 Joulupäivä|Christmas Day;
      12-26 Tapaninpäivä|Second Day of Christmas
    FR fr
      01-01 Jour de l'an|New Year's Day; E+1 Lundi de Pâques|Easter Monday; 05-01 Fête du Travail|Labor Day;
      05-08 Fête de la Victoire|Victory Day; E+39 Ascension|Ascension Day; E+50 Lundi de Pentecôte|Pentecost Monday;
      07-14 Fête nationale|National Day; 08-15 Assomption|Assumption Day; 11-01 Toussaint|All Saints' Day;
      11-11 Armistice|Armistice Day; 12-25 Noël|Christmas Day
    GB en next
      01-01 New Year's Day; E-2 Good Friday; 1Mon05 May Day; -1Mon05 Spring Bank Holiday; 12-25 Christmas Day;
      12-26 Boxing Day
    GR el
      01-01 Πρωτοχρονιά|New Year's Day; 01-06 Θεοφάνεια|Epiphany; O-48 Καθαρά Δευτέρα|Green Monday;
      03-25 Εικοστή Πέμπτη Μαρτίου|Independence Day; 05-01 Εργατική Πρωτομαγιά|Labor Day;
      O-2 Μεγάλη Παρασκευή|Good Friday; O+1 Δευτέρα του Πάσχα|Easter Monday;
      O+50 Δευτέρα του Αγίου Πνεύματος|Pentecost Monday; 08-15 Κοίμηση της Θεοτόκου|Dormition of the Mother of God;
      10-28 Ημέρα του Όχι|Ohi Day; 12-25 Χριστούγεννα|Christmas Day;
      12-26 Σύναξη της Υπεραγίας Θεοτόκου|Glorifying Mother of God
    HR hr
      01-01 Nova godina|New Year's Day; 01-06 Bogojavljenje ili Sveta tri kralja|Epiphany; E+0 Uskrs|Easter Sunday;
      E+1 Uskrsni ponedjeljak|Easter Monday; 05-01 Praznik rada|Labor Day; 05-30 Dan državnosti|Statehood Day;
      E+60 Tijelovo|Corpus Christi; 06-22 Dan antifašističke borbe|Anti-Fascist Struggle Day;
      08-05 Dan pobjede i domovinske zahvalnosti i Dan hrvatskih branitelja|Victory and Homeland Thanksgiving Day and Croatian Veterans Day;
      08-15 Velika Gospa|Assumption Day; 11-01 Svi sveti|All Saints' Day;
      11-18 Dan sjećanja na žrtve Domovinskog rata i Dan sjećanja na žrtvu Vukovara i Škabrnje|Remembrance Day;
      12-25 Božić|Christmas Day; 12-26 Sveti Stjepan|Saint Stephen's Day
    HU hu
      01-01 Újév|New Year's Day; 03-15 Nemzeti ünnep|National Day; E-2 Nagypéntek|Good Friday; E+0 Húsvét|Easter;
      E+1 Húsvét Hétfő|Easter Monday; 05-01 A Munka ünnepe|Labor Day; E+49 Pünkösd|Pentecost;
      E+50 Pünkösdhétfő|Pentecost Monday; 08-20 Az államalapítás ünnepe|State Foundation Day;
      10-23 Nemzeti ünnep|National Day; 11-01 Mindenszentek|All Saints' Day; 12-24 Szenteste|Christmas Eve;
      12-25 Karácsony|Christmas Day; 12-26 Karácsony másnapja|Second Day of Christmas
    IE en
      01-01 New Year's Day; 1Mon02/Fri Saint Brigid's Day; 03-17 Saint Patrick's Day; E+1 Easter Monday;
      1Mon05 May Bank Holiday; 1Mon06 June Bank Holiday; 1Mon08 August Bank Holiday; -1Mon10 October Bank Holiday;
      12-25 Christmas Day; 12-26 Saint Stephen's Day
    IS is
      01-01 Nýársdagur|New Year's Day; E-3 Skírdagur|Maundy Thursday; E-2 Föstudagurinn langi|Good Friday;
      E+0 Páskadagur|Easter Sunday; E+1 Annar í páskum|Easter Monday;
      Thu>04-19 Sumardagurinn fyrsti|First Day of Summer; 05-01 Verkalýðsdagurinn|Labor Day;
      E+39 Uppstigningardagur|Ascension Day; E+49 Hvítasunnudagur|Pentecost; E+50 Annar í hvítasunnu|Pentecost Monday;
      06-17 Þjóðhátíðardagurinn|National Day; 1Mon08 Frídagur verslunarmanna|Commerce Day;
      12-25 Jóladagur|Christmas Day; 12-26 Annar í jólum|Second Day of Christmas
    IT it
      01-01 Capodanno|New Year's Day; 01-06 Epifania|Epiphany; E+0 Pasqua|Easter Sunday;
      E+1 Lunedì dell'Angelo|Easter Monday; 04-25 Anniversario della Liberazione|Liberation Day;
      05-01 Festa del Lavoro|Labor Day; 06-02 Festa della Repubblica|Republic Day;
      08-15 Assunzione della Beata Vergine Maria|Assumption Of Mary Day;
      10-04 Festa nazionale di San Francesco d'Assisi, patrono d'Italia|Saint Francis of Assisi, Patron Saint of Italy;
      11-01 Ognissanti|All Saints' Day; 1Sun11 Giorno dell'unità nazionale|National Unity Day;
      12-08 Immacolata Concezione|Immaculate Conception; 12-25 Natale|Christmas Day;
      12-26 Santo Stefano|Saint Stephen's Day
    LI de
      01-01 Neujahr|New Year's Day; 01-06 Heilige Drei Könige|Epiphany; 02-02 Mariä Lichtmess|Candlemas;
      03-19 Josefstag|Saint Joseph's Day; E+0 Ostersonntag|Easter Sunday; E+1 Ostermontag|Easter Monday;
      05-01 Tag der Arbeit|Labor Day; E+39 Auffahrt|Ascension Day; E+49 Pfingstsonntag|Pentecost;
      E+50 Pfingstmontag|Pentecost Monday; E+60 Fronleichnam|Corpus Christi; 08-15 Staatsfeiertag|National Day;
      09-08 Mariä Geburt|Nativity of Mary; 11-01 Allerheiligen|All Saints' Day;
      12-08 Mariä Empfängnis|Immaculate Conception; 12-25 Weihnachten|Christmas Day;
      12-26 Stephanstag|Saint Stephen's Day
    LT lt
      01-01 Naujųjų metų diena|New Year's Day;
      02-16 Lietuvos valstybės atkūrimo diena|Day of Restoration of the State of Lithuania;
      03-11 Lietuvos nepriklausomybės atkūrimo diena|Day of Restoration of Independence of Lithuania;
      E+0 Šv. Velykos|Easter Sunday; E+1 Antroji šv. Velykų diena|Easter Monday;
      05-01 Tarptautinė darbo diena|International Workers' Day; 1Sun05 Motinos diena|Mother's Day;
      1Sun06 Tėvo diena|Father's Day; 06-24 Rasos ir Joninių diena|Day of Dew and Saint John;
      07-06 Valstybės (Lietuvos karaliaus Mindaugo karūnavimo) ir Tautiškos giesmės diena|Statehood Day;
      08-15 Žolinė (Švč. Mergelės Marijos ėmimo į dangų diena)|Assumption Day;
      11-01 Visų Šventųjų diena|All Saints' Day; 11-02 Mirusiųjų atminimo (Vėlinių) diena|All Souls' Day;
      12-24 Kūčių diena|Christmas Eve; 12-25 Šv. Kalėdų pirma diena|Christmas Day;
      12-26 Šv. Kalėdų antra diena|Second Day of Christmas
    LU lb
      01-01 Neijoerschdag|New Year's Day; E+1 Ouschterméindeg|Easter Monday; 05-01 Dag vun der Aarbecht|Labor Day;
      05-09 Europadag|Europe Day; E+39 Christi Himmelfaart|Ascension Day; E+50 Péngschtméindeg|Pentecost Monday;
      06-23 Nationalfeierdag|National Day; 08-15 Léiffrawëschdag|Assumption Day; 11-01 Allerhellgen|All Saints' Day;
      12-25 Chrëschtdag|Christmas Day; 12-26 Stiefesdag|Saint Stephen's Day
    LV lv
      01-01 Jaungada diena|New Year's Day; E-2 Lielā Piektdiena|Good Friday; E+0 Pirmās Lieldienas|Easter Sunday;
      E+1 Otrās Lieldienas|Easter Monday; 05-01 Darba svētki|Constitutional Assembly Convocation Day;
      05-01 Latvijas Republikas Satversmes sapulces sasaukšanas diena|Labor Day;
      05-04 Latvijas Republikas Neatkarības atjaunošanas diena|Restoration of Independence Day;
      2Sun05 Mātes diena|Mother's Day; E+49 Vasarsvētki|Pentecost; 06-23 Līgo diena|Midsummer Eve;
      06-24 Jāņu diena|Midsummer Day;
      11-18 Latvijas Republikas Proklamēšanas diena|Republic of Latvia Proclamation Day;
      12-24 Ziemassvētku vakars|Christmas Eve; 12-25 Pirmie Ziemassvētki|Christmas Day;
      12-26 Otrie Ziemassvētki|Second Day of Christmas; 12-31 Vecgada diena|New Year's Eve
    MT mt
      01-01 L-Ewwel tas-Sena|New Year's Day; 02-10 Il-Festa tan-Nawfraġju ta' San Pawl|Feast of Saint Paul's Shipwreck;
      03-19 Il-Festa ta' San Ġużepp|Feast of Saint Joseph; E-2 Il-Ġimgħa l-Kbira|Good Friday;
      03-31 Jum il-Ħelsien|Freedom Day; 05-01 Jum il-Ħaddiem|Worker's Day; 06-07 Sette Giugno;
      06-29 Il-Festa ta' San Pietru u San Pawl|Feast of Saint Peter and Saint Paul;
      08-15 Il-Festa ta' Santa Marija|Feast of the Assumption; 09-08 Jum il-Vitorja|Feast of Our Lady of Victories;
      09-21 Jum l-Indipendenza|Independence Day;
      12-08 Il-Festa tal-Immakulata Kunċizzjoni|Feast of the Immaculate Conception;
      12-13 Jum ir-Repubblika|Republic Day; 12-25 Il-Milied|Christmas Day
    MX es
      01-01 Año Nuevo|New Year's Day; 1Mon02 Día de la Constitución|Constitution Day;
      3Mon03 Natalicio de Benito Juárez|Benito Juárez's birthday; 05-01 Día del Trabajo|Labor Day;
      09-16 Día de la Independencia|Independence Day; 3Mon11 Día de la Revolución|Revolution Day;
      12-25 Navidad|Christmas Day
    NL nl
      01-01 Nieuwjaarsdag|New Year's Day; E-2 Goede vrijdag|Good Friday; E+0 Eerste paasdag|Easter Sunday;
      E+1 Tweede paasdag|Easter Monday; 04-27 Koningsdag|King's Day; E+39 Hemelvaartsdag|Ascension Day;
      E+49 Eerste pinksterdag|Pentecost; E+50 Tweede pinksterdag|Pentecost Monday; 12-25 Eerste kerstdag|Christmas Day;
      12-26 Tweede kerstdag|Second Day of Christmas
    NO no
      01-01 Første nyttårsdag|New Year's Day; E-3 Skjærtorsdag|Maundy Thursday; E-2 Langfredag|Good Friday;
      E+0 Første påskedag|Easter Sunday; E+1 Andre påskedag|Easter Monday; 05-01 Arbeidernes dag|Labor Day;
      E+39 Kristi himmelfartsdag|Ascension Day; 05-17 Grunnlovsdag|Constitution Day; E+49 Første pinsedag|Pentecost;
      E+50 Andre pinsedag|Pentecost Monday; 12-25 Første juledag|Christmas Day;
      12-26 Andre juledag|Second Day of Christmas
    PL pl
      01-01 Nowy Rok|New Year's Day; 01-06 Święto Trzech Króli|Epiphany; E+0 Niedziela Wielkanocna|Easter Sunday;
      E+1 Poniedziałek Wielkanocny|Easter Monday; 05-01 Święto Państwowe|National Day;
      05-03 Święto Narodowe Trzeciego Maja|National Day of the Third of May; E+49 Zielone Świątki|Pentecost;
      E+60 Dzień Bożego Ciała|Corpus Christi; 08-15 Wniebowzięcie Najświętszej Marii Panny|Assumption Day;
      11-01 Uroczystość Wszystkich Świętych|All Saints' Day;
      11-11 Narodowe Święto Niepodległości|National Independence Day; 12-24 Wigilia Bożego Narodzenia|Christmas Eve;
      12-25 Boże Narodzenie (pierwszy dzień)|Christmas Day;
      12-26 Boże Narodzenie (drugi dzień)|Second Day of Christmas
    PT pt
      01-01 Ano Novo|New Year's Day; E-2 Sexta-feira Santa|Good Friday; E+0 Páscoa|Easter Sunday;
      04-25 Dia da Liberdade|Freedom Day; 05-01 Dia do Trabalhador|Labor Day; E+60 Corpo de Deus|Corpus Christi;
      06-10 Dia de Portugal, de Camões e das Comunidades Portuguesas|Day of Portugal, Camões, and the Portuguese Communities;
      08-15 Assunção de Nossa Senhora|Assumption Day; 10-05 Implantação da República|Republic Day;
      11-01 Dia de Todos os Santos|All Saints' Day; 12-01 Restauração da Independência|Restoration of Independence Day;
      12-08 Imaculada Conceição|Immaculate Conception; 12-25 Dia de Natal|Christmas Day
    RO ro
      01-01 Anul Nou|New Year's Day; 01-02 Anul Nou|New Year's Day; 01-06 Botezul Domnului - Boboteaza|Epiphany;
      01-07 Soborul Sfântului Proroc Ioan Botezătorul|Saint John the Baptist;
      01-24 Ziua Unirii Principatelor Române|Unification of the Romanian Principalities Day;
      05-01 Ziua Muncii|Labor Day; O-2 Vinerea Mare|Good Friday; O+0 Paștele|Easter; O+1 Paștele|Easter;
      06-01 Ziua Copilului|Children's Day; O+49 Rusaliile|Pentecost; O+50 Rusaliile|Pentecost;
      08-15 Adormirea Maicii Domnului|Dormition of the Mother of God;
      11-30 Sfântul Apostol Andrei, cel Întâi chemat, Ocrotitorul României|Saint Andrew's Day;
      12-01 Ziua Națională a României|National Day; 12-25 Crăciunul|Christmas Day; 12-26 Crăciunul|Christmas Day
    SE sv
      01-01 Nyårsdagen|New Year's Day; 01-06 Trettondedag jul|Epiphany; E-2 Långfredagen|Good Friday;
      E+0 Påskdagen|Easter Sunday; E+1 Annandag påsk|Easter Monday; 05-01 Första maj|May Day;
      E+39 Kristi himmelsfärdsdag|Ascension Day; E+49 Pingstdagen|Pentecost; 06-06 Nationaldagen|National Day;
      Sat>06-20 Midsommardagen|Midsummer Day; Sat>10-31 Alla helgons dag|All Saints' Day; 12-25 Juldagen|Christmas Day;
      12-26 Annandag jul|Second Day of Christmas
    SI sl
      01-01 novo leto|New Year's Day; 01-02 novo leto|New Year's Day;
      02-08 Prešernov dan, slovenski kulturni praznik|Prešeren's Day, the Slovenian Cultural Holiday;
      E+0 velikonočna nedelja|Easter Sunday; E+1 velikonočni ponedeljek|Easter Monday;
      04-27 dan upora proti okupatorju|Day of Uprising Against Occupation; 05-01 praznik dela|Labor Day;
      05-02 praznik dela|Labor Day; E+49 binkoštna nedelja|Pentecost; 06-25 dan državnosti|Statehood Day;
      08-15 Marijino vnebovzetje|Assumption Day; 10-31 dan reformacije|Reformation Day;
      11-01 dan spomina na mrtve|Day of Remembrance for the Dead; 12-25 božič|Christmas Day;
      12-26 dan samostojnosti in enotnosti|Independence and Unity Day
    SK sk
      01-01 Deň vzniku Slovenskej republiky|Day of the Establishment of the Slovak Republic;
      01-06 Zjavenie Pána (Traja králi a vianočný sviatok pravoslávnych kresťanov)|Epiphany (Three Kings' Day and Orthodox Christmas);
      E-2 Veľký piatok|Good Friday; E+1 Veľkonočný pondelok|Easter Monday; 05-01 Sviatok práce|Labor Day;
      05-08 Deň víťazstva nad fašizmom|Day of Victory over Fascism;
      07-05 Sviatok svätého Cyrila a svätého Metoda|Saints Cyril and Methodius Day;
      08-29 Výročie Slovenského národného povstania|Slovak National Uprising Anniversary;
      09-15 Sedembolestná Panna Mária|Day of Our Lady of the Seven Sorrows;
      11-01 Sviatok Všetkých svätých|All Saints' Day; 12-24 Štedrý deň|Christmas Eve;
      12-25 Prvý sviatok vianočný|Christmas Day; 12-26 Druhý sviatok vianočný|Second Day of Christmas
    US en nearest
      01-01 New Year's Day; 3Mon01 Martin Luther King Jr. Day; 3Mon02 Washington's Birthday; -1Mon05 Memorial Day;
      06-19 Juneteenth National Independence Day; 07-04 Independence Day; 1Mon09 Labor Day; 2Mon10 Columbus Day;
      11-11 Veterans Day; 4Thu11 Thanksgiving Day; 12-25 Christmas Day
    ZA en
      01-01 New Year's Day; 03-21 Human Rights Day; E-2 Good Friday; E+1 Family Day; 04-27 Freedom Day;
      05-01 Workers' Day; 06-16 Youth Day; 08-09 National Women's Day; 09-24 Heritage Day; 12-16 Day of Reconciliation;
      12-25 Christmas Day; 12-26 Day of Goodwill
    """
}
