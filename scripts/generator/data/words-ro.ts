import { list } from './list.ts'
import type { Words } from './words.ts'

export const ro: Words = {
  given: list(
    'Andrei|Mihaela|Ioan|Elena|Ștefan|Andreea|Cristian|Gabriela|Vlad|Ioana|Răzvan|Simona|Dan|Ing. Florin|Dr. Raluca|Bogdan|Anca|Mircea',
  ),
  surnames: list(
    'Popescu|Ionescu|Popa|Dumitrescu|Stan|Munteanu|Șerban|Țăranu|Lăzărescu|Moldovan|Rădulescu|Nistor|Constantin|Bălan|Gheorghiu|Mureșan|Sârbu|Dobre|Vlăsceanu|Olteanu',
  ),
  streets: list(
    'Str. Victoriei nr. {n}|Bd. Unirii nr. {n}, bl. {f}, ap. {m}|Calea Dorobanților {n}|Șos. Olteniței nr. {n}|Str. Mihai Eminescu {n}|Aleea Teilor nr. {f}|Splaiul Independenței {n}|Str. Zorilor nr. {n}, et. {f}|Piața Mare nr. {f}|Str. Fabricii nr. {n}A|Bulevardul Republicii {n}|Str. 1 Decembrie 1918 nr. {n}|Calea Clujului {n}',
  ),
  extras: list('Contabilitate|Departament achiziții|Corp B|Etaj {f}|Financiar|Punct de lucru'),
  trades: list(
    'Construct|Consulting|Electric|Instal|Transport|Mobila|Print|Catering|Software|Media|Impex|Distribution|Agro|Auto|Farm|Optica|Panificație|Grădini|Curățenie|Tipografie|Asigurări|Energie|Telecom|Textile|Metal|Plast|Turism|Contabilitate|Librărie|Vinuri',
  ),
  places: list('Carpați|Dunărea|Transilvania|Moldova|Banat|Dacia|Nordic|Prima|Bucovina|Olt|Crișana|Delta'),
  forms: list('S.R.L.|SRL|S.R.L.|SRL|S.A.|SA|P.F.A.|S.N.C.|S.R.L.-D.|||'),
  bodies: list(
    'Primăria {town}|Universitatea din {town}|Spitalul Județean {town}|Asociația {place}|Fundația {place}|Școala Gimnazială {place}|Asociația de Proprietari {place}',
  ),
  boss: list('Administrator: {person}|Director general: {person}|Reprezentant legal: {person}'),
  office: list('Sediul: {street}, {city}|Sediu social: {street}, {city}|{name}, {street}, {city}'),
  pieces: list('buc|buc.|BUC|bucăți'),
  hours: list('ore|ora|ore|h'),
  measures: list('kg|m|mp|l|set|cutie|pachet|ml|zi|km|kWh|lună|pereche|rolă|serv.'),
  products: list(
    'Lampă de birou|Scaun de birou|Hârtie copiator A4|Toner|Cornier oțel|Masă stejar|Cană|Panou LED|Țeavă cupru|Robinet cu bilă|Filtru apă|Caiet|Cablu USB-C|Mouse wireless|Monitor 27"|Mănuși de protecție|Săpun lichid|Cafea boabe|Ulei de măsline|Furtun grădină|Vopsea lavabilă|Diblu|Mașină de găurit|Bibliotecă|Covor|Cămașă bumbac|Bocanci de lucru|Imprimantă laser|Siguranță automată|Rulment|Garnitură|Filtru aer|Plăcuțe frână|Cutie carton|Etichete|Trusă medicală|Stingător|Apă minerală|Sandwich cu cașcaval|Prosop|Pahar vin|Gresie|Baterie lavoar|Pâine|Bere blondă',
  ),
  attributes: list(
    'negru|alb|mare|mic|inox|2 m|60 x 40 cm|gri, set 4|tip B|zincat|reciclat|cu capac|10 buc|500 ml|12 V|mărimea L|albastru/alb|M8x40|model 300|80 g|3/4"|rezervă|1,5 kg|dublu|premium',
  ),
  services: list(
    'Servicii de consultanță|Găzduire web|Licență software|Suport anual|Deplasare la sediu|Montaj|Management de proiect|Servicii de design grafic|Traducere|Reparație|Abonament lunar|Backup date|Curățenie birouri|Zi de instruire|Cheltuieli deplasare|Manoperă|Redactare texte|Servicii juridice|Servicii contabilitate|Închiriere utilaj|Reînnoire domeniu|Verificare centrală|Servicii foto|Cameră dublă|Mic dejun|Parcare|Cotizație|Campanie publicitară|Spațiu cloud|Servicii transport|Zugrăveli|Dirigenție de șantier',
  ),
  details: list(
    'Serie {serial}|Livrat la {date}|Lot {serial}|inclusiv montaj|Perioada {date} - {date2}|conform oferta {serial}|Garanție 24 luni|cu accesorii|executat de {person}|Țara de origine: RO',
  ),
  sections: list('Parter|Materiale|Manoperă|Săptămâna 12|Etapa 1|Birou București|Deplasări|Lucrări suplimentare'),
  energy: list(
    'Energie activă|Tarif distribuție|Abonament|Tarif transport|Gaze naturale|Apă potabilă|Canalizare|Abonament mobil|Apeluri internaționale|Internet 100',
  ),
  policies: list('Asigurare de răspundere|Poliță RCA|Asigurare locuință|Rata 3 din 12|Asistență juridică'),
  fantasy: list('Atelier|Studio|Lab|Digital|Sisteme|Grup|Service|Servicii|Market|Tehnic|Design'),
}
