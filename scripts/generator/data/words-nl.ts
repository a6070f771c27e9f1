import { list } from './list.ts'
import type { Words } from './words.ts'

export const nl: Words = {
  given: list(
    'Pieter|Sanne|Willem|Femke|Joost|Anouk|Bram|Lotte|Maarten|Ingrid|Koen|Marloes|Thijs|Wouter|Annelies|Dhr. Jan|Mevr. Els|Sjoerd|Evi|Ruud',
  ),
  surnames: list(
    'de Wit|van Dijk|Jansen|van der Meer|Bakker|Hoekstra|de Groot|Verhoeven|Visser|van den Berg|Kuipers|Dekker|Peeters|Claes|Wouters|Smeets|Postma|Timmermans|ter Horst|van ’t Hof|Boersma|Mertens|Kok|Schouten|Vermeulen|El Amrani',
  ),
  streets: list(
    'Kerkstraat {n}|Stationsweg {n}a|Industrieweg {n}|Herengracht {n}-{f}|Postbus {n}|Dorpsstraat {n} bus {f}|Prins Hendrikkade {n}|Grote Markt {f}|Nieuwe Haven {n}|Molenlaan {n}|Bedrijvenpark De Hoef {n}|Leidseplein {f}|Kanaaldijk-Noord {n}|Steenweg op Gent {n}|Burg. van Lierlaan {n} B|Wilhelminastraat {n} hs',
  ),
  extras: list('Afd. Crediteuren|Afdeling Inkoop|Gebouw B|2e verdieping|Administratie|t.a.v. de boekhouding|Unit {f}'),
  trades: list(
    'Loodgieters|Installatietechniek|Advies|Timmerwerken|Hoveniers|Catering|Software|Transport|Drukkerij|Interieurbouw|Engineering|Schoonmaak|Media|Bouw|Kantoorartikelen|Bakkerij|Schilderwerken|Opleidingen|Advocaten|Accountants|Autobedrijf|Bloemen|Groothandel|Hosting|Energie|Telecom|Verzekeringen|Klimaattechniek|Wijnhandel|Optiek|Apotheek|Elektronica|Vertalingen|Reizen|Gereedschap|Metaal|Zuivel|Fietsen',
  ),
  places: list(
    'Noord|Randstad|De Gouden Ploeg|Windmolen|Hollandse|Delta|Zuiderzee|Veluwe|Maas|Polder|Eerste|Amstel|Brabantse|Vlaamse|Lage Landen',
  ),
  forms: list('B.V.|BV|B.V.|N.V.|VOF|V.O.F.|BVBA|NV|& Zn.|Holding B.V.|C.V.|& Partners|Coöperatie U.A.||||'),
  bodies: list(
    'Gemeente {town}|Universiteit {town}|Ziekenhuis {town}|Stichting {place}|Vereniging {place}|Basisschool De {place}|VvE {place}|Waterschap {place}|OCMW {town}',
  ),
  boss: list('Directeur: {person}|Directie: {person}, {person2}|Zaakvoerder: {person}'),
  office: list('Vestigingsadres: {street}, {city}|{name} | {street} | {city}|Ingeschreven KvK {town}'),
  pieces: list('st|stuks|stuk|st.|x|Stk|eenheid'),
  hours: list('uur|uren|u|Uur|hrs'),
  measures: list('kg|m|m²|ltr|doos|pak|rol|set|paar|dag|km|krat|kWh|maand|pallet|m1'),
  products: list(
    'Bureaulamp|Bureaustoel|Kopieerpapier A4|Toner|Stalen hoekprofiel|Eiken tafel|Koffiemok|LED-paneel|Koperen buis|Kogelkraan|Waterfilter|Notitieboek|USB-C-kabel|Draadloze muis|Beeldscherm 27"|Werkhandschoenen|Handzeep|Koffiebonen|Olijfolie|Tuinslang|Muurverf|Plug|Accuboormachine|Boekenkast|Vloerkleed|Katoenen overhemd|Werkschoenen|Regenjas|Laserprinter|Installatieautomaat|Kogellager|Pakking|Luchtfilter|Remblokken|Verzenddoos|Etikettenrol|EHBO-koffer|Brandblusser|Whiteboard|Archiefkast|Bruiswater|Broodje kaas|Oude kaas|Witte wijn|Handdoek|Wijnglazen|Leather sleeve|Wandtegel|Mengkraan|Stopcontact|Radiator|Deurklink|Stroopwafels',
  ),
  attributes: list(
    'zwart|wit|groot|klein|rvs|2 m|60 x 40 cm|grijs, set van 4|type B|verzinkt|gerecycled|met deksel|10 stuks|500 ml|12 V|maat L|blauw/wit|M8x40|model 300|80 gr|3/4"|links|navulling|1,5 kg|dubbel|vintage bruin',
  ),
  services: list(
    'Advies|Webhosting|Softwarelicentie|Jaarlijks onderhoud|Inspectie ter plaatse|Montage|Projectmanagement|Grafisch ontwerp|Vertaling Nederlands-Engels|Reparatie|Maandabonnement|Back-updienst|Schoonmaak kantoor|Trainingsdag|Reiskosten|Arbeidsloon|Tekstschrijven|Juridisch advies|Boekhouding|Huur materieel|Domeinverlenging|Onderhoud cv-ketel|Fotoreportage|Tweepersoonskamer|Ontbijt|Parkeren|Contributie|Advertentiecampagne|Pro-abonnement|Cloudopslag|Vrachtkosten|Keuring brandblussers|Voorrijkosten|Schilderwerk|Consultancy uren',
  ),
  details: list(
    'Serienr. {serial}|Geleverd op {date}|Batch {serial}|inclusief montage|Periode {date} - {date2}|conform offerte {serial}|Garantie 24 maanden|incl. accessoires|uitgevoerd door {person}|Herkomst: Nederland|{date} t/m {date2}|Pakbon {serial}',
  ),
  sections: list('Begane grond|Materiaal|Arbeid|Week 12|Fase 1|Kantoor Utrecht|Reiskosten|Meerwerk'),
  energy: list(
    'Levering stroom normaal|Levering stroom dal|Vastrecht|Energiebelasting|Netbeheer|Verbruik gas|Drinkwater|Riool|Sim Only 20 GB|Buitenlandse gesprekken|Glasvezel 500',
  ),
  policies: list(
    'Bedrijfsaansprakelijkheid|Autoverzekering|Inboedelverzekering|Termijn 3 van 12|Rechtsbijstand|Zorgverzekering',
  ),
  fantasy: list('Werkplaats|Studio|Lab|Digitaal|Systemen|Groep|Solutions|Diensten|Collectief|Handel|Techniek'),
}
