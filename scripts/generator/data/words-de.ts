import { list } from './list.ts'
import type { Words } from './words.ts'

export const de: Words = {
  given: list(
    'Anna|Jonas|Katharina|Lukas|Sabine|Thomas|Petra|Jürgen|Heike|Wolfgang|Miriam|Björn|Ute|Dr. Klaus|Prof. Dr. Inge|Stefan|Franziska|Günther|Leonie|Matthias|Silke|Torsten|Birgit|Ralf|Frau Monika|Herr Dieter',
  ),
  surnames: list(
    'Müller|Brandner|Schäfer|Köhler|von der Heide|Großmann|Lüttke|Weißenfels|Bachmeier|Hölzl|Krämer|Zumthor|Vogelsang|Obermoser|Jäggi|Petersen|Yılmaz|Kowalski|Steinbrück|Fröhlich|Reißmann|Wöhrle|Dörfler|Schulze-Berg|Aigner|Lindemann|Nußbaum|Ostermann|Quandt|Rüttimann|Tiedemann|Ullrich',
  ),
  streets: list(
    'Hauptstraße {n}|Bahnhofstr. {n}|Lindenweg {n}a|Am Mühlbach {n}|Goethestraße {n}-{m}|Industriestr. {n}|Gewerbepark {n}|Postfach {n} {m} {f}|Schillerplatz {f}|An der Alten Ziegelei {n}|Kirchgasse {f}|Seestrasse {n}|Königsallee {n}|Im Gewerbegebiet {f}|Friedrich-Ebert-Str. {n}|Dorfstraße {n} b|Marktplatz {f}|Hafenstraße {n}, Halle {f}|Technologiepark {n}|Werner-von-Siemens-Ring {n}',
  ),
  extras: list(
    'Buchhaltung|Abteilung Einkauf|Rechnungsprüfung|Hinterhaus|Gebäude 4|z. Hd. Geschäftsleitung|Kreditorenbuchhaltung|Zentrale|3. OG',
  ),
  trades: list(
    'Elektrotechnik|Malerbetrieb|Sanitär und Heizung|Bürobedarf|Softwareentwicklung|Spedition|Druckerei|Gartenbau|Metallbau|Tischlerei|Unternehmensberatung|Steuerberatung|Gebäudereinigung|Autohaus|Dachdeckerei|Großhandel|Getränkehandel|Werbeagentur|IT-Systeme|Medizintechnik|Verlag|Maschinenbau|Architekten|Fliesen|Veranstaltungstechnik|Catering|Fahrschule|Übersetzungen|Textil|Energie|Telekom|Versicherung|Hosting|Baustoffe|Kältetechnik|Bäckerei|Rechtsanwälte|Werkzeuge|Kunststofftechnik',
  ),
  places: list(
    'Nord|Hanse|Alpen|Rhein-Main|Allgäuer|Bergische|Neckar|Märkische|Süd|Elbe|Wiener|Helvetia|Isar|Ostsee|Schwarzwald|Erste|Vereinigte|Blau|Lindner|Kranich',
  ),
  forms: list(
    'GmbH|GmbH|AG|GmbH & Co. KG|e.K.|UG (haftungsbeschränkt)|OHG|KG|e.U.|eG|mbH|GbR|Ges.m.b.H.|& Söhne|& Partner|SE||||',
  ),
  bodies: list(
    'Stadt {town}|Gemeinde {town}|Universitätsklinikum {town}|Förderverein {place} e.V.|Landratsamt {town}|Stadtwerke {town}|Evangelische Kirchengemeinde {town}|Sportverein {town} 1908 e.V.|Volkshochschule {town}|Handwerkskammer {town}|Finanzamt {town}',
  ),
  boss: list(
    'Geschäftsführer: {person}|Geschäftsführung: {person}, {person2}|GF {person}|Inhaber: {person}|Vorstand: {person} (Vors.), {person2}',
  ),
  office: list('Sitz der Gesellschaft: {town}|Sitz: {town}|{name}, {street}, {city}|Gerichtsstand {town}'),
  pieces: list('Stk.|Stück|Stk|St.|Stck.|ST|x|Einh.'),
  hours: list('Std.|Stunden|h|Std|Stunde(n)'),
  measures: list('kg|m|m²|l|Pkg.|Paket|Rolle|Satz|Paar|Tag|km|Karton|lfm|Psch.|kWh|VE|Fl.|Kiste'),
  products: list(
    'Schreibtischlampe|Bürostuhl|Kopierpapier|Tonerkartusche|Stahlwinkel|Eichentisch|Kaffeetasse|LED-Leuchte|Kupferrohr|Kugelhahn|Wasserfilter|Notizbuch|USB-Kabel|Funkmaus|Bildschirm 27 Zoll|Schutzhandschuhe|Handseife|Röstkaffee|Olivenöl|Gartenschlauch|Wandfarbe|Dübel|Akkuschrauber|Bücherregal|Teppich|Vorhangschiene|Arbeitshose|Sicherheitsschuhe|Regenjacke|Laserdrucker|Leitungsschutzschalter|Kugellager|Dichtung|Hydraulikschlauch|Luftfilter|Bremsbeläge|Versandkarton|Luftpolsterfolie|Etikettenrolle|Thermopapier|Verbandskasten|Feuerlöscher|Aktenschrank|Mineralwasser Medium|Joghurt Banane|Trennblätter A4|Holzschrauben|Gipskartonplatte|Fliesenkleber|Fensterrahmen|Türgriff|Steckdose|Heizkörper|Mischbatterie|Brötchen|Apfelsaft naturtrüb|Weizenbier',
  ),
  attributes: list(
    'schwarz|weiß|groß|klein|Edelstahl|2 m|60 x 40 cm|grau, 4er-Set|Typ B|verzinkt|Recycling|mit Deckel|10er-Pack|500 ml|12 V|Gr. L|blau/weiß|M8x40|Rev. 2|Modell 300|A4 80 g/m²|3/4"|links|Nachfüllpack|1,5 kg|12 x 1,0 l PET|3-fach|rechts|nach DIN 912',
  ),
  services: list(
    'Beratung|Webhosting|Softwarelizenz|Wartungspauschale|Ortstermin|Montage|Projektleitung|Grafikdesign|Übersetzung Deutsch-Englisch|Reparatur|Monatspauschale|Datensicherung|Unterhaltsreinigung|Serverwartung|Schulungstag|Anfahrt|Arbeitszeit Geselle|Arbeitszeit Meister|Texterstellung|Rechtsberatung|Finanzbuchhaltung|Gerätemiete|Domain-Verlängerung|Heizungswartung|Fotoaufnahmen|Übernachtung Doppelzimmer|Frühstück|Stellplatz|Mitgliedsbeitrag|Anzeigenschaltung|Cloud-Speicher|Frachtkosten|Prüfung ortsveränderlicher Geräte|Künstlerische Gestaltung|Bauleitung|Entsorgung|Malerarbeiten|Grundgebühr|Gutachten|Fahrtkosten',
  ),
  details: list(
    'Seriennr. {serial}|Lieferung vom {date}|Charge {serial}|inkl. Montage vor Ort|Zeitraum {date} - {date2}|wie telefonisch besprochen|Garantie 24 Monate|EAN {serial}|inkl. Zubehör und Anleitung|ausgeführt von {person}|Herkunftsland: Deutschland|Hinweis: Ersatz für Vorgängermodell|{date} bis {date2}|laut Angebot vom {date}',
  ),
  sections: list(
    'Erdgeschoss|Material|Lohn|KW 12|Bauabschnitt 1|Technik|Standort Berlin|Reisekosten|Zusatzleistungen|Titel 01 Rohbau',
  ),
  energy: list(
    'Arbeitspreis HT|Arbeitspreis NT|Grundpreis|Stromsteuer|Netznutzung|Messstellenbetrieb|Gasverbrauch|Trinkwasser|Abwasser|Mobilfunk-Flat|Verbindungen ins Ausland|Internet 100',
  ),
  policies: list(
    'Betriebshaftpflichtversicherung|Kfz-Versicherung|Hausratversicherung|Berufshaftpflicht|Rate 3 von 12|Rechtsschutz',
  ),
  fantasy: list('Werk|Labor|Studio|Digital|Systeme|Gruppe|Technik|Solutions|Handel|Kollektiv|Partner|Service'),
}
