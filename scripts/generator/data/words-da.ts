import { list } from './list.ts'
import type { Words } from './words.ts'

export const da: Words = {
  given: list(
    'Freja|Mikkel|Signe|Søren|Mette|Rasmus|Kirsten|Jørgen|Ida|Mads|Bodil|Anders|Pernille|Troels|Sofie|Bjarne|Lærke|Henning|Åse|Jeppe',
  ),
  surnames: list(
    'Jørgensen|Østergaard|Holm|Sørensen|Nygård|Kjærgaard|Mortensen|Damgaard|Bøgh|Thomsen|Lauritsen|Skov|Bach|Ravn|Møller|Dalsgaard|Brandt|Kofoed|Vestergaard|Søgaard|Lund|Frandsen|Overgaard',
  ),
  streets: list(
    'Vesterbrogade {n}, {f}. sal|Havnegade {f}|Skolevej {n}|Industrivej {n}|Postboks {n}|Nørregade {n}, st. tv.|Algade {n}|Østre Allé {n}B|Strandvejen {n}|Møllevej {n}|Torvet {f}|Jernbanegade {n}|Kirkestræde {f}|Ågade {n}|Søndergade {n} A',
  ),
  extras: list('Bogholderiet|Kreditorbogholderi|Indkøbsafdelingen|Bygning B|2. sal|Att. Regnskab|c/o Holm'),
  trades: list(
    'VVS|El-Service|Rådgivning|Tømrerfirma|Haveanlæg|Catering|Software|Transport|Trykkeri|Indretning|Teknik|Rengøring|Medier|Byg|Kontorartikler|Bageri|Malerfirma|Kurser|Advokater|Revision|Autoværksted|Blomster|Engros|Hosting|Energi|Telecom|Forsikring|Ventilation|Vin|Optik|Apotek|Elektronik|Oversættelse|Rejser|Værktøj|Smedeforretning|Plast|Tekstil|Ejendomme',
  ),
  places: list(
    'Nordjysk|Vestkystens|Øresund|Jysk|Fynske|Sjællands|Limfjordens|Dansk|Østlige|Nordic|Bælt|Første|Ny|Midtjysk|Sundets',
  ),
  forms: list('A/S|ApS|ApS|A/S|I/S|K/S|& Søn ApS|P/S|Aktieselskab|Holding ApS|A.M.B.A.||||'),
  bodies: list(
    '{town} Kommune|Region {place}|{town} Universitet|Foreningen {place}|Fonden {place}|E/F {place}|{town} Skole|{town} Sygehus|{place} Idrætsforening',
  ),
  boss: list('Direktør: {person}|Adm. direktør: {person}|Indehaver: {person}'),
  office: list('{name}, {street}, {city}|{name} · {street} · {city}|Hjemsted: {town}|Selskabets hjemsted: {town}'),
  pieces: list('stk|stk.|stk|stk.|Stk|pk'),
  hours: list('timer|time|t|Timer|tim'),
  measures: list('kg|m|m2|l|pk.|sæt|rulle|par|dag|km|lbm|kWh|md.|kasse|palle|liter'),
  products: list(
    'Skrivebordslampe|Kontorstol|Kopipapir A4|Toner|Vinkeljern|Egetræsbord|Krus|LED-panel|Kobberrør|Kuglehane|Vandfilter|Notesbog|USB-C-kabel|Trådløs mus|Skærm 27"|Arbejdshandsker|Flydende sæbe|Kaffebønner|Olivenolie|Haveslange|Vægmaling|Rawlplug|Skruemaskine|Reol|Gulvtæppe|Bomuldsskjorte|Sikkerhedssko|Regnjakke|Laserprinter|Automatsikring|Kugleleje|Pakning|Luftfilter|Bremseklodser|Papkasse|Etiketter på rulle|Førstehjælpskasse|Brandslukker|Whiteboard|Arkivskab|Danskvand|Ostemad|Danbo ost|Håndklæde|Vinglas|Gulvflise|Blandingsbatteri|Stikkontakt|Radiator|Dørgreb|Rugbrød|Smør|Wienerbrød',
  ),
  attributes: list(
    'sort|hvid|stor|lille|rustfri|2 m|60 x 40 cm|grå, 4 stk.|type B|galvaniseret|genbrugt|med låg|10 stk.|500 ml|12 V|str. L|blå/hvid|M8x40|model 300|80 g|3/4"|venstre|refill|1,5 kg|dobbelt|økologisk',
  ),
  services: list(
    'Rådgivning|Webhotel|Softwarelicens|Årlig vedligeholdelse|Besigtigelse|Montering|Projektledelse|Grafisk design|Oversættelse dansk-engelsk|Reparation|Månedligt abonnement|Backup|Kontorrengøring|Kursusdag|Kørsel|Arbejdsløn|Tekstforfatning|Juridisk bistand|Bogføring|Leje af materiel|Domænefornyelse|Eftersyn af fyr|Fotografering|Dobbeltværelse|Morgenmad|Parkering|Kontingent|Annoncekampagne|Pro-abonnement|Cloudlagring|Fragt|Eftersyn af brandslukkere|Programmering|Malerarbejde|Byggeledelse',
  ),
  details: list(
    'Serienr. {serial}|Leveret {date}|Batch {serial}|inkl. montering|Periode {date} - {date2}|iht. tilbud {serial}|Garanti 24 måneder|med tilbehør|udført af {person}|Oprindelsesland: Danmark|{date} til {date2}',
  ),
  sections: list('Stueetage|Materialer|Arbejdsløn|Uge 12|Etape 1|Kontor Aarhus|Kørsel|Ekstraarbejde'),
  energy: list(
    'Elforbrug|Nettarif|Abonnement net|Elafgift|Fjernvarme|Vand|Spildevand|Mobilabonnement|Opkald til udlandet|Fiber 500',
  ),
  policies: list('Erhvervsansvarsforsikring|Bilforsikring|Indboforsikring|Rate 3 af 12|Retshjælp|Ulykkesforsikring'),
  fantasy: list('Værksted|Studio|Lab|Digital|Systemer|Gruppen|Service|Løsninger|Handel|Teknik|Design|Kompagni'),
}
