import { list } from './list.ts'
import type { Words } from './words.ts'

export const et: Words = {
  given: list(
    'Kadri|Jaan|Tiina|Margus|Liis|Toomas|Õie|Rein|Piret|Andres|Maarja|Tõnu|Külli|Priit|Anneli|Ülo|Heli|Kaspar|Triin|Mati',
  ),
  surnames: list(
    'Tamm|Saar|Kask|Mägi|Sepp|Rebane|Kukk|Pärn|Õunapuu|Lepik|Koppel|Raudsepp|Vaher|Kuusk|Põder|Lõhmus|Järve|Oja|Teder|Allik|Ilves|Karu|Sarapuu',
  ),
  streets: list(
    'Pikk tn {n}|Tartu mnt {n}|Narva mnt {n}-{m}|Tööstuse tn {n}|Kooli tn {n}a|Pärnu mnt {n}/{f}|Raekoja plats {f}|Jaama {n}|Vabaduse pst {n}|Õpetajate tee {n}|Sadama tn {n}|Kesk tn {n}-{f}|Lai {n}|Mustamäe tee {n}|Ülikooli {n}',
  ),
  extras: list('Raamatupidamine|Ostuosakond|B-korpus|2. korrus|Finantsosakond|c/o Kask'),
  trades: list(
    'Torutööd|Elekter|Nõustamine|Puutöö|Aiandus|Toitlustus|Tarkvara|Transport|Trükikoda|Sisustus|Inseneribüroo|Puhastus|Meedia|Ehitus|Kontorikaubad|Pagar|Maalritööd|Koolitus|Advokaadibüroo|Raamatupidamine|Autoteenindus|Lilled|Hulgi|Veebimajutus|Energia|Telekom|Kindlustus|Ventilatsioon|Veinid|Optika|Apteek|Elektroonika|Tõlkebüroo|Reisid|Tööriistad|Metall|Plast|Tekstiil|Kinnisvara',
  ),
  places: list('Põhja|Balti|Eesti|Lõuna|Viru|Tartu|Saaremaa|Lääne|Nordic|Uus|Esimene|Emajõe|Hansa|Läänemere'),
  forms: list('OÜ|OÜ|OÜ|AS|OÜ|ja Pojad OÜ|FIE|TÜ|Grupp OÜ|AS||||'),
  bodies: list(
    'Tallinna Linnavalitsus|Viljandi Vallavalitsus|Tartu Ülikool|MTÜ {place}|SA {place}|KÜ {place}|{place} Haigla|{place} Põhikool|{place} Spordiklubi MTÜ',
  ),
  boss: list('Juhatuse liige: {person}|Juhataja: {person}|Tegevjuht: {person}'),
  office: list('{name}, {street}, {city}|{name} | {street} | {city}|Asukoht: {town}'),
  pieces: list('tk|tk|tk|tk.|TK|pk'),
  hours: list('h|tund|tundi|h|t'),
  measures: list('kg|m|m2|l|pk|kmpl|rull|paar|päev|km|jm|kWh|kuu|kast|liiter|teenus'),
  products: list(
    'Laualamp|Kontoritool|Koopiapaber A4|Tooner|Terasnurk|Tammelaud|Kruus|LED-paneel|Vasktoru|Kuulkraan|Veefilter|Märkmik|USB-C kaabel|Juhtmevaba hiir|Monitor 27"|Töökindad|Vedelseep|Kohvioad|Oliiviõli|Aiavoolik|Seinavärv|Tüübel|Akutrell|Raamaturiiul|Vaip|Puuvillane särk|Turvajalatsid|Vihmajakk|Laserprinter|Automaatkaitse|Kuullaager|Tihend|Õhufilter|Piduriklotsid|Pappkast|Etiketirull|Esmaabikomplekt|Tulekustuti|Valge tahvel|Arhiivikapp|Mullivesi|Juustuvõileib|Eesti juust|Käterätik|Veiniklaas|Põrandaplaat|Segisti|Pistikupesa|Radiaator|Ukselink|Rukkileib|Või|Kohuke',
  ),
  attributes: list(
    'must|valge|suur|väike|roostevaba|2 m|60 x 40 cm|hall, 4 tk|tüüp B|tsingitud|taaskasutatud|kaanega|10 tk|500 ml|12 V|suurus L|sini-valge|M8x40|mudel 300|80 g|3/4"|vasak|täitepakk|1,5 kg|kahekordne|mahe',
  ),
  services: list(
    'Konsultatsioon|Veebimajutus|Tarkvaralitsents|Aastahooldus|Objekti ülevaatus|Paigaldus|Projektijuhtimine|Graafiline disain|Tõlge eesti-inglise|Remont|Kuutasu|Varundamine|Kontori koristus|Koolituspäev|Sõidukulu|Töötasu|Tekstide koostamine|Õigusabi|Raamatupidamisteenus|Seadmete rent|Domeeni pikendus|Katla hooldus|Fotograafia|Kahekohaline tuba|Hommikusöök|Parkimine|Liikmemaks|Reklaamikampaania|Pro-pakett|Pilvesalvestus|Saatekulu|Tulekustutite kontroll|Programmeerimine|Maalritööd|Ehitusjärelevalve',
  ),
  details: list(
    'Seerianr {serial}|Tarnitud {date}|Partii {serial}|koos paigaldusega|Periood {date} - {date2}|vastavalt pakkumisele {serial}|Garantii 24 kuud|koos tarvikutega|teostas {person}|Päritoluriik: Eesti|{date} kuni {date2}',
  ),
  sections: list('Esimene korrus|Materjalid|Töö|Nädal 12|Etapp 1|Tartu kontor|Sõidud|Lisatööd'),
  energy: list(
    'Elektrienergia|Võrguteenus|Ampritasu|Elektriaktsiis|Kaugküte|Vesi|Kanalisatsioon|Mobiilipakett|Kõned välismaale|Internet 300',
  ),
  policies: list('Vastutuskindlustus|Liikluskindlustus|Kodukindlustus|Osamakse 3/12|Õigusabikulude kindlustus'),
  fantasy: list('Töökoda|Stuudio|Labor|Digi|Süsteemid|Grupp|Teenused|Lahendused|Kaubandus|Tehnika|Disain|Keskus'),
}
