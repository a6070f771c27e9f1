import { list } from './list.ts'
import type { Words } from './words.ts'

/** Hungarian names have the surname in front: `given` has surnames, and `surnames` has first names. */
export const hu: Words = {
  given: list(
    'Nagy|Kovács|Tóth|Szabó|Horváth|Varga|Kiss|Molnár|Németh|Farkas|Balogh|Papp|Takács|Dr. Juhász|Lakatos|Mészáros|Szűcs|Oláh|Fehér|Győri',
  ),
  surnames: list(
    'László|István|Ágnes|Gábor|Zsuzsanna|Péter|Éva|Attila|Katalin|Ferenc|Ildikó|Tamás|Judit|Zoltán|Mária|Csaba|Eszter|Bence|Réka|Sándor',
  ),
  streets: list(
    'Kossuth Lajos utca {n}.|Petőfi Sándor u. {n}.|Rákóczi út {n}/{f}.|Fő tér {f}.|Váci út {n}.|Szent István körút {n}. {f}/{m}.|Ady Endre utca {n}.|Ipari park {f}.|Dózsa György út {n}-{m}.|Árpád fejedelem útja {n}.|Béke u. {n}.|Akácfa köz {f}.|Széchenyi sétány {n}.|József Attila u. {n}/b',
  ),
  extras: list('Könyvelés|Beszerzési osztály|B épület|{f}. emelet|Pénzügy|Telephely'),
  trades: list(
    'Építőipari|Kereskedelmi|Informatikai|Tanácsadó|Szállítmányozási|Nyomda|Pékség|Autószerviz|Műszaki|Vendéglátó|Könyvelő|Ügyvédi Iroda|Villamosipari|Gépgyártó|Papír|Kertészet|Takarító|Marketing|Távközlési|Energia|Biztosító|Gyógyszertár|Élelmiszer|Fémipari|Műanyag|Textil|Utazási Iroda|Szoftver',
  ),
  places: list('Duna|Tisza|Pannónia|Mátra|Balaton|Északi|Dél-Alföldi|Első|Budai|Hungária|Alföld|Zöld'),
  forms: list('Kft.|Kft.|Kft.|Bt.|Zrt.|Nyrt.|Kkt.|és Társa Bt.|Kft|||'),
  bodies: list(
    '{town} Város Önkormányzata|{town}i Egyetem|{place} Alapítvány|{place} Egyesület|{place} Általános Iskola|{town} Kórház|{place} Társasház',
  ),
  boss: list('Ügyvezető: {person}|Ügyvezető igazgató: {person}'),
  office: list('Székhely: {city}, {street}|{name}, {city}, {street}|Telephely: {street}, {city}'),
  pieces: list('db|db|db.|darab'),
  hours: list('óra|óra|ó|munkaóra'),
  measures: list('kg|m|m2|l|csomag|készlet|pár|nap|km|fm|kWh|hó|doboz|klt|tekercs'),
  products: list(
    'Asztali lámpa|Irodai szék|Fénymásolópapír A4|Festékkazetta|Acél szögvas|Tölgyfa asztal|Bögre|LED panel|Rézcső|Gömbcsap|Vízszűrő|Jegyzetfüzet|USB-C kábel|Vezeték nélküli egér|Monitor 27"|Védőkesztyű|Folyékony szappan|Szemes kávé|Olívaolaj|Kerti tömlő|Falfesték|Tipli|Akkus fúró|Könyvespolc|Szőnyeg|Pamut ing|Munkavédelmi cipő|Lézernyomtató|Kismegszakító|Golyóscsapágy|Tömítés|Légszűrő|Fékbetét|Kartondoboz|Címke|Elsősegélydoboz|Tűzoltó készülék|Szénsavas víz|Sajtos szendvics|Törölköző|Borospohár|Járólap|Csaptelep|Kenyér|Világos sör',
  ),
  attributes: list(
    'fekete|fehér|nagy|kicsi|rozsdamentes|2 m|60 x 40 cm|szürke, 4 db-os|B típus|horganyzott|fedővel|10 db|500 ml|12 V|L méret|kék/fehér|M8x40|300-as modell|80 g|3/4"|utántöltő|1,5 kg|prémium',
  ),
  services: list(
    'Tanácsadás|Webtárhely|Szoftverlicenc|Éves támogatás|Helyszíni felmérés|Telepítés|Projektvezetés|Grafikai tervezés|Fordítás|Javítás|Havi átalánydíj|Adatmentés|Irodatakarítás|Oktatási nap|Kiszállási díj|Munkadíj|Szövegírás|Jogi szolgáltatás|Könyvelési díj|Gépbérlet|Domain megújítás|Kazán karbantartás|Fotózás|Kétágyas szoba|Reggeli|Parkolás|Tagdíj|Hirdetési kampány|Felhő tárhely|Szállítás|Festési munkák|Műszaki ellenőrzés',
  ),
  details: list(
    'Gyári szám: {serial}|Szállítva: {date}|Tétel: {serial}|telepítéssel együtt|Időszak: {date} - {date2}|{serial} sz. ajánlat szerint|24 hónap garancia|tartozékokkal|végezte: {person}|Származási ország: HU',
  ),
  sections: list('Földszint|Anyagköltség|Munkadíj|12. hét|1. ütem|Budapesti iroda|Útiköltség|Pótmunka'),
  energy: list(
    'Villamos energia díja|Rendszerhasználati díj|Alapdíj|Elosztói díj|Földgáz fogyasztás|Vízdíj|Csatornadíj|Mobil előfizetés|Nemzetközi hívások|Internet 100',
  ),
  policies: list('Felelősségbiztosítás|Kötelező gépjármű-biztosítás|Lakásbiztosítás|Díjrészlet 3/12|Jogvédelem'),
  fantasy: list('Műhely|Stúdió|Labor|Digital|Rendszerház|Csoport|Szerviz|Szolgáltató|Bolt|Technika|Design'),
}
