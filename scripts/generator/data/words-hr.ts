import { list } from './list.ts'
import type { Words } from './words.ts'

export const hr: Words = {
  given: list(
    'Ivan|Marija|Marko|Ana|Hrvoje|Petra|Tomislav|Željka|Ante|Ivana|Krešimir|Maja|Davor|Snježana|Josip|Đurđica|Luka|Nikolina',
  ),
  surnames: list(
    'Horvat|Kovačević|Babić|Marić|Jurić|Novak|Knežević|Vuković|Marković|Petrović|Matić|Tomić|Pavlović|Šarić|Božić|Blažević|Grgić|Đurić|Perić|Radić|Šimić',
  ),
  streets: list(
    'Ilica {n}|Vukovarska ulica {n}|Trg bana Jelačića {f}|Savska cesta {n}|Ulica kralja Tomislava {n}|Radnička cesta {n}|Avenija Dubrovnik {n}|Strossmayerova {n}a|Obala kneza Branimira {n}|Zagrebačka {n}|Osječka ulica {n}|Industrijska zona {f}|Šetalište Ivana Meštrovića {n}|Put Brodarice {n}',
  ),
  extras: list('Računovodstvo|Odjel nabave|Zgrada B|{f}. kat|Financije|Poslovnica'),
  trades: list(
    'Gradnja|Elektro|Savjetovanje|Stolarija|Vrtovi|Ugostiteljstvo|Softver|Prijevoz|Tiskara|Namještaj|Strojarstvo|Čišćenje|Mediji|Papirnica|Pekara|Soboslikari|Edukacija|Odvjetnici|Računovodstvo|Autoservis|Cvjećarnica|Veleprodaja|Energija|Telekom|Osiguranje|Klima|Vinarija|Optika|Ljekarna|Prijevodi|Alati|Metal|Plastika|Tekstil|Turizam',
  ),
  places: list('Jadran|Velebit|Dalmacija|Slavonija|Sava|Istra|Adria|Kvarner|Nova|Prva|Hrvatska|Zelena'),
  forms: list(
    'd.o.o.|d.o.o.|d. o. o.|j.d.o.o.|d.d.|obrt|, obrt|, d.o.o.|za usluge d.o.o.|za trgovinu i usluge d.o.o.|||',
  ),
  bodies: list(
    'Grad {town}|Općina {town}|Sveučilište {place}|Opća bolnica {town}|Udruga {place}|Osnovna škola {place}|Zaklada {place}|Zadruga {place}',
  ),
  boss: list('Direktor: {person}|Direktorica: {person}|Uprava: {person}'),
  office: list('Sjedište: {street}, {city}|{name}, {street}, {city}|Poslovnica: {street}, {city}'),
  pieces: list('kom|kom|KOM|komad'),
  hours: list('sat|sati|h'),
  measures: list('kg|m|m2|l|pak|komplet|par|dan|km|kWh|mjesec|kutija|rola|set'),
  products: list(
    'Stolna lampa|Uredska stolica|Papir za kopiranje A4|Toner|Čelični kutnik|Hrastov stol|Šalica|LED panel|Bakrena cijev|Kuglasti ventil|Filter za vodu|Bilježnica|Kabel USB-C|Bežični miš|Monitor 27"|Zaštitne rukavice|Tekući sapun|Kava u zrnu|Maslinovo ulje|Vrtno crijevo|Boja za zid|Tipla|Akumulatorska bušilica|Polica za knjige|Tepih|Pamučna košulja|Radne cipele|Laserski pisač|Osigurač|Kuglični ležaj|Brtva|Filter zraka|Kočione pločice|Kartonska kutija|Naljepnice|Kutija prve pomoći|Vatrogasni aparat|Mineralna voda|Sendvič sa sirom|Ručnik|Čaša za vino|Pločice|Slavina|Utičnica|Kruh|Svijetlo pivo',
  ),
  attributes: list(
    'crna|bijela|velik|mali|inox|2 m|60 x 40 cm|siva, set 4|tip B|pocinčan|recikliran|s poklopcem|10 kom|500 ml|12 V|vel. L|plava/bijela|M8x40|model 300|80 g|3/4"|punjenje|1,5 kg|dvostruki',
  ),
  services: list(
    'Savjetovanje|Web hosting|Licenca za softver|Godišnje održavanje|Izlazak na teren|Montaža|Vođenje projekta|Grafički dizajn|Prijevod|Popravak|Mjesečni paušal|Sigurnosna kopija|Čišćenje ureda|Dan edukacije|Putni troškovi|Rad|Pisanje tekstova|Pravne usluge|Računovodstvene usluge|Najam opreme|Produljenje domene|Servis bojlera|Fotografiranje|Dvokrevetna soba|Doručak|Parkiranje|Članarina|Oglasna kampanja|Prostor u oblaku|Prijevoz robe|Programerske usluge|Soboslikarski radovi|Nadzor',
  ),
  details: list(
    'Ser. br. {serial}|Isporučeno {date}|Serija {serial}|s montažom|Razdoblje {date} - {date2}|po ponudi {serial}|Jamstvo 24 mjeseca|s priborom|izvršio {person}|Zemlja podrijetla: HR',
  ),
  sections: list('Prizemlje|Materijal|Rad|Tjedan 12|Faza 1|Ured Zagreb|Putni troškovi|Dodatni radovi'),
  energy: list(
    'Električna energija VT|Električna energija NT|Mrežarina|Naknada za OIE|Prirodni plin|Vodoopskrba|Odvodnja|Mobilna tarifa|Pozivi u inozemstvo|Internet 100',
  ),
  policies: list(
    'Osiguranje od odgovornosti|Obvezno auto osiguranje|Osiguranje kućanstva|Obrok 3 od 12|Pravna zaštita',
  ),
  fantasy: list('Radionica|Studio|Lab|Digital|Sustavi|Grupa|Servis|Usluge|Trgovina|Tehnika|Dizajn'),
}
