import { list } from './list.ts'
import type { Words } from './words.ts'

export const sl: Words = {
  given: list(
    'Janez|Maja|Marko|Nina|Andrej|Katja|Luka|Mojca|Boštjan|Petra|Tomaž|Špela|Matjaž|Urška|Gregor|Živa|Rok|Anja',
  ),
  surnames: list(
    'Novak|Horvat|Kovačič|Krajnc|Zupančič|Potočnik|Kos|Golob|Vidmar|Turk|Božič|Žagar|Korošec|Bizjak|Hribar|Kotnik|Rozman|Oblak|Šuštar|Zajc|Černe',
  ),
  streets: list(
    'Slovenska cesta {n}|Celovška cesta {n}|Trg republike {f}|Dunajska cesta {n}|Prešernova ulica {n}|Cankarjeva ulica {n}a|Tržaška cesta {n}|Industrijska cesta {n}|Glavni trg {f}|Partizanska cesta {n}|Ljubljanska c. {n}|Na griču {f}|Spodnje Gorje {n}|Kidričeva ulica {n}',
  ),
  extras: list('Računovodstvo|Nabava|Stavba B|{f}. nadstropje|Finance|Poslovna enota'),
  trades: list(
    'Gradnje|Elektro|Svetovanje|Mizarstvo|Vrtnarstvo|Gostinstvo|Programi|Prevozi|Tiskarna|Pohištvo|Strojegradnja|Čistilni servis|Mediji|Papirnica|Pekarna|Pleskarstvo|Izobraževanje|Odvetniki|Računovodstvo|Avtoservis|Cvetličarna|Veleprodaja|Energetika|Telekom|Zavarovalnica|Klima|Vinarstvo|Optika|Lekarna|Prevajanje|Orodja|Kovinarstvo|Plastika|Tekstil',
  ),
  places: list('Triglav|Sava|Drava|Alpe|Primorska|Soča|Gorenjska|Nova|Adria|Slovenija|Pohorje|Zelena'),
  forms: list('d.o.o.|d.o.o.|d. o. o.|, d.o.o.|d.d.|s.p.|s.p.|d.n.o.|, d. o. o.|||'),
  bodies: list(
    'Mestna občina {town}|Občina {town}|Univerza {place}|Splošna bolnišnica {town}|Društvo {place}|Osnovna šola {place}|Zavod {place}|Zadruga {place}, z.o.o.',
  ),
  boss: list('Direktor: {person}|Direktorica: {person}|Zastopnik: {person}'),
  office: list('Sedež: {street}, {city}|{name}, {street}, {city}|Poslovna enota: {street}, {city}'),
  pieces: list('kos|kos|KOS|kom'),
  hours: list('ura|ur|h|ure'),
  measures: list('kg|m|m2|l|paket|komplet|par|dan|km|kWh|mesec|škatla|rola|tm'),
  products: list(
    'Namizna svetilka|Pisarniški stol|Kopirni papir A4|Toner|Jekleni kotnik|Hrastova miza|Skodelica|LED panel|Bakrena cev|Krogelni ventil|Vodni filter|Beležka|Kabel USB-C|Brezžična miška|Monitor 27"|Zaščitne rokavice|Tekoče milo|Kava v zrnju|Oljčno olje|Vrtna cev|Stenska barva|Vložek|Akumulatorski vrtalnik|Knjižna polica|Preproga|Bombažna srajca|Delovni čevlji|Laserski tiskalnik|Varovalka|Kroglični ležaj|Tesnilo|Zračni filter|Zavorne ploščice|Kartonska škatla|Nalepke|Komplet prve pomoči|Gasilni aparat|Mineralna voda|Sendvič s sirom|Brisača|Kozarec za vino|Ploščice|Pipa|Vtičnica|Kruh|Svetlo pivo',
  ),
  attributes: list(
    'črna|bela|velik|majhen|nerjaveč|2 m|60 x 40 cm|siva, komplet 4|tip B|pocinkan|recikliran|s pokrovom|10 kos|500 ml|12 V|vel. L|modra/bela|M8x40|model 300|80 g|3/4"|polnilo|1,5 kg|dvojni',
  ),
  services: list(
    'Svetovanje|Spletno gostovanje|Licenca za programsko opremo|Letno vzdrževanje|Ogled na terenu|Montaža|Vodenje projekta|Grafično oblikovanje|Prevajanje|Popravilo|Mesečni pavšal|Varnostne kopije|Čiščenje pisarn|Dan izobraževanja|Potni stroški|Delo|Pisanje besedil|Pravne storitve|Računovodske storitve|Najem opreme|Podaljšanje domene|Servis peči|Fotografiranje|Dvoposteljna soba|Zajtrk|Parkirnina|Članarina|Oglaševalska kampanja|Prostor v oblaku|Prevoz|Programerske storitve|Pleskarska dela|Nadzor',
  ),
  details: list(
    'Ser. št. {serial}|Dobavljeno {date}|Serija {serial}|z montažo|Obdobje {date} - {date2}|po ponudbi {serial}|Garancija 24 mesecev|z dodatki|izvedel {person}|Država porekla: SI',
  ),
  sections: list('Pritličje|Material|Delo|Teden 12|Faza 1|Pisarna Ljubljana|Potni stroški|Dodatna dela'),
  energy: list(
    'Električna energija VT|Električna energija MT|Omrežnina|Prispevki|Zemeljski plin|Vodarina|Kanalščina|Mobilni paket|Klici v tujino|Internet 100',
  ),
  policies: list('Zavarovanje odgovornosti|Avtomobilsko zavarovanje|Zavarovanje doma|Obrok 3 od 12|Pravna zaščita'),
  fantasy: list('Delavnica|Studio|Lab|Digital|Sistemi|Skupina|Servis|Storitve|Trgovina|Tehnika|Dizajn'),
}
