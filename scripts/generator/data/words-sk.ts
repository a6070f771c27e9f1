import { list } from './list.ts'
import type { Words } from './words.ts'

export const sk: Words = {
  given: list(
    'Ján|Zuzana|Peter|Katarína|Ľubomír|Mária|Martin|Lucia|Štefan|Jana|Tomáš|Viera|Ing. Juraj|Mgr. Eva|Marek|Ľudmila|Ondrej|Bc. Andrea',
  ),
  surnames: list(
    'Horváth|Kováč|Varga|Tóthová|Nagy|Baláž|Molnárová|Szabó|Balog|Lukáč|Hudák|Novák|Kučera|Poliaková|Krajčí|Ďurica|Šimko|Ružička|Žiak|Oravec|Vrábel|Čierna',
  ),
  streets: list(
    'Hlavná {n}|Štúrova {n}/{f}|Námestie SNP {f}|Hviezdoslavova {n}|Železničná {n}|Priemyselná ul. {n}|Obchodná {n}|Mierová ulica {n}|Dlhá {n}/{m}|Nám. slobody {f}|Trieda SNP {n}|Na Hôrke {n}|Bratislavská cesta {n}|Školská {n}|Jesenského {n}A',
  ),
  extras: list('Účtáreň|Oddelenie nákupu|Budova B|{f}. poschodie|Fakturácia|prevádzka'),
  trades: list(
    'Inštalatérstvo|Elektro|Poradenstvo|Stolárstvo|Záhrady|Catering|Softvér|Doprava|Tlačiareň|Interiéry|Strojárne|Upratovanie|Médiá|Stavby|Papiernictvo|Pekáreň|Maliarstvo|Školenia|Advokáti|Účtovníctvo|Autoservis|Kvety|Veľkoobchod|Hosting|Energie|Telekom|Poisťovňa|Klimatizácie|Vinárstvo|Optika|Lekáreň|Preklady|Náradie|Kovovýroba|Plasty|Textil',
  ),
  places: list('Tatra|Slovenská|Váh|Dunaj|Liptov|Šariš|Zemplín|Severná|Prvá|Nová|Karpaty|Zelená'),
  forms: list('s.r.o.|s.r.o.|s. r. o.|a.s.|spol. s r.o.|, s.r.o.|, s. r. o.|v.o.s.|k.s.|j.s.a.|||'),
  bodies: list(
    'Mesto {town}|Obec {town}|Univerzita {town}|Nemocnica {town}|Občianske združenie {place}|Základná škola {town}|Nadácia {place}|SVB {place}',
  ),
  boss: list('Konateľ: {person}|Konateľka: {person}|Riaditeľ: {person}'),
  office: list('Sídlo: {street}, {city}|{name}, {street}, {city}|Prevádzka: {street}, {city}'),
  pieces: list('ks|ks|ks.|KS|kus'),
  hours: list('hod|hod.|h|hodín|hodina'),
  measures: list('kg|m|m2|l|bal.|sada|rolka|pár|deň|km|bm|kWh|mes.|krabica|súbor'),
  products: list(
    'Stolová lampa|Kancelárska stolička|Kopírovací papier A4|Toner|Oceľový uholník|Dubový stôl|Hrnček|LED panel|Medená rúrka|Guľový ventil|Vodný filter|Zápisník|Kábel USB-C|Bezdrôtová myš|Monitor 27"|Ochranné rukavice|Tekuté mydlo|Zrnková káva|Olivový olej|Záhradná hadica|Maliarska farba|Hmoždinka|Aku vŕtačka|Knižnica|Koberec|Bavlnená košeľa|Pracovná obuv|Laserová tlačiareň|Istič|Guľôčkové ložisko|Tesnenie|Vzduchový filter|Brzdové platničky|Kartónová škatuľa|Etikety|Lekárnička|Hasiaci prístroj|Perlivá voda|Sendvič so syrom|Uterák|Pohár na víno|Dlažba|Vodovodná batéria|Zásuvka|Chlieb|Pivo svetlé',
  ),
  attributes: list(
    'čierna|biela|veľký|malý|nerez|2 m|60 x 40 cm|sivá, sada 4|typ B|pozink|recyklovaný|s vekom|10 ks|500 ml|12 V|veľ. L|modrá/biela|M8x40|model 300|80 g|3/4"|náplň|1,5 kg|dvojitý|prémiový',
  ),
  services: list(
    'Poradenstvo|Webhosting|Licencia na softvér|Ročná podpora|Obhliadka|Montáž|Riadenie projektu|Grafický návrh|Preklad|Oprava|Mesačný paušál|Zálohovanie dát|Upratovanie kancelárií|Školiaci deň|Cestovné|Práca|Tvorba textov|Právne služby|Vedenie účtovníctva|Prenájom techniky|Predĺženie domény|Revízia kotla|Fotografovanie|Dvojlôžková izba|Raňajky|Parkovanie|Členský príspevok|Reklamná kampaň|Cloudové úložisko|Preprava|Programátorské práce|Maliarske práce|Technický dozor',
  ),
  details: list(
    'Výr. č. {serial}|Dodané {date}|Šarža {serial}|vrátane montáže|Obdobie {date} - {date2}|podľa ponuky {serial}|Záruka 24 mesiacov|s príslušenstvom|vykonal {person}|Krajina pôvodu: SK',
  ),
  sections: list('Prízemie|Materiál|Práca|Týždeň 12|Etapa 1|Kancelária Bratislava|Cestovné|Práce naviac'),
  energy: list(
    'Elektrina VT|Elektrina NT|Stála platba|Distribúcia|Odber plynu|Vodné|Stočné|Mobilný paušál|Volania do zahraničia|Internet 100',
  ),
  policies: list(
    'Poistenie zodpovednosti|Povinné zmluvné poistenie|Poistenie domácnosti|Splátka 3 z 12|Právna ochrana',
  ),
  fantasy: list('Dielňa|Štúdio|Lab|Digital|Systémy|Skupina|Servis|Služby|Obchod|Technika|Dizajn'),
}
