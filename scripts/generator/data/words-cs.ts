import { list } from './list.ts'
import type { Words } from './words.ts'

export const cs: Words = {
  given: list(
    'Lucie|Jiří|Kateřina|Tomáš|Zdeňka|Ondřej|Markéta|Vojtěch|Petra|Lukáš|Jana|Radek|Ing. Pavel|Mgr. Eva|Štěpán|Tereza|Václav|Bc. Hana|Řehoř|Milada',
  ),
  surnames: list(
    'Horák|Novotná|Dvořáček|Procházka|Kučerová|Veselý|Krejčí|Němec|Pospíšilová|Hájek|Šťastný|Čermák|Růžička|Řezníček|Žák|Bláha|Ševčíková|Kolář|Vaněk|Urban|Jelínek|Doležalová|Malý|Sýkora|Tichý',
  ),
  streets: list(
    'Hlavní {n}|Nádražní {n}/{f}|Masarykova {n}|Na Příkopě {n}|nám. Míru {f}|Průmyslová {n}a|Husova {n}/{m}|U Lesa {n}|Školní {n}|třída Svobody {n}|Jiráskova {n}/{f}|Pod Kopcem č.p. {n}|Dlouhá {n}|Nová Ves {n}|Komenského {n}/{m}|K Zastávce {n}',
  ),
  extras: list('Účtárna|Oddělení nákupu|Budova B|2. patro|Fakturace|provozovna'),
  trades: list(
    'Instalatérství|Elektro|Poradenství|Truhlářství|Zahrady|Catering|Software|Doprava|Tiskárna|Interiéry|Strojírny|Úklid|Média|Stavby|Papírnictví|Pekárna|Malířství|Školení|Advokáti|Účetnictví|Autoservis|Květiny|Velkoobchod|Hosting|Energie|Telekom|Pojišťovna|Klimatizace|Vinařství|Optika|Lékárna|Elektronika|Překlady|Cestovní kancelář|Nářadí|Kovovýroba|Plasty|Textil',
  ),
  places: list(
    'Modrá Vlna|Morava|Česká|Severní|Beskydy|Vltava|První|Nová|Jihočeská|Slezská|Hradecká|Moravia|Bohemia|Zelená',
  ),
  forms: list('s.r.o.|s.r.o.|s. r. o.|a.s.|spol. s r.o.|v.o.s.|k.s.|a syn|družstvo|, s.r.o.|||'),
  bodies: list(
    'Město {town}|Obec {town}|Univerzita {town}|Nemocnice {town}|Spolek {place}, z.s.|Základní škola {town}|SVJ {place}|Nadace {place}|TJ Sokol {town}',
  ),
  boss: list('Jednatel: {person}|Jednatelka: {person}|Ředitel: {person}'),
  office: list('Sídlo: {street}, {city}|{name}, {street}, {city}|Fyzická osoba zapsaná v živnostenském rejstříku'),
  pieces: list('ks|ks|ks.|KS|kus'),
  hours: list('hod|hod.|h|hodin|hodina'),
  measures: list('kg|m|m2|l|bal.|sada|role|pár|den|km|bm|kWh|měs.|krabice|kpl'),
  products: list(
    'Stolní lampa|Kancelářská židle|Kopírovací papír A4|Toner|Ocelový úhelník|Dubový stůl|Hrnek|LED panel|Měděná trubka|Kulový kohout|Vodní filtr|Zápisník|Kabel USB-C|Bezdrátová myš|Monitor 27"|Ochranné rukavice|Tekuté mýdlo|Zrnková káva|Olivový olej|Zahradní hadice|Malířská barva|Hmoždinka|Aku vrtačka|Knihovna|Koberec|Bavlněná košile|Pracovní obuv|Nepromokavá bunda|Laserová tiskárna|Jistič|Kuličkové ložisko|Těsnění|Vzduchový filtr|Brzdové destičky|Kartonová krabice|Etikety|Lékárnička|Hasicí přístroj|Bílá tabule|Skříň na spisy|Perlivá voda|Sendvič se sýrem|Eidam|Ručník|Sklenice na víno|Dlažba|Vodovodní baterie|Zásuvka|Radiátor|Klika|Chléb|Pivo světlé',
  ),
  attributes: list(
    'černá|bílá|velký|malý|nerez|2 m|60 x 40 cm|šedá, sada 4|typ B|pozink|recyklovaný|s víkem|10 ks|500 ml|12 V|vel. L|modrá/bílá|M8x40|model 300|80 g|3/4"|levý|náplň|1,5 kg|dvojitý|prémiový',
  ),
  services: list(
    'Poradenství|Webhosting|Licence software|Roční podpora|Prohlídka místa|Montáž|Řízení projektu|Grafický návrh|Překlad z češtiny|Oprava|Měsíční paušál|Zálohování dat|Úklid kanceláří|Školicí den|Cestovné|Práce|Textace|Právní služby|Vedení účetnictví|Pronájem techniky|Prodloužení domény|Revize kotle|Fotografování|Dvoulůžkový pokoj|Snídaně|Parkování|Členský příspěvek|Reklamní kampaň|Tarif Pro|Cloudové úložiště|Doprava|Kontrola hasicích přístrojů|Programátorské práce|Malířské práce|Technický dozor',
  ),
  details: list(
    'Výr. č. {serial}|Dodáno {date}|Šarže {serial}|včetně montáže|Období {date} - {date2}|dle nabídky {serial}|Záruka 24 měsíců|s příslušenstvím|provedl {person}|Země původu: ČR|od {date} do {date2}',
  ),
  sections: list('Přízemí|Materiál|Práce|Týden 12|Etapa 1|Kancelář Praha|Cestovné|Vícepráce'),
  energy: list(
    'Silová elektřina VT|Silová elektřina NT|Stálý plat|Distribuce|Plyn odběr|Vodné|Stočné|Mobilní tarif|Volání do zahraničí|Internet 100',
  ),
  policies: list('Pojištění odpovědnosti|Povinné ručení|Pojištění domácnosti|Splátka 3 z 12|Právní ochrana'),
  fantasy: list('Dílna|Studio|Lab|Digital|Systémy|Skupina|Servis|Služby|Obchod|Technika|Design'),
}
