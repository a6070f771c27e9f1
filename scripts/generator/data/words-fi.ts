import { list } from './list.ts'
import type { Words } from './words.ts'

export const fi: Words = {
  given: list(
    'Aino|Juhani|Päivi|Mikko|Sanna|Väinö|Hanna|Jukka|Kaisa|Eero|Sirkka|Antti|Tiina|Ville|Marjatta|Olli-Pekka|Outi|Teemu|Riikka|Ahti',
  ),
  surnames: list(
    'Korhonen|Mäkinen|Nieminen|Hämäläinen|Laine|Heikkilä|Koskela|Järvinen|Lehtonen|Saarinen|Salmi|Rantanen|Heino|Väisänen|Kettunen|Pöyhönen|Lindström|Aaltonen|Ojala|Kärkkäinen|Virtanen|Tuominen|Hyvönen',
  ),
  streets: list(
    'Kauppakatu {n}|Mannerheimintie {n} A {f}|Teollisuuskatu {n}|Koulukatu {n} B {m}|PL {n}|Hämeenkatu {n}|Rantatie {n}|Asemakatu {n} C|Kirkkokatu {f}|Satamakatu {n}|Yrittäjänkatu {n}|Metsätie {n}|Tehtaankatu {n} as. {f}|Pajakuja {f}|Itäinen Pitkäkatu {n}',
  ),
  extras: list('Ostoreskontra|Taloushallinto|Osto-osasto|Rakennus B|2. krs|Laskutus|c/o Laine'),
  trades: list(
    'Putki|Sähkö|Konsultointi|Puusepät|Puutarha|Pitopalvelu|Ohjelmistot|Kuljetus|Paino|Sisustus|Tekniikka|Siivouspalvelu|Media|Rakennus|Toimistotarvike|Leipomo|Maalaus|Koulutus|Asianajotoimisto|Tilitoimisto|Autohuolto|Kukkakauppa|Tukku|Hosting|Energia|Viestintä|Vakuutus|Ilmastointi|Viinitupa|Optiikka|Apteekki|Elektroniikka|Käännöstoimisto|Matkat|Työkalu|Metalli|Muovi|Tekstiili|Kiinteistöt',
  ),
  places: list(
    'Pohjolan|Saimaan|Lapin|Suomen|Uudenmaan|Pirkan|Itämeren|Länsi|Hämeen|Savon|Karjalan|Nordic|Keski|Revontuli|Uusi',
  ),
  forms: list('Oy|Oy|Oy|Oyj|Oy Ab|Ky|T:mi|Osakeyhtiö|ja Pojat Oy|osk||||'),
  bodies: list(
    'Tampereen kaupunki|Oulun kaupunki|{place} yhdistys ry|{place} säätiö|Helsingin yliopisto|Asunto Oy {place} Helmi|Turun seurakunta|{place} Urheilijat ry',
  ),
  boss: list('Toimitusjohtaja: {person}|Toimitusjohtaja {person}|Yrittäjä: {person}'),
  office: list('Kotipaikka: {town}|Kotipaikka {town}|{name}, {street}, {city}|Ennakkoperintärekisterissä|Alv-rek.'),
  pieces: list('kpl|kpl|kpl|KPL|kpl.|pkt'),
  hours: list('h|tuntia|tunti|h|t'),
  measures: list('kg|m|m2|l|pkt|sarja|rulla|pari|pv|km|jm|kWh|kk|ltk|litra|erä'),
  products: list(
    'Pöytävalaisin|Työtuoli|Kopiopaperi A4|Väriaine|Teräskulma|Tammipöytä|Muki|LED-paneeli|Kupariputki|Palloventtiili|Vedensuodatin|Muistikirja|USB-C-kaapeli|Langaton hiiri|Näyttö 27"|Työkäsineet|Nestesaippua|Kahvipavut|Oliiviöljy|Puutarhaletku|Seinämaali|Ruuvitulppa|Porakone|Kirjahylly|Matto|Puuvillapaita|Turvakengät|Sadetakki|Lasertulostin|Johdonsuoja|Kuulalaakeri|Tiiviste|Ilmansuodatin|Jarrupalat|Pahvilaatikko|Tarrarulla|Ensiapulaukku|Sammutin|Valkotaulu|Arkistokaappi|Kivennäisvesi|Juustoleipä|Edam-juusto|Pyyhe|Viinilasi|Laatta|Hana|Pistorasia|Lämpöpatteri|Ovenkahva|Ruisleipä|Voi|Korvapuusti',
  ),
  attributes: list(
    'musta|valkoinen|iso|pieni|ruostumaton|2 m|60 x 40 cm|harmaa, 4 kpl|tyyppi B|sinkitty|kierrätetty|kannella|10 kpl|500 ml|12 V|koko L|sini-valkoinen|M8x40|malli 300|80 g|3/4"|vasen|täyttöpakkaus|1,5 kg|kaksinkertainen|luomu',
  ),
  services: list(
    'Konsultointi|Webhotelli|Ohjelmistolisenssi|Vuosihuolto|Katselmus|Asennus|Projektinhallinta|Graafinen suunnittelu|Käännös suomi-englanti|Korjaus|Kuukausimaksu|Varmuuskopiointi|Toimistosiivous|Koulutuspäivä|Matkakulut|Työ|Tekstin kirjoitus|Lakipalvelut|Kirjanpito|Konevuokra|Verkkotunnuksen uusinta|Kattilahuolto|Valokuvaus|Kahden hengen huone|Aamiainen|Pysäköinti|Jäsenmaksu|Mainoskampanja|Pro-tilaus|Pilvitallennus|Rahti|Sammuttimien tarkastus|Ohjelmointityö|Maalaustyö|Rakennusvalvonta',
  ),
  details: list(
    'Sarjanro {serial}|Toimitettu {date}|Erä {serial}|sis. asennuksen|Ajalta {date} - {date2}|tarjouksen {serial} mukaan|Takuu 24 kk|tarvikkeineen|tekijä {person}|Alkuperämaa: Suomi|{date} - {date2}',
  ),
  sections: list('Pohjakerros|Materiaalit|Työ|Viikko 12|Vaihe 1|Toimisto Tampere|Matkat|Lisätyöt'),
  energy: list(
    'Sähköenergia|Siirtomaksu|Perusmaksu|Sähkövero|Kaukolämpö|Vesi|Jätevesi|Matkapuhelinliittymä|Ulkomaanpuhelut|Laajakaista 300',
  ),
  policies: list('Vastuuvakuutus|Autovakuutus|Kotivakuutus|Erä 3/12|Oikeusturva|Tapaturmavakuutus'),
  fantasy: list('Paja|Studio|Lab|Digi|Järjestelmät|Ryhmä|Palvelu|Ratkaisut|Kauppa|Tekniikka|Design|Voima'),
}
