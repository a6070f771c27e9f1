import { list } from './list.ts'
import type { Words } from './words.ts'

export const lv: Words = {
  given: list(
    'Ilze|Jānis|Līga|Andris|Kristīne|Edgars|Zane|Mārtiņš|Inese|Juris|Dace|Aivars|Baiba|Raimonds|Anete|Guntis|Sanita|Kārlis|Vija|Uldis',
  ),
  surnames: list(
    'Bērziņš|Kalniņa|Ozols|Liepiņa|Krūmiņš|Vītola|Eglītis|Zariņa|Balodis|Pētersone|Āboliņš|Siliņa|Grīnbergs|Jansone|Kļaviņš|Ķirsis|Ņikitina|Šmits|Žagars|Lācis|Apinis|Vanaga|Priede',
  ),
  streets: list(
    'Brīvības iela {n}|Rūpniecības iela {n}A|Skolas iela {n}-{m}|Kr. Barona iela {n}|Dzirnavu iela {n}|Maskavas iela {n}/{f}|Ganību dambis {n}|Lielā iela {n}|Stacijas iela {n}|Ostas iela {f}|Pils laukums {f}|Daugavas iela {n}-{f}|Ķeguma iela {n}|Ūdens iela {n}|Zemgales prospekts {n}',
  ),
  extras: list('Grāmatvedība|Iepirkumu nodaļa|B korpuss|2. stāvs|Finanšu nodaļa|c/o Ozols'),
  trades: list(
    'Santehnika|Elektro|Konsultācijas|Galdniecība|Dārzi|Ēdināšana|Programmatūra|Transports|Tipogrāfija|Interjers|Tehnika|Uzkopšana|Mediji|Būve|Biroja preces|Maiznīca|Krāsošana|Apmācības|Advokātu birojs|Grāmatvedība|Autoserviss|Ziedi|Vairumtirdzniecība|Hostings|Enerģija|Telekoms|Apdrošināšana|Ventilācija|Vīni|Optika|Aptieka|Elektronika|Tulkojumi|Ceļojumi|Instrumenti|Metāls|Plastmasa|Tekstils|Nekustamie īpašumi',
  ),
  places: list(
    'Baltijas|Rīgas|Latvijas|Kurzemes|Vidzemes|Latgales|Zemgales|Daugavas|Ziemeļu|Jaunā|Pirmā|Dzintara|Nordic|Gaujas',
  ),
  forms: list('SIA "{name}"|SIA {name}|SIA|SIA "{name}"|AS "{name}"|SIA „{name}”|IK {name}|SIA "{name}"|AS||||'),
  bodies: list(
    '{place} pašvaldība|Latvijas Universitāte|{place} slimnīca|Biedrība "{place}"|Nodibinājums "{place}"|{place} vidusskola|DzĪKS "{place}"|{place} sporta klubs',
  ),
  boss: list('Valdes loceklis: {person}|Valdes priekšsēdētājs: {person}|Direktors: {person}'),
  office: list('Juridiskā adrese: {street}, {city}|{name}, {street}, {city}|{name} | {street} | {city}'),
  pieces: list('gab.|gab|gab.|gab.|gb.|iep.'),
  hours: list('st.|stundas|h|stunda|st'),
  measures: list('kg|m|m2|l|iep.|kompl.|rullis|pāris|diena|km|tek.m|kWh|mēn.|kaste|litrs|reize'),
  products: list(
    'Galda lampa|Biroja krēsls|Kopēšanas papīrs A4|Toneris|Tērauda leņķis|Ozolkoka galds|Krūze|LED panelis|Vara caurule|Lodveida krāns|Ūdens filtrs|Piezīmju grāmata|USB-C kabelis|Bezvadu pele|Monitors 27"|Darba cimdi|Šķidrās ziepes|Kafijas pupiņas|Olīveļļa|Dārza šļūtene|Sienu krāsa|Dībelis|Akumulatora urbis|Grāmatu plaukts|Paklājs|Kokvilnas krekls|Darba apavi|Lietusjaka|Lāzerprinteris|Automātslēdzis|Lodīšu gultnis|Blīve|Gaisa filtrs|Bremžu kluči|Kartona kaste|Etiķešu rullis|Aptieciņa|Ugunsdzēšamais aparāts|Baltā tāfele|Arhīva skapis|Minerālūdens|Siera maizīte|Krievijas siers|Dvielis|Vīna glāzes|Grīdas flīzes|Ūdens maisītājs|Kontaktligzda|Radiators|Durvju rokturis|Rudzu maize|Sviests|Speķa pīrāgi',
  ),
  attributes: list(
    'melns|balts|liels|mazs|nerūsējošs|2 m|60 x 40 cm|pelēks, 4 gab.|B tips|cinkots|pārstrādāts|ar vāku|10 gab.|500 ml|12 V|izm. L|zili balts|M8x40|modelis 300|80 g|3/4"|kreisais|papildinājums|1,5 kg|dubultais|bioloģisks',
  ),
  services: list(
    'Konsultācijas|Mājaslapas uzturēšana|Programmatūras licence|Ikgadējā apkope|Objekta apsekošana|Montāža|Projekta vadība|Grafiskais dizains|Tulkojums latviešu-angļu|Remonts|Mēneša maksa|Rezerves kopēšana|Biroja uzkopšana|Apmācību diena|Transporta izdevumi|Darbs|Tekstu rakstīšana|Juridiskie pakalpojumi|Grāmatvedības pakalpojumi|Iekārtu noma|Domēna pagarināšana|Katla apkope|Fotografēšana|Divvietīgs numurs|Brokastis|Stāvvieta|Biedra nauda|Reklāmas kampaņa|Pro abonements|Mākoņa krātuve|Piegāde|Ugunsdzēšamo aparātu pārbaude|Programmēšana|Krāsošanas darbi|Būvuzraudzība',
  ),
  details: list(
    'Sērijas Nr. {serial}|Piegādāts {date}|Partija {serial}|ar montāžu|Periods {date} - {date2}|saskaņā ar piedāvājumu {serial}|Garantija 24 mēneši|ar piederumiem|izpildīja {person}|Izcelsmes valsts: Latvija|no {date} līdz {date2}',
  ),
  sections: list('Pirmais stāvs|Materiāli|Darbs|12. nedēļa|1. kārta|Rīgas birojs|Transports|Papildu darbi'),
  energy: list(
    'Elektroenerģija|Sadales pakalpojumi|Obligātā iepirkuma komponente|Apkure|Ūdens|Kanalizācija|Mobilais tarifs|Zvani uz ārzemēm|Internets 300',
  ),
  policies: list('Civiltiesiskā apdrošināšana|OCTA|KASKO|Mājokļa apdrošināšana|3. maksājums no 12'),
  fantasy: list(
    'Darbnīca|Studija|Laboratorija|Digitālie|Sistēmas|Grupa|Serviss|Risinājumi|Tirdzniecība|Tehnika|Dizains|Centrs',
  ),
}
