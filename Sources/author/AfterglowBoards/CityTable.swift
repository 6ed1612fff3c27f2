/// Large cities with their places, so that a board can be made without a network.
///
/// Origin: typed in for this program to a hundredth of a degree, so that the table has the program's licence (Apache-2.0).
/// Each place was checked against GeoNames (geonames.org, CC BY 4.0), whose entry is at most 11 km away; cities of one name
/// are in the order of their populations there. Cities after which a zone is named are in the zone database, which is in the
/// public domain (`ZonePlaces`); they are in this table for a region, for other names, or because a city of the same name
/// is larger. Without a row here the city of a zone comes first.
///
/// A line without indent is a country (ISO 3166-1), a zone, and where it matters a region with its short form. The cities
/// follow, each `name|other name latitude longitude`, in degrees, north and east positive. Of two cities of one name the
/// larger one comes first.
enum CityTable {
  static let text = """
    AE Asia/Dubai
      Abu Dhabi 24.45 54.38; Sharjah 25.35 55.41; Al Ain 24.21 55.74
    AF Asia/Kabul
      Herat 34.35 62.20; Kandahar 31.61 65.71; Mazar-i-Sharif 36.71 67.11
    AL Europe/Tirane
      Durrës 41.32 19.45
    AM Asia/Yerevan
      Gyumri 40.79 43.85; Jerewan|Erevan 40.18 44.51
    AO Africa/Luanda
      Huambo -12.78 15.74
    AR America/Argentina/Buenos_Aires
      La Plata -34.92 -57.95; Mar del Plata -38.00 -57.56; Bahía Blanca -38.72 -62.27
    AR America/Argentina/Cordoba
      Rosario -32.95 -60.64; Santa Fe -31.63 -60.70; Córdoba -31.41 -64.18
    AR America/Argentina/Salta
      Neuquén -38.95 -68.06; Bariloche -41.13 -71.31
    AR America/Argentina/Tucuman
      Tucumán|San Miguel de Tucumán -26.82 -65.22
    AT Europe/Vienna
      Graz 47.07 15.44; Linz 48.31 14.29; Salzburg 47.80 13.04; Innsbruck 47.27 11.39; Klagenfurt 46.62 14.31;
      Villach 46.61 13.86; Wels 48.16 14.03; St. Pölten|Sankt Pölten 48.20 15.62; Dornbirn 47.41 9.74; Bregenz 47.50 9.75;
      Wien|Vienne|Bécs|Wenen 48.21 16.37
    AU Australia/Adelaide South Australia|SA
      Adelaide -34.93 138.60
    AU Australia/Brisbane Queensland|QLD
      Gold Coast -28.00 153.43; Sunshine Coast -26.65 153.07; Townsville -19.26 146.82; Cairns -16.92 145.77;
      Toowoomba -27.56 151.95; Mackay -21.14 149.19; Rockhampton -23.38 150.51; Brisbane -27.47 153.03
    AU Australia/Darwin Northern Territory|NT
      Alice Springs -23.70 133.88; Darwin -12.46 130.84
    AU Australia/Hobart Tasmania|TAS
      Launceston -41.44 147.14; Hobart -42.88 147.33
    AU Australia/Melbourne Victoria|VIC
      Geelong -38.15 144.36; Ballarat -37.56 143.85; Bendigo -36.76 144.28; Melbourne -37.81 144.96
    AU Australia/Perth Western Australia|WA
      Mandurah -32.53 115.72; Bunbury -33.33 115.64; Perth -31.95 115.86
    AU Australia/Sydney Australian Capital Territory|ACT
      Canberra -35.28 149.13
    AU Australia/Sydney New South Wales|NSW
      Newcastle -32.93 151.78; Wollongong -34.42 150.89; Central Coast -33.43 151.34; Albury -36.08 146.92;
      Wagga Wagga -35.11 147.37; Coffs Harbour -30.30 153.11; Sydney -33.87 151.21
    AZ Asia/Baku
      Ganja 40.68 46.36; Sumqayit 40.59 49.67
    BA Europe/Sarajevo
      Banja Luka 44.77 17.19; Tuzla 44.54 18.68; Zenica 44.20 17.91; Mostar 43.34 17.81
    BD Asia/Dhaka
      Chattogram|Chittagong 22.36 91.78; Khulna 22.82 89.55; Rajshahi 24.37 88.60; Sylhet 24.90 91.87
    BE Europe/Brussels
      Antwerp|Antwerpen|Anvers 51.22 4.40; Ghent|Gent|Gand 51.05 3.72; Charleroi 50.41 4.44; Liège|Luik|Lüttich 50.63 5.57;
      Bruges|Brugge 51.21 3.22; Namur|Namen 50.47 4.87; Leuven|Louvain 50.88 4.70; Mons 50.45 3.95; Mechelen 51.03 4.48;
      Kortrijk 50.83 3.26; Hasselt 50.93 5.34; Ostend|Oostende 51.23 2.92; Bruxelles|Brussel|Brüssel 50.85 4.35
    BG Europe/Sofia
      Plovdiv 42.15 24.75; Varna 43.21 27.91; Burgas 42.51 27.47; Ruse 43.85 25.97; Stara Zagora 42.43 25.64;
      Pleven 43.41 24.62
    BJ Africa/Porto-Novo
      Cotonou 6.37 2.43
    BO America/La_Paz
      Santa Cruz de la Sierra -17.78 -63.18; Cochabamba -17.39 -66.16; Sucre -19.04 -65.26; El Alto -16.50 -68.16
    BR America/Araguaina
      Palmas -10.18 -48.33
    BR America/Bahia
      Salvador -12.97 -38.50; Feira de Santana -12.27 -38.97
    BR America/Belem
      Belém -1.46 -48.50; Macapá 0.03 -51.07
    BR America/Cuiaba
      Cuiabá -15.60 -56.10
    BR America/Fortaleza
      Natal -5.79 -35.21; Teresina -5.09 -42.80; São Luís -2.53 -44.30; João Pessoa -7.12 -34.86; Campina Grande -7.23 -35.88
    BR America/Maceio
      Aracaju -10.91 -37.07; Maceió -9.67 -35.74
    BR America/Sao_Paulo
      São Paulo -23.55 -46.63; Rio de Janeiro -22.91 -43.17; Brasília -15.79 -47.88; Belo Horizonte -19.92 -43.94;
      Curitiba -25.43 -49.27; Porto Alegre -30.03 -51.23; Goiânia -16.69 -49.26; Campinas -22.91 -47.06;
      Guarulhos -23.45 -46.53; São Gonçalo -22.83 -43.05; Florianópolis -27.59 -48.55; Vitória -20.32 -40.34;
      Santos -23.96 -46.33; Niterói -22.88 -43.10; Ribeirão Preto -21.18 -47.81; Sorocaba -23.50 -47.46;
      São José dos Campos -23.18 -45.88; Uberlândia -18.92 -48.28; Joinville -26.30 -48.85; Londrina -23.31 -51.16;
      Juiz de Fora -21.76 -43.35; Caxias do Sul -29.17 -51.18; Blumenau -26.92 -49.07; Pelotas -31.77 -52.34;
      Maringá -23.42 -51.94
    BY Europe/Minsk
      Gomel|Homel 52.43 30.98; Brest 52.10 23.70; Grodno|Hrodna 53.68 23.83; Vitebsk 55.19 30.20; Mogilev 53.91 30.34
    CA America/Edmonton Alberta|AB
      Calgary 51.05 -114.07; Red Deer 52.27 -113.81; Lethbridge 49.69 -112.84; Edmonton 53.55 -113.49
    CA America/Edmonton Northwest Territories|NT
      Yellowknife 62.45 -114.37
    CA America/Halifax Nova Scotia|NS
      Halifax 44.65 -63.57
    CA America/Halifax Prince Edward Island|PE
      Charlottetown 46.24 -63.13
    CA America/Moncton New Brunswick|NB
      Saint John 45.27 -66.06; Fredericton 45.96 -66.64; Moncton 46.09 -64.77
    CA America/Regina Saskatchewan|SK
      Saskatoon 52.13 -106.67; Regina 50.45 -104.62
    CA America/St_Johns Newfoundland and Labrador|NL
      St. John's|St John's 47.56 -52.71
    CA America/Toronto Ontario|ON
      Toronto 43.65 -79.38; Ottawa 45.42 -75.70; Mississauga 43.59 -79.64; Brampton 43.68 -79.76; Hamilton 43.26 -79.87;
      Kitchener 43.45 -80.49; Waterloo 43.47 -80.52; Windsor 42.31 -83.04; Oshawa 43.90 -78.86; Kingston 44.23 -76.49;
      Greater Sudbury|Sudbury 46.49 -81.01; Guelph 43.55 -80.25; Barrie 44.39 -79.69; Thunder Bay 48.38 -89.25
    CA America/Toronto Quebec|Québec|QC
      Montreal|Montréal 45.51 -73.55; Quebec City|Québec|Quebec 46.81 -71.21; Laval 45.58 -73.75; Gatineau 45.48 -75.70;
      Sherbrooke 45.40 -71.89; Trois-Rivières 46.35 -72.55; Saguenay 48.43 -71.07; Longueuil 45.53 -73.52
    CA America/Vancouver British Columbia|BC
      Victoria 48.43 -123.37; Surrey 49.15 -122.83; Burnaby 49.25 -122.98; Kelowna 49.89 -119.50; Abbotsford 49.05 -122.31;
      Kamloops 50.67 -120.33; Nanaimo 49.17 -123.94; Prince George 53.92 -122.75; Vancouver 49.25 -123.12
    CA America/Whitehorse Yukon|YT
      Whitehorse 60.72 -135.05
    CA America/Winnipeg Manitoba|MB
      Winnipeg 49.88 -97.15; Brandon 49.85 -99.95
    CD Africa/Kinshasa
      Mbandaka 0.05 18.26
    CD Africa/Lubumbashi
      Mbuji-Mayi -6.14 23.59; Kananga -5.90 22.42; Kisangani 0.52 25.20; Goma -1.68 29.22; Bukavu -2.51 28.86
    CG Africa/Brazzaville
      Pointe-Noire -4.78 11.86
    CH Europe/Zurich
      Zürich|Zurich 47.37 8.54; Geneva|Genève|Genf|Ginevra 46.20 6.15; Basel|Bâle|Basle 47.56 7.59; Lausanne 46.52 6.63;
      Bern|Berne|Berna 46.95 7.45; Winterthur 47.50 8.73; Lucerne|Luzern 47.05 8.31; St. Gallen|Sankt Gallen 47.42 9.37;
      Lugano 46.01 8.96; Biel|Bienne 47.14 7.25; Thun 46.76 7.63; Chur 46.85 9.53; Fribourg|Freiburg im Üechtland 46.81 7.15;
      Neuchâtel|Neuenburg 46.99 6.93; Sion|Sitten 46.23 7.36; Schaffhausen 47.70 8.64; Zug 47.17 8.52; Aarau 47.39 8.04;
      Davos 46.80 9.84; Bellinzona 46.19 9.02
    CI Africa/Abidjan
      Yamoussoukro 6.82 -5.28; Bouaké 7.69 -5.03
    CL America/Santiago
      Valparaíso -33.05 -71.62; Viña del Mar -33.02 -71.55; Concepción -36.83 -73.05; Antofagasta -23.65 -70.40;
      La Serena -29.90 -71.25; Temuco -38.74 -72.60; Iquique -20.21 -70.15; Arica -18.48 -70.33; Puerto Montt -41.47 -72.94;
      Valdivia -39.81 -73.25
    CM Africa/Douala
      Yaoundé 3.87 11.52
    CN Asia/Shanghai
      Beijing|Peking 39.90 116.40; Guangzhou|Canton 23.13 113.26; Shenzhen 22.54 114.06; Chengdu 30.66 104.07;
      Chongqing 29.56 106.55; Tianjin 39.13 117.20; Wuhan 30.58 114.27; Xi'an|Xian 34.26 108.94; Hangzhou 30.25 120.17;
      Nanjing 32.06 118.78; Shenyang 41.79 123.43; Harbin 45.75 126.65; Dalian 38.91 121.60; Qingdao 36.07 120.38;
      Jinan 36.67 117.00; Zhengzhou 34.76 113.65; Changsha 28.20 112.97; Kunming 25.04 102.72; Xiamen 24.48 118.09;
      Fuzhou 26.06 119.31; Suzhou 31.30 120.60; Ningbo 29.88 121.55; Dongguan 23.02 113.75; Foshan 23.03 113.12;
      Hefei 31.86 117.28; Nanchang 28.68 115.88; Nanning 22.82 108.32; Guiyang 26.58 106.72; Taiyuan 37.87 112.56;
      Shijiazhuang 38.04 114.48; Changchun 43.88 125.32; Lanzhou 36.06 103.83; Xining 36.62 101.77; Hohhot 40.81 111.65;
      Yinchuan 38.47 106.27; Haikou 20.05 110.34; Sanya 18.24 109.50; Wenzhou 28.00 120.67; Wuxi 31.57 120.30;
      Zhuhai 22.28 113.57; Lhasa 29.65 91.12; Guilin 25.28 110.29; Schanghai 31.22 121.46
    CO America/Bogota
      Bogotá 4.61 -74.08; Medellín 6.25 -75.56; Cali 3.44 -76.52; Barranquilla 10.97 -74.80; Cartagena 10.40 -75.51;
      Bucaramanga 7.12 -73.12; Pereira 4.81 -75.69; Cúcuta 7.89 -72.50; Santa Marta 11.24 -74.20; Manizales 5.07 -75.52
    CR America/Costa_Rica
      Alajuela 10.02 -84.21; Limón 9.99 -83.04
    CU America/Havana
      Santiago de Cuba 20.02 -75.82; Camagüey 21.38 -77.92; La Habana|Havanna 23.13 -82.38
    CY Asia/Nicosia
      Limassol 34.68 33.04; Larnaca 34.92 33.63; Paphos 34.78 32.42; Lefkosia|Lefkoşa 35.17 33.36
    CZ Europe/Prague
      Brno|Brünn 49.20 16.61; Ostrava 49.83 18.29; Plzeň|Pilsen 49.75 13.38; Liberec 50.77 15.06; Olomouc 49.59 17.25;
      České Budějovice 48.97 14.47; Hradec Králové 50.21 15.83; Ústí nad Labem 50.66 14.04; Pardubice 50.04 15.78;
      Zlín 49.22 17.67; Karlovy Vary|Karlsbad 50.23 12.87; Jihlava 49.40 15.59; Praha|Prag|Praga 50.09 14.42
    DE Europe/Berlin
      Hamburg 53.55 9.99; Munich|München 48.14 11.58; Cologne|Köln 50.94 6.96; Frankfurt|Frankfurt am Main 50.11 8.68;
      Stuttgart 48.78 9.18; Düsseldorf 51.23 6.78; Leipzig 51.34 12.37; Dortmund 51.51 7.47; Essen 51.46 7.01;
      Bremen 53.08 8.80; Dresden 51.05 13.74; Hanover|Hannover 52.37 9.73; Nuremberg|Nürnberg 49.45 11.08;
      Duisburg 51.43 6.76; Bochum 51.48 7.22; Wuppertal 51.26 7.18; Bielefeld 52.02 8.53; Bonn 50.73 7.10;
      Münster 51.96 7.63; Mannheim 49.49 8.47; Karlsruhe 49.01 8.40; Augsburg 48.37 10.90; Wiesbaden 50.08 8.24;
      Mönchengladbach 51.19 6.44; Gelsenkirchen 51.51 7.10; Aachen 50.78 6.08; Braunschweig|Brunswick 52.27 10.53;
      Kiel 54.32 10.14; Chemnitz 50.83 12.92; Halle|Halle (Saale) 51.48 11.97; Magdeburg 52.13 11.63;
      Freiburg|Freiburg im Breisgau 48.00 7.84; Krefeld 51.33 6.56; Mainz 50.00 8.27; Lübeck 53.87 10.69; Erfurt 50.98 11.03;
      Rostock 54.09 12.13; Kassel 51.31 9.49; Hagen 51.36 7.47; Potsdam 52.40 13.06; Saarbrücken 49.23 7.00; Hamm 51.68 7.82;
      Ludwigshafen 49.48 8.44; Oldenburg 53.14 8.21; Osnabrück 52.28 8.05; Leverkusen 51.03 6.99; Heidelberg 49.40 8.68;
      Darmstadt 49.87 8.65; Solingen 51.17 7.08; Regensburg 49.02 12.10; Paderborn 51.72 8.75; Ingolstadt 48.76 11.42;
      Würzburg 49.79 9.94; Fürth 49.48 10.99; Wolfsburg 52.42 10.79; Ulm 48.40 9.99; Heilbronn 49.14 9.22;
      Göttingen 51.53 9.92; Pforzheim 48.89 8.70; Offenbach 50.10 8.77; Bremerhaven 53.55 8.58; Reutlingen 48.49 9.20;
      Koblenz 50.36 7.59; Jena 50.93 11.59; Erlangen 49.60 11.00; Trier 49.76 6.64; Siegen 50.87 8.02; Hildesheim 52.15 9.95;
      Cottbus 51.76 14.33; Gera 50.88 12.08; Kaiserslautern 49.44 7.77; Schwerin 53.63 11.41; Gütersloh 51.91 8.38;
      Flensburg 54.79 9.44; Konstanz 47.66 9.18; Tübingen 48.52 9.06; Bamberg 49.90 10.90; Bayreuth 49.95 11.58;
      Passau 48.57 13.46; Marburg 50.81 8.77; Gießen 50.58 8.68; Weimar 50.98 11.33; Lüneburg 53.25 10.41;
      Wilhelmshaven 53.53 8.11; Zwickau 50.72 12.50; Stralsund 54.31 13.09; Greifswald 54.10 13.38; Görlitz 51.15 14.99;
      Dessau 51.83 12.24; Brandenburg 52.41 12.56; Frankfurt an der Oder|Frankfurt (Oder) 52.34 14.55;
      Garmisch-Partenkirchen 47.50 11.10; Kempten 47.73 10.31; Rosenheim 47.86 12.13; Landshut 48.54 12.15; Fulda 50.55 9.68;
      Celle 52.62 10.08
    DK Europe/Copenhagen
      Aarhus|Århus 56.16 10.20; Odense 55.40 10.39; Aalborg 57.05 9.92; Esbjerg 55.47 8.45; Randers 56.46 10.04;
      Kolding 55.49 9.47; Horsens 55.86 9.85; Vejle 55.71 9.54; Roskilde 55.64 12.09;
      København|Kopenhagen|Copenhague 55.68 12.57
    DO America/Santo_Domingo
      Santiago de los Caballeros 19.45 -70.70; Punta Cana 18.58 -68.40
    DZ Africa/Algiers
      Oran 35.70 -0.64; Constantine 36.37 6.61; Annaba 36.90 7.77
    EC America/Guayaquil
      Quito -0.20 -78.50; Cuenca -2.90 -79.00
    EE Europe/Tallinn
      Tartu 58.38 26.72; Narva 59.38 28.19; Pärnu 58.39 24.50
    EG Africa/Cairo
      Alexandria 31.20 29.92; Giza 30.01 31.21; Port Said 31.26 32.30; Suez 29.97 32.55; Luxor 25.69 32.64;
      Aswan 24.09 32.90; Hurghada 27.26 33.81; Sharm El Sheikh 27.91 34.33; Kairo|Le Caire|El Cairo 30.06 31.25
    ES Africa/Ceuta
      Melilla 35.29 -2.94
    ES Atlantic/Canary
      Las Palmas|Las Palmas de Gran Canaria 28.12 -15.43; Santa Cruz de Tenerife 28.47 -16.25; La Laguna 28.49 -16.32
    ES Europe/Madrid
      Barcelona 41.39 2.17; Seville|Sevilla 37.39 -5.98; Zaragoza|Saragossa 41.65 -0.88; Málaga 36.72 -4.42;
      Murcia 37.98 -1.13; Palma|Palma de Mallorca 39.57 2.65; Bilbao 43.26 -2.93; Alicante|Alacant 38.35 -0.48;
      Valladolid 41.65 -4.72; Vigo 42.24 -8.72; Gijón 43.54 -5.66; L'Hospitalet de Llobregat 41.36 2.10;
      A Coruña|La Coruña 43.37 -8.40; Granada 37.18 -3.60; Elche|Elx 38.27 -0.70; Oviedo 43.36 -5.85;
      Pamplona|Iruña 42.82 -1.64; Almería 36.84 -2.46; San Sebastián|Donostia 43.32 -1.98; Santander 43.46 -3.81;
      Burgos 42.34 -3.70; Castellón de la Plana|Castellón 39.99 -0.04; Albacete 38.99 -1.86; Logroño 42.47 -2.45;
      Badajoz 38.88 -6.97; Salamanca 40.97 -5.66; Huelva 37.26 -6.95; Lleida|Lérida 41.62 0.63; Tarragona 41.12 1.25;
      Cádiz 36.53 -6.29; Jaén 37.77 -3.79; Girona|Gerona 41.98 2.82; Santiago de Compostela 42.88 -8.54;
      Jerez de la Frontera|Jerez 36.68 -6.14; Marbella 36.51 -4.89; Segovia 40.95 -4.12
    ET Africa/Addis_Ababa
      Dire Dawa 9.59 41.86; Mekelle 13.50 39.47
    FI Europe/Helsinki
      Espoo|Esbo 60.21 24.66; Tampere|Tammerfors 61.50 23.76; Vantaa|Vanda 60.29 25.04; Oulu|Uleåborg 65.01 25.47;
      Turku|Åbo 60.45 22.27; Jyväskylä 62.24 25.75; Lahti 60.98 25.66; Kuopio 62.89 27.68; Pori 61.49 21.80;
      Joensuu 62.60 29.76; Lappeenranta 61.06 28.19; Vaasa|Vasa 63.10 21.62; Rovaniemi 66.50 25.72; Helsingfors 60.17 24.94
    FR Europe/Paris
      Marseille|Marseilles 43.30 5.37; Lyon|Lyons 45.76 4.84; Toulouse 43.60 1.44; Nice 43.70 7.27; Nantes 47.22 -1.55;
      Montpellier 43.61 3.88; Strasbourg|Straßburg 48.58 7.75; Bordeaux 44.84 -0.58; Lille 50.63 3.06; Rennes 48.11 -1.68;
      Reims 49.26 4.03; Le Havre 49.49 0.11; Saint-Étienne 45.43 4.39; Toulon 43.12 5.93; Grenoble 45.19 5.72;
      Dijon 47.32 5.04; Angers 47.47 -0.56; Nîmes 43.84 4.36; Clermont-Ferrand 45.78 3.08; Le Mans 48.00 0.20;
      Aix-en-Provence 43.53 5.45; Tours 47.39 0.69; Amiens 49.89 2.30; Limoges 45.83 1.26; Annecy 45.90 6.13;
      Perpignan 42.70 2.90; Besançon 47.24 6.02; Metz 49.12 6.18; Orléans 47.90 1.91; Rouen 49.44 1.10; Mulhouse 47.75 7.34;
      Caen 49.18 -0.37; Nancy 48.69 6.18; Avignon 43.95 4.81; Poitiers 46.58 0.34; La Rochelle 46.16 -1.15; Pau 43.30 -0.37;
      Calais 50.95 1.86; Cannes 43.55 7.01; Colmar 48.08 7.36; Ajaccio 41.93 8.74; Bastia 42.70 9.45; Bayonne 43.49 -1.48;
      Valence 44.93 4.89; Chambéry 45.57 5.92; Troyes 48.30 4.08; Lorient 47.75 -3.37; Quimper 48.00 -4.10;
      Versailles 48.80 2.13; Chamonix 45.92 6.87; Parigi|Parijs 48.86 2.35
    GB Europe/London England
      Birmingham 52.48 -1.90; Manchester 53.48 -2.24; Liverpool 53.41 -2.98; Leeds 53.80 -1.55; Sheffield 53.38 -1.47;
      Bristol 51.45 -2.59; Newcastle upon Tyne 54.97 -1.61; Nottingham 52.95 -1.15; Leicester 52.64 -1.13;
      Coventry 52.41 -1.51; Bradford 53.79 -1.75; Kingston upon Hull|Hull 53.74 -0.34; Stoke-on-Trent 53.00 -2.18;
      Wolverhampton 52.59 -2.13; Plymouth 50.37 -4.14; Derby 52.92 -1.48; Southampton 50.90 -1.40; Portsmouth 50.80 -1.09;
      Brighton 50.82 -0.14; Norwich 52.63 1.30; Oxford 51.75 -1.26; Cambridge 52.20 0.12; York 53.96 -1.08;
      Exeter 50.72 -3.53; Bath 51.38 -2.36; Milton Keynes 52.04 -0.76; Northampton 52.24 -0.90; Luton 51.88 -0.42;
      Reading 51.46 -0.97; Sunderland 54.91 -1.38; Middlesbrough 54.57 -1.24; Bournemouth 50.72 -1.88; Ipswich 52.06 1.16;
      Gloucester 51.86 -2.24; Cheltenham 51.90 -2.08; Preston 53.76 -2.70; Blackpool 53.82 -3.05; Bolton 53.58 -2.43;
      Peterborough 52.57 -0.24; Swindon 51.56 -1.78; Canterbury 51.28 1.08; Carlisle 54.90 -2.93; Chester 53.19 -2.89;
      Winchester 51.06 -1.31; Salisbury 51.07 -1.79; Colchester 51.89 0.90; London|Londres|Londra|Londen 51.51 -0.13
    GB Europe/London Northern Ireland
      Belfast 54.60 -5.93; Derry|Londonderry 55.00 -7.31
    GB Europe/London Scotland
      Glasgow 55.86 -4.25; Edinburgh 55.95 -3.19; Aberdeen 57.15 -2.09; Dundee 56.46 -2.97; Inverness 57.48 -4.22;
      Stirling 56.12 -3.94
    GB Europe/London Wales
      Cardiff|Caerdydd 51.48 -3.18; Swansea|Abertawe 51.62 -3.94; Newport 51.58 -3.00; Wrexham 53.05 -2.99
    GE Asia/Tbilisi
      Batumi 41.65 41.64; Kutaisi 42.25 42.70; Tiflis 41.69 44.83
    GH Africa/Accra
      Kumasi 6.69 -1.62; Tamale 9.40 -0.84
    GR Europe/Athens
      Thessaloniki|Saloniki 40.64 22.94; Patras 38.25 21.73; Heraklion|Iraklio 35.34 25.13; Larissa 39.64 22.42;
      Volos 39.36 22.94; Ioannina 39.67 20.85; Chania 35.51 24.02; Rhodes|Rodos 36.44 28.22; Corfu|Kerkyra 39.62 19.92;
      Kalamata 37.04 22.11; Athina|Athen|Athènes|Atene 37.98 23.73
    GT America/Guatemala
      Guatemala City 14.63 -90.51; Quetzaltenango 14.83 -91.52
    HN America/Tegucigalpa
      San Pedro Sula 15.50 -88.03
    HR Europe/Zagreb
      Split 43.51 16.44; Rijeka 45.33 14.44; Osijek 45.55 18.69; Zadar 44.12 15.23; Pula 44.87 13.85; Dubrovnik 42.65 18.09;
      Šibenik 43.73 15.89
    HU Europe/Budapest
      Debrecen 47.53 21.62; Szeged 46.25 20.15; Miskolc 48.10 20.78; Pécs 46.07 18.23; Győr 47.68 17.63;
      Nyíregyháza 47.96 21.72; Kecskemét 46.91 19.69; Székesfehérvár 47.19 18.41; Szombathely 47.23 16.62; Eger 47.90 20.37
    ID Asia/Jakarta
      Surabaya -7.25 112.75; Bandung -6.91 107.61; Medan 3.59 98.67; Semarang -6.97 110.42; Yogyakarta -7.80 110.36;
      Palembang -2.98 104.76; Malang -7.98 112.62; Bogor -6.60 106.80; Bekasi -6.24 106.99; Depok -6.40 106.82;
      Tangerang -6.18 106.63; Padang -0.95 100.35; Pekanbaru 0.53 101.45; Surakarta|Solo -7.56 110.83; Batam 1.13 104.03
    ID Asia/Makassar
      Denpasar -8.65 115.22; Banjarmasin -3.32 114.59; Balikpapan -1.24 116.85; Samarinda -0.50 117.15; Manado 1.49 124.84;
      Mataram -8.58 116.12
    IE Europe/Dublin
      Cork|Corcaigh 51.90 -8.47; Limerick|Luimneach 52.66 -8.63; Galway|Gaillimh 53.27 -9.05; Waterford 52.26 -7.11;
      Drogheda 53.72 -6.35; Dundalk 54.00 -6.40; Sligo 54.27 -8.47; Kilkenny 52.65 -7.25; Killarney 52.06 -9.51;
      Letterkenny 54.95 -7.73; Athlone 53.42 -7.94; Baile Átha Cliath 53.35 -6.26
    IL Asia/Jerusalem
      Tel Aviv 32.08 34.78; Haifa 32.79 34.99; Beersheba|Be'er Sheva 31.25 34.79; Eilat 29.56 34.95; Netanya 32.33 34.86;
      Ashdod 31.80 34.65; Yerushalayim 31.77 35.22
    IN Asia/Kolkata
      Mumbai|Bombay 19.08 72.88; Delhi 28.65 77.23; New Delhi 28.61 77.21; Bengaluru|Bangalore 12.97 77.59;
      Hyderabad 17.39 78.49; Ahmedabad 23.03 72.58; Chennai|Madras 13.08 80.27; Pune 18.52 73.86; Surat 21.17 72.83;
      Jaipur 26.91 75.79; Lucknow 26.85 80.95; Kanpur 26.45 80.33; Nagpur 21.15 79.09; Indore 22.72 75.86;
      Bhopal 23.26 77.41; Visakhapatnam 17.69 83.22; Patna 25.59 85.14; Vadodara 22.31 73.18; Ludhiana 30.90 75.86;
      Agra 27.18 78.01; Nashik 20.00 73.79; Varanasi 25.32 82.97; Srinagar 34.08 74.80; Amritsar 31.63 74.87;
      Ranchi 23.34 85.31; Coimbatore 11.02 76.96; Jodhpur 26.24 73.02; Madurai 9.93 78.12; Raipur 21.25 81.63;
      Guwahati 26.14 91.74; Chandigarh 30.73 76.78; Mysuru|Mysore 12.30 76.64; Kochi|Cochin 9.93 76.27;
      Thiruvananthapuram|Trivandrum 8.52 76.94; Bhubaneswar 20.30 85.82; Dehradun 30.32 78.03; Udaipur 24.59 73.71;
      Mangaluru|Mangalore 12.91 74.86; Vijayawada 16.51 80.65; Tiruchirappalli 10.79 78.70; Rajkot 22.30 70.80;
      Gwalior 26.22 78.18; Jabalpur 23.18 79.99; Faridabad 28.41 77.31; Gurugram|Gurgaon 28.46 77.03; Noida 28.57 77.33;
      Meerut 28.98 77.71; Panaji 15.50 73.83; Puducherry|Pondicherry 11.93 79.83; Shimla 31.10 77.17; Calcutta 22.57 88.36
    IQ Asia/Baghdad
      Basra 30.51 47.78; Mosul 36.34 43.13; Erbil 36.19 44.01; Sulaymaniyah 35.56 45.43; Najaf 32.00 44.34
    IR Asia/Tehran
      Mashhad 36.30 59.61; Isfahan 32.65 51.67; Karaj 35.83 50.99; Shiraz 29.61 52.53; Tabriz 38.08 46.29; Qom 34.64 50.88;
      Ahvaz 31.32 48.68; Kermanshah 34.31 47.07; Rasht 37.28 49.58
    IS Atlantic/Reykjavik
      Reykjavík 64.14 -21.90; Akureyri 65.68 -18.09
    IT Europe/Rome
      Milan|Milano|Mailand 45.46 9.19; Naples|Napoli|Neapel 40.85 14.27; Turin|Torino 45.07 7.69; Palermo 38.12 13.36;
      Genoa|Genova|Genua 44.41 8.93; Bologna 44.49 11.34; Florence|Firenze|Florenz 43.77 11.26; Bari 41.12 16.87;
      Catania 37.50 15.09; Venice|Venezia|Venedig 45.44 12.32; Verona 45.44 10.99; Messina 38.19 15.55;
      Padua|Padova 45.41 11.88; Trieste|Triest 45.65 13.78; Brescia 45.54 10.22; Parma 44.80 10.33; Taranto 40.47 17.24;
      Prato 43.88 11.10; Modena 44.65 10.93; Reggio Calabria 38.11 15.65; Reggio Emilia 44.70 10.63; Perugia 43.11 12.39;
      Livorno|Leghorn 43.55 10.31; Ravenna 44.42 12.20; Cagliari 39.22 9.12; Foggia 41.46 15.55; Rimini 44.06 12.57;
      Salerno 40.68 14.77; Ferrara 44.84 11.62; Sassari 40.73 8.56; Pescara 42.46 14.21; Bergamo 45.70 9.67;
      Vicenza 45.55 11.55; Trento|Trient 46.07 11.12; Bolzano|Bozen 46.50 11.35; Ancona 43.62 13.52; Udine 46.06 13.24;
      Pisa 43.72 10.40; Lecce 40.35 18.17; La Spezia 44.10 9.82; Como 45.81 9.08; Siena 43.32 11.33; Lucca 43.84 10.50;
      Aosta 45.74 7.32; L'Aquila 42.35 13.40; Merano|Meran 46.67 11.16; Novara 45.45 8.62; Piacenza 45.05 9.70;
      Cremona 45.13 10.02; Mantua|Mantova 45.16 10.79; Treviso 45.67 12.24; Potenza 40.64 15.81; Cosenza 39.30 16.25;
      Roma|Rom 41.89 12.48
    JO Asia/Amman
      Zarqa 32.07 36.09; Irbid 32.56 35.85; Aqaba 29.53 35.01
    JP Asia/Tokyo
      Yokohama 35.44 139.64; Osaka 34.69 135.50; Nagoya 35.18 136.91; Sapporo 43.06 141.35; Fukuoka 33.59 130.40;
      Kobe 34.69 135.20; Kawasaki 35.53 139.70; Kyoto 35.01 135.77; Saitama 35.86 139.65; Hiroshima 34.39 132.46;
      Sendai 38.27 140.87; Chiba 35.61 140.12; Kitakyushu 33.88 130.88; Sakai 34.57 135.48; Niigata 37.92 139.04;
      Hamamatsu 34.71 137.73; Kumamoto 32.80 130.71; Okayama 34.66 133.93; Shizuoka 34.98 138.38; Kagoshima 31.60 130.56;
      Matsuyama 33.84 132.77; Kanazawa 36.56 136.66; Nagasaki 32.75 129.88; Oita 33.24 131.61; Nara 34.69 135.80;
      Toyama 36.70 137.21; Nagano 36.65 138.18; Naha 26.21 127.68; Hakodate 41.77 140.73; Aomori 40.82 140.75;
      Akita 39.72 140.10; Gifu 35.42 136.76; Takamatsu 34.34 134.05; Asahikawa 43.77 142.37; Wakayama 34.23 135.17;
      Himeji 34.82 134.69; Utsunomiya 36.56 139.88; Matsumoto 36.24 137.97; Tokio 35.69 139.69
    KE Africa/Nairobi
      Mombasa -4.05 39.67; Kisumu -0.10 34.76; Nakuru -0.30 36.07
    KG Asia/Bishkek
      Osh 40.53 72.80
    KH Asia/Phnom_Penh
      Siem Reap 13.36 103.86
    KR Asia/Seoul
      Busan|Pusan 35.18 129.08; Incheon 37.46 126.71; Daegu 35.87 128.60; Daejeon 36.35 127.38; Gwangju 35.16 126.85;
      Suwon 37.26 127.03; Ulsan 35.54 129.31; Changwon 35.23 128.68; Goyang 37.66 126.83; Seongnam 37.42 127.13;
      Jeonju 35.82 127.15; Cheongju 36.64 127.49; Jeju 33.50 126.53; Pohang 36.02 129.34; Sejong 36.55 127.29
    KZ Asia/Almaty
      Astana 51.17 71.45; Shymkent 42.32 69.60; Karaganda 49.80 73.10; Pavlodar 52.29 76.97
    LB Asia/Beirut
      Tripoli 34.44 35.84; Sidon 33.56 35.37
    LK Asia/Colombo
      Kandy 7.29 80.63; Galle 6.05 80.22; Jaffna 9.67 80.01
    LT Europe/Vilnius
      Kaunas 54.90 23.90; Klaipėda 55.71 21.13; Šiauliai 55.93 23.32; Panevėžys 55.73 24.36
    LU Europe/Luxembourg
      Esch-sur-Alzette 49.50 5.98
    LV Europe/Riga
      Daugavpils 55.87 26.54; Liepāja 56.51 21.01; Jelgava 56.65 23.71
    LY Africa/Tripoli
      Benghazi 32.12 20.07; Misrata 32.38 15.09
    MA Africa/Casablanca
      Rabat 34.02 -6.84; Fez|Fès 34.03 -5.00; Marrakesh|Marrakech 31.63 -8.00; Tangier|Tanger 35.77 -5.80;
      Agadir 30.42 -9.60; Meknes 33.90 -5.55; Oujda 34.68 -1.91; Tétouan 35.58 -5.37
    MC Europe/Monaco
      Monte Carlo 43.74 7.42
    MD Europe/Chisinau
      Chișinău 47.01 28.86; Bălți 47.76 27.93
    MG Indian/Antananarivo
      Toamasina -18.15 49.40
    MK Europe/Skopje
      Bitola 41.03 21.33; Ohrid 41.12 20.80
    MM Asia/Yangon
      Mandalay 21.97 96.08; Naypyidaw 19.75 96.13; Rangoon 16.81 96.16
    MT Europe/Malta
      Valletta 35.90 14.51; Sliema 35.91 14.50
    MX America/Cancun
      Cancún 21.16 -86.85
    MX America/Ciudad_Juarez
      Ciudad Juárez 31.74 -106.49
    MX America/Matamoros
      Reynosa 26.09 -98.28; Nuevo Laredo 27.48 -99.51
    MX America/Mazatlan
      Culiacán 24.80 -107.39; La Paz 24.14 -110.31; Tepic 21.50 -104.89; Mazatlán 23.22 -106.42
    MX America/Merida
      Campeche 19.85 -90.53; Mérida 20.97 -89.62
    MX America/Mexico_City
      Guadalajara 20.67 -103.35; Puebla 19.04 -98.21; León 21.12 -101.68; Querétaro 20.59 -100.39; Toluca 19.29 -99.66;
      San Luis Potosí 22.15 -100.98; Aguascalientes 21.88 -102.29; Morelia 19.70 -101.19; Veracruz 19.18 -96.13;
      Xalapa 19.54 -96.92; Acapulco 16.86 -99.88; Cuernavaca 18.92 -99.23; Oaxaca 17.07 -96.72; Villahermosa 17.99 -92.93;
      Tuxtla Gutiérrez 16.75 -93.12; Zapopan 20.72 -103.39; Ecatepec 19.60 -99.05; Nezahualcóyotl 19.40 -99.01;
      Guanajuato 21.02 -101.26; Puerto Vallarta 20.65 -105.23; Ciudad de México|CDMX 19.43 -99.13
    MX America/Monterrey
      Tampico 22.25 -97.86; Saltillo 25.42 -101.00; Torreón 25.54 -103.41; Durango 24.02 -104.66
    MX America/Tijuana
      Mexicali 32.65 -115.47; Ensenada 31.87 -116.60
    MY Asia/Kuala_Lumpur
      George Town|Penang 5.41 100.34; Johor Bahru 1.47 103.76; Ipoh 4.60 101.07; Shah Alam 3.07 101.52;
      Petaling Jaya 3.11 101.61; Malacca|Melaka 2.20 102.25; Kuantan 3.81 103.33
    MY Asia/Kuching
      Kota Kinabalu 5.98 116.07
    MZ Africa/Maputo
      Beira -19.84 34.84; Nampula -15.12 39.27
    NG Africa/Lagos
      Abuja 9.06 7.49; Kano 12.00 8.52; Ibadan 7.38 3.91; Port Harcourt 4.78 7.01; Benin City 6.34 5.63; Kaduna 10.52 7.44;
      Enugu 6.44 7.50; Jos 9.92 8.89
    NL Europe/Amsterdam
      Rotterdam 51.92 4.48; The Hague|Den Haag|'s-Gravenhage 52.08 4.30; Utrecht 52.09 5.12; Eindhoven 51.44 5.48;
      Groningen 53.22 6.57; Tilburg 51.56 5.09; Almere 52.37 5.21; Breda 51.59 4.78; Nijmegen 51.84 5.86;
      Enschede 52.22 6.90; Haarlem 52.38 4.64; Arnhem 51.98 5.91; Amersfoort 52.16 5.39; Apeldoorn 52.21 5.97;
      's-Hertogenbosch|Den Bosch 51.69 5.30; Zwolle 52.51 6.09; Leiden 52.16 4.49; Maastricht 50.85 5.69;
      Dordrecht 51.81 4.67; Leeuwarden 53.20 5.79; Delft 52.01 4.36; Venlo 51.37 6.17; Deventer 52.25 6.16;
      Middelburg 51.50 3.61; Hilversum 52.22 5.18; Gouda 52.01 4.71; Alkmaar 52.63 4.75; Lelystad 52.51 5.47;
      Assen 52.99 6.56
    NO Europe/Oslo
      Bergen 60.39 5.32; Trondheim 63.43 10.39; Stavanger 58.97 5.73; Drammen 59.74 10.20; Kristiansand 58.15 8.00;
      Tromsø 69.65 18.96; Fredrikstad 59.22 10.93; Sandnes 58.85 5.74; Bodø 67.28 14.40; Ålesund 62.47 6.15;
      Skien 59.21 9.61; Haugesund 59.41 5.27; Lillehammer 61.12 10.47; Alta 69.97 23.27; Hammerfest 70.66 23.68
    NP Asia/Kathmandu
      Pokhara 28.21 83.99; Biratnagar 26.45 87.27
    NZ Pacific/Auckland
      Wellington -41.29 174.78; Christchurch -43.53 172.64; Tauranga -37.69 176.17; Dunedin -45.87 170.50;
      Palmerston North -40.36 175.61; Nelson -41.27 173.28; Napier -39.49 176.92; Rotorua -38.14 176.25;
      New Plymouth -39.06 174.08; Whangārei -35.73 174.32; Invercargill -46.41 168.35; Queenstown -45.03 168.66
    OM Asia/Muscat
      Salalah 17.02 54.09
    PA America/Panama
      Panama City 8.98 -79.52; Colón 9.36 -79.90
    PE America/Lima
      Arequipa -16.40 -71.54; Trujillo -8.11 -79.03; Cusco|Cuzco -13.52 -71.97; Chiclayo -6.77 -79.84; Piura -5.19 -80.63;
      Iquitos -3.75 -73.25
    PF Pacific/Tahiti
      Papeete -17.54 -149.57
    PH Asia/Manila
      Quezon City 14.65 121.05; Cebu City|Cebu 10.32 123.89; Davao|Davao City 7.07 125.61; Baguio 16.41 120.59;
      Iloilo 10.70 122.56; Makati 14.55 121.02; Zamboanga 6.91 122.07; Cagayan de Oro 8.48 124.65
    PK Asia/Karachi
      Lahore 31.55 74.34; Faisalabad 31.42 73.09; Rawalpindi 33.60 73.05; Islamabad 33.69 73.06; Multan 30.20 71.47;
      Peshawar 34.01 71.58; Quetta 30.18 67.00; Gujranwala 32.16 74.19; Sialkot 32.49 74.53
    PL Europe/Warsaw
      Kraków|Cracow|Krakau 50.06 19.94; Łódź 51.77 19.46; Wrocław|Breslau 51.11 17.04; Poznań|Posen 52.41 16.93;
      Gdańsk|Danzig 54.35 18.65; Szczecin|Stettin 53.43 14.55; Bydgoszcz 53.12 18.01; Lublin 51.25 22.57;
      Białystok 53.13 23.16; Katowice 50.26 19.02; Gdynia 54.52 18.53; Częstochowa 50.80 19.12; Radom 51.40 21.15;
      Toruń 53.01 18.60; Rzeszów 50.04 22.00; Kielce 50.87 20.63; Gliwice 50.29 18.67; Olsztyn 53.78 20.48;
      Bielsko-Biała 49.82 19.04; Opole 50.67 17.93; Zielona Góra 51.94 15.51; Tarnów 50.01 20.99; Koszalin 54.19 16.18;
      Zakopane 49.30 19.95; Sopot 54.44 18.56; Warszawa|Warschau|Varsovie 52.23 21.01
    PR America/Puerto_Rico
      San Juan 18.47 -66.11; Ponce 18.01 -66.61
    PT Atlantic/Azores
      Ponta Delgada 37.74 -25.67; Angra do Heroísmo 38.66 -27.22
    PT Atlantic/Madeira
      Funchal 32.65 -16.91
    PT Europe/Lisbon
      Porto|Oporto 41.15 -8.61; Braga 41.55 -8.42; Coimbra 40.21 -8.43; Setúbal 38.52 -8.89; Aveiro 40.64 -8.65;
      Faro 37.02 -7.93; Évora 38.57 -7.91; Guimarães 41.44 -8.29; Vila Nova de Gaia 41.13 -8.61; Leiria 39.74 -8.81;
      Viseu 40.66 -7.91; Amadora 38.75 -9.23; Almada 38.68 -9.16; Matosinhos 41.18 -8.69; Viana do Castelo 41.69 -8.83;
      Castelo Branco 39.82 -7.49; Guarda 40.54 -7.27; Vila Real 41.30 -7.74; Bragança 41.81 -6.76; Santarém 39.24 -8.69;
      Portimão 37.14 -8.54; Lagos 37.10 -8.67; Beja 38.02 -7.86; Cascais 38.70 -9.42; Sintra 38.80 -9.39;
      Lisboa|Lissabon|Lisbonne|Lisbona 38.72 -9.14
    PY America/Asuncion
      Asunción -25.28 -57.64; Ciudad del Este -25.51 -54.61
    QA Asia/Qatar
      Doha 25.29 51.53
    RO Europe/Bucharest
      Cluj-Napoca|Cluj|Klausenburg 46.77 23.60; Timișoara|Temeswar 45.75 21.23; Iași|Jassy 47.16 27.59;
      Constanța 44.18 28.65; Craiova 44.32 23.80; Brașov|Kronstadt 45.65 25.61; Galați 45.44 28.05; Ploiești 44.94 26.02;
      Oradea 47.05 21.92; Brăila 45.27 27.97; Arad 46.18 21.31; Sibiu|Hermannstadt 45.80 24.15; Bacău 46.57 26.91;
      Târgu Mureș 46.54 24.56; Baia Mare 47.66 23.58; Suceava 47.65 26.26; București|Bukarest 44.43 26.10
    RS Europe/Belgrade
      Novi Sad 45.25 19.84; Niš 43.32 21.90; Kragujevac 44.01 20.92; Subotica 46.10 19.67; Beograd|Belgrad 44.80 20.46
    RU Asia/Irkutsk
      Ulan-Ude 51.83 107.61
    RU Asia/Krasnoyarsk
      Norilsk 69.35 88.20
    RU Asia/Vladivostok
      Khabarovsk 48.48 135.07
    RU Asia/Yekaterinburg
      Chelyabinsk 55.15 61.43; Perm 58.01 56.25; Ufa 54.74 55.97; Tyumen 57.15 65.53; Orenburg 51.77 55.10;
      Surgut 61.25 73.42
    RU Europe/Moscow
      Saint Petersburg|St. Petersburg 59.94 30.32; Nizhny Novgorod 56.33 44.00; Kazan 55.79 49.12; Rostov-on-Don 47.23 39.72;
      Voronezh 51.67 39.19; Krasnodar 45.04 38.98; Sochi 43.60 39.73; Murmansk 68.97 33.09; Arkhangelsk 64.54 40.54;
      Yaroslavl 57.63 39.87; Tula 54.19 37.62; Smolensk 54.78 32.05; Makhachkala 42.98 47.50; Ryazan 54.63 39.74;
      Tver 56.86 35.90; Moskva|Moskau|Moscou 55.75 37.62
    RU Europe/Samara
      Izhevsk 56.85 53.21
    SA Asia/Riyadh
      Jeddah|Jidda 21.54 39.17; Mecca|Makkah 21.42 39.83; Medina 24.47 39.61; Dammam 26.43 50.10; Taif 21.27 40.42;
      Tabuk 28.38 36.57; Abha 18.22 42.51
    SE Europe/Stockholm
      Gothenburg|Göteborg 57.71 11.97; Malmö 55.60 13.00; Uppsala 59.86 17.64; Västerås 59.61 16.55; Örebro 59.27 15.21;
      Linköping 58.41 15.62; Helsingborg 56.05 12.69; Jönköping 57.78 14.16; Norrköping 58.59 16.19; Lund 55.70 13.19;
      Umeå 63.83 20.26; Gävle 60.67 17.14; Borås 57.72 12.94; Södertälje 59.20 17.63; Eskilstuna 59.37 16.51;
      Halmstad 56.67 12.86; Växjö 56.88 14.81; Karlstad 59.38 13.50; Sundsvall 62.39 17.31; Luleå 65.58 22.15;
      Östersund 63.18 14.64; Kalmar 56.66 16.36; Visby 57.64 18.30; Kiruna 67.86 20.23; Falun 60.61 15.63;
      Estocolmo|Stoccolma 59.33 18.06
    SG Asia/Singapore
      Singapur|Singapour 1.29 103.85
    SI Europe/Ljubljana
      Maribor 46.56 15.65; Celje 46.23 15.26; Kranj 46.24 14.36; Koper 45.55 13.73
    SK Europe/Bratislava
      Košice 48.72 21.26; Prešov 49.00 21.24; Žilina 49.22 18.74; Banská Bystrica 48.74 19.15; Nitra 48.31 18.09;
      Trnava 48.37 17.59; Trenčín 48.89 18.04; Poprad 49.06 20.30
    SN Africa/Dakar
      Thiès 14.79 -16.93
    SV America/El_Salvador
      San Salvador 13.69 -89.19
    SY Asia/Damascus
      Aleppo 36.20 37.16; Homs 34.73 36.71; Latakia 35.52 35.79
    TH Asia/Bangkok
      Chiang Mai 18.79 98.98; Phuket 7.88 98.39; Pattaya 12.93 100.88; Nonthaburi 13.86 100.51; Hat Yai 7.01 100.47;
      Khon Kaen 16.44 102.83; Udon Thani 17.41 102.79; Chiang Rai 19.91 99.83
    TN Africa/Tunis
      Sfax 34.74 10.76; Sousse 35.83 10.64; Kairouan 35.68 10.10
    TR Europe/Istanbul
      Ankara 39.92 32.85; İzmir|Izmir 38.42 27.14; Bursa 40.19 29.06; Antalya 36.90 30.70; Adana 37.00 35.32;
      Konya 37.87 32.48; Gaziantep 37.06 37.38; Kayseri 38.73 35.49; Mersin 36.80 34.63; Eskişehir 39.78 30.52;
      Diyarbakır 37.91 40.23; Samsun 41.29 36.33; Trabzon 41.00 39.72; Denizli 37.77 29.09; Malatya 38.35 38.32;
      Erzurum 39.91 41.28; Kocaeli|İzmit 40.77 29.94; Van 38.50 43.37; Bodrum 37.03 27.43
    TW Asia/Taipei
      Kaohsiung 22.63 120.30; Taichung 24.15 120.67; Tainan 22.99 120.20; Hsinchu 24.80 120.97; Keelung 25.13 121.74;
      Hualien 23.98 121.60
    TZ Africa/Dar_es_Salaam
      Dodoma -6.17 35.74; Mwanza -2.52 32.90; Arusha -3.37 36.68; Zanzibar -6.16 39.20
    UA Europe/Kyiv
      Kiev|Kiew 50.45 30.52; Kharkiv 49.99 36.23; Odesa|Odessa 46.48 30.73; Dnipro 48.46 35.05; Lviv|Lemberg 49.84 24.03;
      Zaporizhzhia 47.84 35.14; Vinnytsia 49.23 28.47; Mykolaiv 46.98 31.99; Chernihiv 51.50 31.30; Poltava 49.59 34.55;
      Ivano-Frankivsk 48.92 24.71; Chernivtsi 48.29 25.94; Uzhhorod 48.62 22.29; Donetsk 48.00 37.80; Kryvyi Rih 47.91 33.39;
      Ternopil 49.55 25.59; Lutsk 50.75 25.34; Rivne 50.62 26.25; Zhytomyr 50.25 28.66; Cherkasy 49.44 32.06;
      Sumy 50.91 34.80; Kherson 46.64 32.62
    US America/Anchorage Alaska|AK
      Fairbanks 64.84 -147.72; Anchorage 61.22 -149.90
    US America/Boise Idaho|ID
      Boise 43.62 -116.20; Idaho Falls 43.47 -112.03; Pocatello 42.87 -112.45
    US America/Chicago Alabama|AL
      Montgomery 32.37 -86.30; Mobile 30.69 -88.04; Huntsville 34.73 -86.59
    US America/Chicago Arkansas|AR
      Little Rock 34.75 -92.29
    US America/Chicago Florida|FL
      Pensacola 30.42 -87.22
    US America/Chicago Illinois|IL
      Peoria 40.69 -89.59; Rockford 42.27 -89.09; Champaign 40.12 -88.24; Naperville 41.79 -88.15; Chicago 41.88 -87.63
    US America/Chicago Indiana|IN
      Evansville 37.97 -87.57
    US America/Chicago Iowa|IA
      Des Moines 41.59 -93.62; Cedar Rapids 41.98 -91.67; Iowa City 41.66 -91.53
    US America/Chicago Kansas|KS
      Wichita 37.69 -97.34; Topeka 39.05 -95.68
    US America/Chicago Louisiana|LA
      New Orleans 29.95 -90.07; Baton Rouge 30.45 -91.15; Shreveport 32.53 -93.75; Lafayette 30.22 -92.02
    US America/Chicago Minnesota|MN
      Minneapolis 44.98 -93.27; Saint Paul|St. Paul 44.95 -93.09; Duluth 46.79 -92.10
    US America/Chicago Mississippi|MS
      Jackson 32.30 -90.18; Biloxi 30.40 -88.89
    US America/Chicago Missouri|MO
      Kansas City 39.10 -94.58; St. Louis|Saint Louis 38.63 -90.20; Springfield 37.21 -93.29; Jefferson City 38.58 -92.17
    US America/Chicago Nebraska|NE
      Omaha 41.26 -95.93; Lincoln 40.81 -96.68
    US America/Chicago North Dakota|ND
      Fargo 46.88 -96.79; Bismarck 46.81 -100.78
    US America/Chicago Oklahoma|OK
      Oklahoma City 35.47 -97.52; Tulsa 36.15 -95.99
    US America/Chicago South Dakota|SD
      Sioux Falls 43.55 -96.73; Pierre 44.37 -100.35
    US America/Chicago Tennessee|TN
      Nashville 36.16 -86.78; Memphis 35.15 -90.05
    US America/Chicago Texas|TX
      Houston 29.76 -95.37; San Antonio 29.42 -98.49; Dallas 32.78 -96.80; Austin 30.27 -97.74; Fort Worth 32.76 -97.33;
      Arlington 32.74 -97.11; Corpus Christi 27.80 -97.40; Plano 33.02 -96.70; Laredo 27.51 -99.51; Lubbock 33.58 -101.86;
      Amarillo 35.22 -101.83; Waco 31.55 -97.15; Galveston 29.30 -94.80; Midland 32.00 -102.08; Brownsville 25.90 -97.50
    US America/Chicago Wisconsin|WI
      Milwaukee 43.04 -87.91; Madison 43.07 -89.40; Green Bay 44.51 -88.02
    US America/Denver Colorado|CO
      Colorado Springs 38.83 -104.82; Boulder 40.01 -105.27; Fort Collins 40.59 -105.08; Aspen 39.19 -106.82;
      Pueblo 38.25 -104.61; Denver 39.74 -104.98; Aurora 39.73 -104.83
    US America/Denver Montana|MT
      Billings 45.78 -108.50; Missoula 46.87 -113.99; Bozeman 45.68 -111.04; Helena 46.59 -112.04; Great Falls 47.50 -111.30
    US America/Denver New Mexico|NM
      Albuquerque 35.08 -106.65; Las Cruces 32.32 -106.77; Roswell 33.39 -104.52
    US America/Denver South Dakota|SD
      Rapid City 44.08 -103.23
    US America/Denver Texas|TX
      El Paso 31.76 -106.49
    US America/Denver Utah|UT
      Salt Lake City 40.76 -111.89; Provo 40.23 -111.66; St. George 37.10 -113.58
    US America/Denver Wyoming|WY
      Cheyenne 41.14 -104.82; Casper 42.87 -106.31
    US America/Detroit Michigan|MI
      Grand Rapids 42.96 -85.67; Lansing 42.73 -84.56; Ann Arbor 42.28 -83.74; Flint 43.01 -83.69; Kalamazoo 42.29 -85.59;
      Detroit 42.33 -83.05
    US America/Indiana/Indianapolis Indiana|IN
      Fort Wayne 41.08 -85.14; South Bend 41.68 -86.25; Bloomington 39.17 -86.53; Indianapolis 39.77 -86.16
    US America/Juneau Alaska|AK
      Juneau 58.30 -134.42
    US America/Kentucky/Louisville Kentucky|KY
      Louisville 38.25 -85.76
    US America/Los_Angeles California|CA
      San Francisco 37.77 -122.42; San Diego 32.72 -117.16; San Jose 37.34 -121.89; Sacramento 38.58 -121.49;
      Fresno 36.75 -119.77; Long Beach 33.77 -118.19; Oakland 37.80 -122.27; Bakersfield 35.37 -119.02;
      Anaheim 33.84 -117.91; Santa Ana 33.75 -117.87; Riverside 33.95 -117.40; Stockton 37.96 -121.29; Irvine 33.68 -117.83;
      Santa Barbara 34.42 -119.70; Santa Cruz 36.97 -122.03; Berkeley 37.87 -122.27; Palo Alto 37.44 -122.14;
      Santa Monica 34.02 -118.49; Pasadena 34.15 -118.14; Modesto 37.64 -121.00; Monterey 36.60 -121.89;
      Palm Springs 33.83 -116.55; Redding 40.59 -122.39; San Luis Obispo 35.28 -120.66; Cupertino 37.32 -122.03;
      Mountain View 37.39 -122.08; Santa Rosa 38.44 -122.71; Los Angeles 34.05 -118.24; Ontario 34.06 -117.65
    US America/Los_Angeles Idaho|ID
      Coeur d'Alene 47.68 -116.78
    US America/Los_Angeles Nevada|NV
      Las Vegas 36.17 -115.14; Reno 39.53 -119.81; Carson City 39.16 -119.77
    US America/Los_Angeles Oregon|OR
      Portland 45.52 -122.68; Eugene 44.05 -123.09; Salem 44.94 -123.04; Bend 44.06 -121.32
    US America/Los_Angeles Washington|WA
      Seattle 47.61 -122.33; Spokane 47.66 -117.43; Tacoma 47.25 -122.44; Olympia 47.04 -122.90; Bellingham 48.75 -122.48;
      Bellevue 47.61 -122.20; Redmond 47.67 -122.12
    US America/New_York Connecticut|CT
      Bridgeport 41.18 -73.19; New Haven 41.31 -72.93; Hartford 41.76 -72.68; Stamford 41.05 -73.54
    US America/New_York Delaware|DE
      Dover 39.16 -75.52
    US America/New_York District of Columbia|DC
      Washington|Washington D.C. 38.90 -77.04
    US America/New_York Florida|FL
      Miami 25.76 -80.19; Tampa 27.95 -82.46; Orlando 28.54 -81.38; Jacksonville 30.33 -81.66; Tallahassee 30.44 -84.28;
      Fort Lauderdale 26.12 -80.14; Gainesville 29.65 -82.32; Key West 24.56 -81.78; West Palm Beach 26.71 -80.05;
      Sarasota 27.34 -82.53; Fort Myers 26.64 -81.87
    US America/New_York Georgia|GA
      Atlanta 33.75 -84.39; Savannah 32.08 -81.09; Augusta 33.47 -81.97; Macon 32.84 -83.63; Athens 33.96 -83.38
    US America/New_York Kentucky|KY
      Lexington 38.04 -84.50; Frankfort 38.20 -84.87
    US America/New_York Maine|ME
      Bangor 44.80 -68.77
    US America/New_York Maryland|MD
      Baltimore 39.29 -76.61; Annapolis 38.98 -76.49
    US America/New_York Massachusetts|MA
      Boston 42.36 -71.06; Lowell 42.63 -71.32; Worcester 42.26 -71.80
    US America/New_York New Hampshire|NH
      Concord 43.21 -71.54
    US America/New_York New Jersey|NJ
      Newark 40.74 -74.17; Jersey City 40.73 -74.08; Trenton 40.22 -74.74; Atlantic City 39.36 -74.42; Princeton 40.35 -74.66
    US America/New_York New York|NY
      Buffalo 42.89 -78.88; Rochester 43.16 -77.61; Yonkers 40.93 -73.90; Syracuse 43.05 -76.15; Albany 42.65 -73.76;
      Brooklyn 40.68 -73.94; Queens 40.73 -73.79; Manhattan 40.78 -73.97; Bronx 40.85 -73.87; Staten Island 40.58 -74.15;
      Ithaca 42.44 -76.50; New York|New York City 40.71 -74.01
    US America/New_York North Carolina|NC
      Charlotte 35.23 -80.84; Raleigh 35.78 -78.64; Greensboro 36.07 -79.79; Winston-Salem 36.10 -80.24;
      Asheville 35.60 -82.55; Durham 35.99 -78.90; Wilmington 34.23 -77.94; Fayetteville 35.05 -78.88
    US America/New_York Ohio|OH
      Columbus 39.96 -83.00; Cleveland 41.50 -81.69; Cincinnati 39.10 -84.51; Toledo 41.65 -83.54; Akron 41.08 -81.52;
      Dayton 39.76 -84.19; Youngstown 41.10 -80.65
    US America/New_York Pennsylvania|PA
      Philadelphia 39.95 -75.17; Pittsburgh 40.44 -80.00; Allentown 40.61 -75.49; Harrisburg 40.27 -76.88; Erie 42.13 -80.09;
      Scranton 41.41 -75.66; Lancaster 40.04 -76.31
    US America/New_York Rhode Island|RI
      Providence 41.82 -71.41
    US America/New_York South Carolina|SC
      Charleston 32.78 -79.93; Columbia 34.00 -81.03; Greenville 34.85 -82.40; Myrtle Beach 33.69 -78.89
    US America/New_York Tennessee|TN
      Knoxville 35.96 -83.92; Chattanooga 35.05 -85.31
    US America/New_York Vermont|VT
      Burlington 44.48 -73.21; Montpelier 44.26 -72.58
    US America/New_York Virginia|VA
      Virginia Beach 36.85 -75.98; Richmond 37.54 -77.44; Norfolk 36.85 -76.29; Roanoke 37.27 -79.94;
      Charlottesville 38.03 -78.48
    US America/Phoenix Arizona|AZ
      Tucson 32.22 -110.97; Mesa 33.42 -111.83; Flagstaff 35.20 -111.65; Scottsdale 33.49 -111.92; Tempe 33.43 -111.94;
      Yuma 32.69 -114.63; Phoenix 33.45 -112.07
    US Pacific/Honolulu Hawaii|HI
      Hilo 19.73 -155.09; Kailua-Kona 19.64 -155.99; Honolulu 21.31 -157.86
    UY America/Montevideo
      Punta del Este -34.97 -54.95; Salto -31.38 -57.97
    UZ Asia/Samarkand
      Bukhara 39.77 64.42
    UZ Asia/Tashkent
      Namangan 41.00 71.67; Andijan 40.78 72.35
    VE America/Caracas
      Maracaibo 10.65 -71.64; Barquisimeto 10.07 -69.32; Maracay 10.25 -67.60; Valencia 10.16 -68.00
    VN Asia/Ho_Chi_Minh
      Ho Chi Minh City|Saigon|Hồ Chí Minh 10.82 106.63; Hanoi|Hà Nội 21.03 105.85; Da Nang|Đà Nẵng 16.07 108.22;
      Hai Phong 20.86 106.68; Can Tho 10.04 105.78; Hue|Huế 16.46 107.59; Nha Trang 12.24 109.19; Da Lat 11.94 108.44;
      Vung Tau 10.35 107.08
    XK Europe/Belgrade
      Pristina|Prishtina 42.67 21.17
    YE Asia/Aden
      Sanaa 15.35 44.21
    ZA Africa/Johannesburg
      Cape Town|Kaapstad -33.93 18.42; Durban -29.86 31.02; Pretoria -25.75 28.19; Gqeberha|Port Elizabeth -33.96 25.60;
      Bloemfontein -29.12 26.21; East London -33.02 27.91; Soweto -26.27 27.86; Kimberley -28.74 24.76;
      Polokwane -23.90 29.45; Stellenbosch -33.93 18.86; Pietermaritzburg -29.62 30.39; George -33.96 22.46
    ZM Africa/Lusaka
      Ndola -12.97 28.64; Kitwe -12.81 28.21; Livingstone -17.85 25.85
    ZW Africa/Harare
      Bulawayo -20.15 28.58
    ES Europe/Madrid
      Valencia|València 39.47 -0.38; Córdoba 37.88 -4.78; Vitoria|Vitoria-Gasteiz 42.85 -2.67; Cartagena 37.61 -0.99;
      León 42.60 -5.57; Toledo 39.86 -4.02; Mérida 38.92 -6.34
    CA America/Toronto Ontario|ON
      London 42.98 -81.25
    CR America/Costa_Rica
      San José 9.93 -84.08
    VE America/Caracas
      Mérida 8.60 -71.14
    US America/New_York Florida|FL
      St. Petersburg 27.77 -82.64; Naples 26.14 -81.79
    SN Africa/Dakar
      Saint-Louis 16.02 -16.49
    US America/New_York Virginia|VA
      Arlington 38.88 -77.10
    US America/New_York Georgia|GA
      Columbus 32.46 -84.99
    US America/Chicago Illinois|IL
      Aurora 41.76 -88.32; Springfield 39.78 -89.65; Bloomington 40.48 -88.99
    US America/Los_Angeles Washington|WA
      Vancouver 45.64 -122.66
    US America/Chicago Alabama|AL
      Birmingham 33.52 -86.80
    NZ Pacific/Auckland
      Hamilton -37.79 175.28
    US America/New_York Massachusetts|MA
      Springfield 42.10 -72.59; Cambridge 42.37 -71.11; Salem 42.52 -70.90
    FR Europe/Paris
      Brest 48.39 -4.49
    US America/Chicago Missouri|MO
      Columbia 38.95 -92.33
    IT Europe/Rome
      Syracuse|Siracusa 37.08 15.29
    US America/Chicago Minnesota|MN
      Rochester 44.02 -92.47
    US America/New_York New Hampshire|NH
      Manchester 42.99 -71.46
    CA America/Glace_Bay Nova Scotia|NS
      Sydney 46.14 -60.19
    GB Europe/London England
      Lincoln 53.23 -0.54; Worcester 52.19 -2.22; Durham 54.78 -1.58; Lancaster 54.05 -2.80
    US America/Denver New Mexico|NM
      Santa Fe 35.69 -105.94
    US America/Chicago Arkansas|AR
      Fayetteville 36.06 -94.16
    US America/New_York Delaware|DE
      Wilmington 39.75 -75.55
    US America/New_York Maine|ME
      Portland 43.66 -70.26; Augusta 44.31 -69.78
    GB Europe/London Scotland
      Perth 56.40 -3.44
    US America/New_York West Virginia|WV
      Charleston 38.35 -81.63
    US America/New_York Pennsylvania|PA
      York 39.96 -76.73
    US America/Denver Wyoming|WY
      Jackson 43.48 -110.76
    NF Pacific/Norfolk
      Norfolk -29.03 167.97
    """
}
