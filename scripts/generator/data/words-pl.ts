import { list } from './list.ts'
import type { Words } from './words.ts'

export const pl: Words = {
  given: list(
    'Ewa|Tomasz|Agnieszka|Paweł|Małgorzata|Krzysztof|Joanna|Łukasz|Katarzyna|Michał|Zofia|Grzegorz|Barbara|Jakub|Anna|Rafał|mgr Jan|Magdalena|Wojciech|Żaneta',
  ),
  surnames: list(
    'Zawada|Kowalczyk|Wójcik|Lewandowska|Dąbrowski|Szymański|Grabowska|Krawczyk|Pawłowski|Zając|Wróbel|Jabłoński|Nowicka|Sikora|Ostrowski|Gąsior|Ćwik|Żurek|Śliwa|Łukasik|Baran|Górski|Tomasik|Mazur|Pietrzak',
  ),
  streets: list(
    'ul. Polna {n}|ul. Mickiewicza {n}/{f}|al. Jerozolimskie {n}|ul. Długa {n} lok. {f}|pl. Wolności {f}|ul. Przemysłowa {n}A|ul. Świętojańska {n} m. {f}|os. Słoneczne {n}/{m}|Aleja Jana Pawła II {n}|ul. 3 Maja {n}|ul. Żeromskiego {n}|Rynek Główny {f}|ul. Kościuszki {n}B|Nowa Wola {n}',
  ),
  extras: list('Dział księgowości|Dział zakupów|Budynek B|II piętro|Księgowość|Biuro Zarządu'),
  trades: list(
    'Instalacje|Elektromontaż|Doradztwo|Stolarnia|Ogrody|Catering|Oprogramowanie|Transport|Drukarnia|Meble|Inżynieria|Usługi porządkowe|Media|Budownictwo|Artykuły biurowe|Piekarnia|Malowanie|Szkolenia|Kancelaria|Biuro rachunkowe|Auto Serwis|Kwiaciarnia|Hurtownia|Hosting|Energia|Telekom|Ubezpieczenia|Klimatyzacja|Optyk|Apteka|Elektronika|Tłumaczenia|Turystyka|Narzędzia|Metal|Tworzywa|Odzież',
  ),
  places: list(
    'Zielona Droga|Północ|Mazowiecka|Śląska|Bałtyk|Wisła|Polska|Karpacka|Nowa|Wielkopolska|Jantar|Tatry|Krajowa|Pierwsza',
  ),
  forms: list('Sp. z o.o.|Sp. z o.o.|S.A.|sp. j.|Sp. k.|s.c.|Sp. z o.o. Sp. k.|P.H.U.|i Synowie|spółka z o.o.||||'),
  bodies: list(
    'Urząd Miasta {town}|Gmina {town}|Uniwersytet w mieście {town}|Szpital Miejski {town}|Stowarzyszenie {place}|Fundacja {place}|Wspólnota Mieszkaniowa {place}|Szkoła Podstawowa nr 7|Powiat {town}',
  ),
  boss: list('Prezes Zarządu: {person}|Właściciel: {person}|Dyrektor: {person}'),
  office: list(
    'Siedziba: {street}, {city}|{name}, {street}, {city}|Sąd Rejonowy dla m. {town}|Kapitał zakładowy 50 000 zł',
  ),
  pieces: list('szt.|szt|szt|szt.|sztuka|op.'),
  hours: list('godz.|h|godz|rbh|godzina'),
  measures: list('kg|m|m2|l|op.|kpl.|rolka|para|dzień|km|mb|kWh|usł.|m-c|usł|karton'),
  products: list(
    'Lampa biurkowa|Fotel biurowy|Papier ksero A4|Toner|Kątownik stalowy|Stół dębowy|Kubek ceramiczny|Panel LED|Rura miedziana|Zawór kulowy|Filtr wody|Notes|Kabel USB-C|Mysz bezprzewodowa|Monitor 27"|Rękawice ochronne|Mydło w płynie|Kawa ziarnista|Oliwa z oliwek|Wąż ogrodowy|Farba ścienna|Kołek rozporowy|Wiertarka|Regał|Dywan|Koszula bawełniana|Buty robocze|Kurtka przeciwdeszczowa|Drukarka laserowa|Wyłącznik nadprądowy|Łożysko kulkowe|Uszczelka|Filtr powietrza|Klocki hamulcowe|Karton klapowy|Etykiety w rolce|Apteczka|Gaśnica|Tablica suchościeralna|Szafa na akta|Woda gazowana|Kanapka z serem|Ser żółty|Ręcznik|Kieliszki do wina|Płytka gres|Bateria umywalkowa|Gniazdo elektryczne|Grzejnik|Klamka|Chleb żytni|Masło',
  ),
  attributes: list(
    'czarny|biały|duży|mały|nierdzewny|2 m|60 x 40 cm|szary, kpl. 4|typ B|ocynkowany|z recyklingu|z pokrywą|10 szt.|500 ml|12 V|rozm. L|niebieski|M8x40|model 300|80 g|3/4"|lewy|wkład|1,5 kg|podwójny|premium',
  ),
  services: list(
    'Doradztwo|Hosting strony|Licencja oprogramowania|Opieka roczna|Wizja lokalna|Montaż|Zarządzanie projektem|Projekt graficzny|Tłumaczenie polsko-angielskie|Naprawa|Abonament miesięczny|Kopia zapasowa|Sprzątanie biura|Dzień szkoleniowy|Dojazd|Robocizna|Copywriting|Porada prawna|Usługi księgowe|Wynajem sprzętu|Odnowienie domeny|Przegląd kotła|Sesja zdjęciowa|Pokój dwuosobowy|Śniadanie|Parking|Składka członkowska|Kampania reklamowa|Pakiet Pro|Przestrzeń w chmurze|Transport|Przegląd gaśnic|Usługi programistyczne|Prace malarskie|Nadzór budowlany',
  ),
  details: list(
    'Nr ser. {serial}|Dostawa {date}|Partia {serial}|z montażem|Okres {date} - {date2}|zgodnie z ofertą {serial}|Gwarancja 24 miesiące|z akcesoriami|wykonał {person}|Kraj pochodzenia: Polska|od {date} do {date2}',
  ),
  sections: list('Parter|Materiały|Robocizna|Tydzień 12|Etap 1|Biuro Kraków|Podróże|Roboty dodatkowe'),
  energy: list(
    'Energia czynna|Opłata sieciowa|Opłata abonamentowa|Opłata mocowa|Paliwo gazowe|Woda|Ścieki|Abonament komórkowy|Połączenia międzynarodowe|Internet 300',
  ),
  policies: list(
    'Ubezpieczenie OC działalności|Ubezpieczenie OC pojazdu|Ubezpieczenie mieszkania|Rata 3 z 12|Ochrona prawna',
  ),
  fantasy: list('Pracownia|Studio|Lab|Cyfrowe|Systemy|Grupa|Serwis|Usługi|Handel|Technika|Projekt'),
}
