import { list } from './list.ts'
import type { Words } from './words.ts'

export const nb: Words = {
  given: list(
    'Ingrid|Bjørn|Håkon|Solveig|Kari|Ola|Ragnhild|Sigurd|Marit|Øyvind|Tuva|Kjetil|Åse|Torbjørn|Silje|Geir|Nora|Eirik|Gunnhild|Jan Erik',
  ),
  surnames: list(
    'Dahl|Vik|Hagen|Bråten|Østby|Lien|Moen|Solbakken|Nygård|Haugen|Bakke|Strand|Sæther|Kvamme|Fjeldstad|Tangen|Aasen|Røed|Myhre|Sørlie|Viken|Eide|Skogstad',
  ),
  streets: list(
    'Kongens gate {n}|Karl Johans gate {n}|Storgata {n}|Industriveien {n}|Postboks {n}|Skoleveien {n}B|Strandgata {n}|Fjellveien {n}|Torget {f}|Kirkegata {n}|Øvre Slottsgate {n}|Havnegata {n}|Åsveien {n}|Elvegata {n} A|Nedre Storgate {n}',
  ),
  extras: list('Regnskapsavdelingen|Leverandørreskontro|Innkjøp|Bygg B|2. etasje|Fakturamottak|c/o Hagen'),
  trades: list(
    'Rør|Elektro|Rådgivning|Snekkerverksted|Hage|Catering|Data|Transport|Trykkeri|Interiør|Teknikk|Renhold|Media|Bygg|Kontorrekvisita|Bakeri|Malerservice|Kurs|Advokatfirma|Regnskap|Bilverksted|Blomster|Engros|Webhotell|Energi|Telekom|Forsikring|Ventilasjon|Vin|Optikk|Apotek|Elektronikk|Oversettelse|Reiser|Verktøy|Mek|Plast|Tekstil|Eiendom',
  ),
  places: list(
    'Nord-Norsk|Vestlandets|Fjord|Viken|Oslofjord|Trøndersk|Nordic|Fjell|Jær|Sørlandets|Polar|Første|Ny|Dovre|Øst',
  ),
  forms: list('AS|AS|AS|ASA|ANS|& Sønn AS|AS|Holding AS|DA|ENK||||'),
  bodies: list(
    '{town} kommune|Universitetet i {town}|{town} sykehus|Foreningen {place}|Stiftelsen {place}|Borettslaget {place}|{place} idrettslag|{town} skole|{place} velforening',
  ),
  boss: list('Daglig leder: {person}|Adm. dir.: {person}|Innehaver: {person}'),
  office: list(
    'Foretaksregisteret|{name}, {street}, {city}|Besøksadresse: {street}, {city}|Registrert i Foretaksregisteret',
  ),
  pieces: list('stk|stk.|stk|Stk|stk|pk'),
  hours: list('timer|time|t|Timer|tim'),
  measures: list('kg|m|m2|l|pk|sett|rull|par|dag|km|lm|kWh|mnd|eske|pall|liter'),
  products: list(
    'Skrivebordslampe|Kontorstol|Kopipapir A4|Toner|Vinkeljern|Eikebord|Kopp|LED-panel|Kobberrør|Kuleventil|Vannfilter|Notatbok|USB-C-kabel|Trådløs mus|Skjerm 27"|Arbeidshansker|Flytende såpe|Kaffebønner|Olivenolje|Hageslange|Veggmaling|Plugg|Drill|Bokhylle|Gulvteppe|Bomullsskjorte|Vernesko|Regnjakke|Laserskriver|Automatsikring|Kulelager|Pakning|Luftfilter|Bremseklosser|Pappeske|Etiketter på rull|Førstehjelpsskrin|Brannslukker|Tavle|Arkivskap|Farris|Ostesmørbrød|Brunost|Håndkle|Vinglass|Gulvflis|Blandebatteri|Stikkontakt|Panelovn|Dørhåndtak|Flatbrød|Smør|Skillingsbolle',
  ),
  attributes: list(
    'svart|hvit|stor|liten|rustfri|2 m|60 x 40 cm|grå, 4 stk|type B|galvanisert|resirkulert|med lokk|10 stk|500 ml|12 V|str. L|blå/hvit|M8x40|modell 300|80 g|3/4"|venstre|refill|1,5 kg|dobbel|økologisk',
  ),
  services: list(
    'Rådgivning|Webhotell|Programvarelisens|Årlig vedlikehold|Befaring|Montering|Prosjektledelse|Grafisk design|Oversettelse norsk-engelsk|Reparasjon|Månedsabonnement|Sikkerhetskopi|Kontorrenhold|Kursdag|Reisekostnader|Arbeid|Tekstforfatting|Juridisk bistand|Regnskapsføring|Leie av utstyr|Fornyelse av domene|Service på kjel|Fotografering|Dobbeltrom|Frokost|Parkering|Medlemskontingent|Annonsekampanje|Pro-abonnement|Skylagring|Frakt|Kontroll av brannslukkere|Systemutvikling|Malerarbeid|Byggeledelse',
  ),
  details: list(
    'Serienr. {serial}|Levert {date}|Parti {serial}|inkl. montering|Periode {date} - {date2}|iht. tilbud {serial}|Garanti 24 måneder|med tilbehør|utført av {person}|Opprinnelsesland: Norge|{date} til {date2}',
  ),
  sections: list('Første etasje|Materiell|Arbeid|Uke 12|Etappe 1|Kontor Bergen|Reise|Tilleggsarbeid'),
  energy: list(
    'Strømforbruk|Nettleie energiledd|Fastledd|Forbruksavgift|Fjernvarme|Vann|Avløp|Mobilabonnement|Samtaler til utlandet|Fiber 500',
  ),
  policies: list('Ansvarsforsikring|Bilforsikring|Innboforsikring|Avdrag 3 av 12|Rettshjelp|Yrkesskadeforsikring'),
  fantasy: list('Verksted|Studio|Lab|Digital|Systemer|Gruppen|Service|Tjenester|Handel|Teknikk|Design|Kraft'),
}
