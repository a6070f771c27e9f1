import { list } from './list.ts'
import type { Words } from './words.ts'

export const lt: Words = {
  given: list(
    'Rasa|Jonas|Eglė|Mindaugas|Rūta|Tomas|Jurgita|Darius|Daiva|Vytautas|Aušra|Gintaras|Živilė|Šarūnas|Kristina|Algirdas|Monika|Žydrūnas|Ieva|Rimas',
  ),
  surnames: list(
    'Kazlauskas|Petraitienė|Jankauskas|Stankevičius|Žukauskas|Butkutė|Paulauskas|Urbonas|Kavaliauskienė|Šimkus|Navickas|Ramanauskas|Žemaitis|Čiurlys|Mikalauskaitė|Savickas|Lukošius|Baranauskas|Vaičiūnas|Grigaitė|Sakalauskas|Rimkus',
  ),
  streets: list(
    'Gedimino pr. {n}|Vilniaus g. {n}|Laisvės al. {n}|Pramonės g. {n}A|Savanorių pr. {n}-{m}|Ukmergės g. {n}|Taikos pr. {n}|Mokyklos g. {n}|Stoties g. {f}|Žalgirio g. {n}|Vytauto g. {n}-{f}|Rotušės a. {f}|Šiaulių g. {n}B|J. Basanavičiaus g. {n}|Ąžuolų g. {n}',
  ),
  extras: list('Buhalterija|Pirkimų skyrius|B korpusas|2 aukštas|Finansų skyrius|Apskaitos skyrius'),
  trades: list(
    'Santechnika|Elektra|Konsultacijos|Baldai|Sodai|Maitinimas|Programos|Transportas|Spaustuvė|Interjeras|Technika|Valymas|Medija|Statyba|Kanceliarija|Kepykla|Dažymas|Mokymai|Advokatų kontora|Apskaita|Autoservisas|Gėlės|Didmena|Talpinimas|Energija|Telekomas|Draudimas|Vėdinimas|Vynas|Optika|Vaistinė|Elektronika|Vertimai|Kelionės|Įrankiai|Metalas|Plastikas|Tekstilė|Nekilnojamasis turtas',
  ),
  places: list(
    'Baltijos|Vilniaus|Lietuvos|Žemaitijos|Nemuno|Aukštaitijos|Kauno|Šiaurės|Naujoji|Pirmoji|Gintaro|Nordic|Neries|Dzūkijos',
  ),
  forms: list(
    'UAB „{name}“|UAB {name}|UAB "{name}"|AB „{name}“|MB „{name}“|{name}, UAB|IĮ „{name}“|UAB „{name}“|UAB||||',
  ),
  bodies: list(
    '{place} savivaldybė|{place} universitetas|{place} ligoninė|Asociacija „{place}“|VšĮ „{place}“|{place} gimnazija|DNSB „{place}“|{place} sporto klubas|{place} fondas',
  ),
  boss: list('Direktorius: {person}|Direktorė: {person}|Vadovas: {person}'),
  office: list(
    'Buveinė: {street}, {city}|{name}, {street}, {city}|{name} | {street} | {city}|Juridinių asmenų registras',
  ),
  pieces: list('vnt.|vnt.|vnt|vnt.|Vnt.|pak.'),
  hours: list('val.|val|valanda|h|val.'),
  measures: list('kg|m|m2|l|pak.|kompl.|rul.|pora|diena|km|m.|kWh|mėn.|dėžė|litras|kart.'),
  products: list(
    'Stalinė lempa|Biuro kėdė|Kopijavimo popierius A4|Toneris|Plieninis kampas|Ąžuolinis stalas|Puodelis|LED skydelis|Varinis vamzdis|Rutulinis ventilis|Vandens filtras|Užrašų knygelė|USB-C laidas|Belaidė pelė|Monitorius 27"|Darbo pirštinės|Skystas muilas|Kavos pupelės|Alyvuogių aliejus|Sodo žarna|Sienų dažai|Mūrvinė|Akumuliatorinis gręžtuvas|Knygų lentyna|Kilimas|Medvilniniai marškiniai|Darbo batai|Lietpaltis|Lazerinis spausdintuvas|Automatinis jungiklis|Rutulinis guolis|Tarpinė|Oro filtras|Stabdžių kaladėlės|Kartoninė dėžė|Etikečių ritinys|Vaistinėlė|Gesintuvas|Balta lenta|Archyvo spinta|Gazuotas vanduo|Sumuštinis su sūriu|Džiugas sūris|Rankšluostis|Vyno taurės|Grindų plytelės|Maišytuvas|Kištukinis lizdas|Radiatorius|Durų rankena|Ruginė duona|Sviestas|Šakotis',
  ),
  attributes: list(
    'juodas|baltas|didelis|mažas|nerūdijantis|2 m|60 x 40 cm|pilkas, 4 vnt.|B tipas|cinkuotas|perdirbtas|su dangteliu|10 vnt.|500 ml|12 V|L dydis|mėlynas|M8x40|modelis 300|80 g|3/4"|kairinis|papildymas|1,5 kg|dvigubas|ekologiškas',
  ),
  services: list(
    'Konsultacijos|Svetainės talpinimas|Programinės įrangos licencija|Metinė priežiūra|Objekto apžiūra|Montavimas|Projekto valdymas|Grafinis dizainas|Vertimas lietuvių-anglų|Remontas|Mėnesinis mokestis|Atsarginės kopijos|Biuro valymas|Mokymų diena|Kelionės išlaidos|Darbas|Tekstų rašymas|Teisinės paslaugos|Buhalterinė apskaita|Įrangos nuoma|Domeno pratęsimas|Katilo priežiūra|Fotografavimas|Dvivietis kambarys|Pusryčiai|Automobilio stovėjimas|Nario mokestis|Reklamos kampanija|Pro planas|Debesų saugykla|Pristatymas|Gesintuvų patikra|Programavimo darbai|Dažymo darbai|Statybos priežiūra',
  ),
  details: list(
    'Ser. Nr. {serial}|Pristatyta {date}|Partija {serial}|su montavimu|Laikotarpis {date} - {date2}|pagal pasiūlymą {serial}|Garantija 24 mėn.|su priedais|atliko {person}|Kilmės šalis: Lietuva|nuo {date} iki {date2}',
  ),
  sections: list('Pirmas aukštas|Medžiagos|Darbai|12 savaitė|1 etapas|Kauno biuras|Kelionės|Papildomi darbai'),
  energy: list(
    'Elektros energija|Persiuntimo paslauga|Pastovioji dedamoji|Šildymas|Šaltas vanduo|Nuotekos|Mobilaus ryšio planas|Skambučiai į užsienį|Internetas 300',
  ),
  policies: list('Civilinės atsakomybės draudimas|Transporto draudimas|Būsto draudimas|Įmoka 3 iš 12|KASKO'),
  fantasy: list(
    'Dirbtuvės|Studija|Laboratorija|Skaitmeniniai|Sistemos|Grupė|Servisas|Sprendimai|Prekyba|Technika|Dizainas|Centras',
  ),
}
