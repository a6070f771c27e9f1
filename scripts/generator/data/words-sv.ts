import { list } from './list.ts'
import type { Words } from './words.ts'

export const sv: Words = {
  given: list(
    'Astrid|Lars|Åsa|Björn|Linnéa|Gustav|Elin|Håkan|Maja|Nils|Karin|Östen|Ebba|Erik|Malin|Per-Olof|Ylva|Mattias|Ing-Marie|Viktor',
  ),
  surnames: list(
    'Andersson|Lindqvist|Bergström|Åkerlund|Hedlund|Sjöberg|Nyström|Öberg|Wikström|Ekblad|Lundin|Hägglund|Björk|Söderström|Norén|Palm|Ståhl|Ågren|Forsberg|Dahlgren|Rydell|Hallström|Ek|Wallin',
  ),
  streets: list(
    'Storgatan {n}|Drottninggatan {n}A|Industrivägen {n}|Kungsgatan {n}|Box {n}|Skolvägen {n}|Södra Hamngatan {n}|Stationsvägen {n}B|Björkgränd {f}|Stora Torget {f}|Norra Ringvägen {n}|Verkstadsgatan {n}, {f} tr|Åvägen {n}|Ängsvägen {n}|Kyrkogatan {n} C',
  ),
  extras: list('Ekonomiavdelningen|Leverantörsreskontran|Inköpsavdelningen|Hus B|2 tr|c/o Lindberg|Fakturahantering'),
  trades: list(
    'Rör|Elservice|Konsult|Snickeri|Trädgård|Catering|Data|Åkeri|Tryckeri|Inredning|Teknik|Städ|Media|Bygg|Kontorsvaror|Bageri|Måleri|Utbildning|Juridik|Redovisning|Bilservice|Blommor|Grossist|Webbhotell|Energi|Telekom|Försäkring|Ventilation|Vin|Optik|Apotek|Elektronik|Översättning|Resor|Verktyg|Plåt|Plast|Textil|Fastigheter',
  ),
  places: list(
    'Norra|Västkusten|Mälar|Svea|Dala|Roslagens|Göta|Skånska|Bergslagens|Nordic|Öresund|Södra|Vänerns|Polar|Första|Nya',
  ),
  forms: list('AB|AB|AB|Aktiebolag|HB|AB (publ)|& Söner AB|Handelsbolag|ek. för.||||'),
  bodies: list(
    '{town} kommun|Göteborgs Stad|{town} universitet|Föreningen {place}|Stiftelsen {place}|Brf {place}|{town} församling|Akademiska sjukhuset|IK {place}',
  ),
  boss: list('VD: {person}|Verkställande direktör: {person}|Kontaktperson: {person}'),
  office: list(
    'Säte: {town}|Styrelsens säte: {town}|{name}, {street}, {city}|Godkänd för F-skatt|Innehar F-skattsedel|Bolaget har F-skattebevis',
  ),
  pieces: list('st|st|st|st.|styck|förp|frp'),
  hours: list('tim|tim|timmar|h|timme'),
  measures: list('kg|m|m2|l|förp|sats|rulle|par|dag|km|lpm|kWh|mån|kartong|pkt|liter'),
  products: list(
    'Skrivbordslampa|Kontorsstol|Kopieringspapper A4|Toner|Vinkeljärn|Ekbord|Mugg|LED-panel|Kopparrör|Kulventil|Vattenfilter|Anteckningsbok|USB-C-kabel|Trådlös mus|Bildskärm 27"|Arbetshandskar|Flytande tvål|Kaffebönor|Olivolja|Trädgårdsslang|Väggfärg|Plugg|Skruvdragare|Bokhylla|Matta|Bomullsskjorta|Skyddsskor|Regnjacka|Laserskrivare|Dvärgbrytare|Kullager|Packning|Luftfilter|Bromsbelägg|Wellpapplåda|Etiketter på rulle|Förbandslåda|Brandsläckare|Whiteboardtavla|Arkivskåp|Kolsyrat vatten|Ostsmörgås|Prästost|Handduk|Vinglas|Kakelplatta|Blandare|Vägguttag|Element|Dörrhandtag|Knäckebröd|Smör|Kanelbulle',
  ),
  attributes: list(
    'svart|vit|stor|liten|rostfri|2 m|60 x 40 cm|grå, 4-pack|typ B|förzinkad|återvunnen|med lock|10 st|500 ml|12 V|strl L|blå/vit|M8x40|modell 300|80 g|3/4"|vänster|refill|1,5 kg|dubbel|ekologisk',
  ),
  services: list(
    'Konsultarvode|Webbhotell|Programlicens|Årsunderhåll|Besiktning på plats|Montering|Projektledning|Grafisk formgivning|Översättning svenska-engelska|Reparation|Månadsavgift|Säkerhetskopiering|Kontorsstädning|Utbildningsdag|Resekostnad|Arbetskostnad|Copywriting|Juridisk rådgivning|Löpande bokföring|Maskinhyra|Domänförnyelse|Pannservice|Fotografering|Dubbelrum|Frukost|Parkering|Medlemsavgift|Annonskampanj|Abonnemang Pro|Molnlagring|Frakt|Kontroll av brandsläckare|Systemutveckling|Målningsarbete|Servicebil',
  ),
  details: list(
    'Serienr {serial}|Levererad {date}|Batch {serial}|inkl. montering|Period {date} - {date2}|enligt offert {serial}|Garanti 24 månader|med tillbehör|utfört av {person}|Ursprungsland: Sverige|{date} till {date2}',
  ),
  sections: list('Bottenvåning|Material|Arbete|Vecka 12|Etapp 1|Kontor Malmö|Resor|Ändringsarbeten'),
  energy: list(
    'Elenergi|Elnät fast avgift|Överföringsavgift|Energiskatt|Fjärrvärme|Vatten|Avlopp|Mobilabonnemang|Samtal utomlands|Bredband 250',
  ),
  policies: list(
    'Företagsförsäkring|Bilförsäkring|Hemförsäkring|Delbetalning 3 av 12|Rättsskydd|Olycksfallsförsäkring',
  ),
  fantasy: list('Verkstad|Studio|Lab|Digital|System|Gruppen|Service|Tjänster|Handel|Teknik|Design|Kraft'),
}
