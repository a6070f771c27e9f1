import { list } from './list.ts'
import type { Words } from './words.ts'

export const it: Words = {
  given: list(
    'Giulia|Marco|Francesca|Luca|Chiara|Niccolò|Elena|Giovanni|Paola|Matteo|Ilaria|Davide|Rosa|Dott. Carlo|Ing. Piero|Sara|Alessio|Martina|Sig.ra Anna|Geom. Ugo',
  ),
  surnames: list(
    'Montano|Bianchi|De Santis|Della Valle|Ferraris|Galimberti|Lo Presti|Marchetti|Nardi|Orlando|Pellegrini|Quaranta|Ricci|Sartori|Tagliabue|Vescovi|Zanetti|D’Angelo|Bellini|Caruso|Donati|Esposito|Fontana|Gentile|Bonfanti',
  ),
  streets: list(
    'Via Roma, {n}|Via Garibaldi {n}/{f}|Corso Vittorio Emanuele, {n}|Piazza Duomo {f}|Viale dell’Industria, {n}|Z.I. Località Pian di Rocco {n}|Via G. Verdi n. {n}|Strada Statale {n} km {f}|Largo Augusto, {f}|Via dei Mille, {n} bis|C.so Buenos Aires {n}|Via XX Settembre {n}|Vicolo Stretto, {f}|Via A. Volta {n}',
  ),
  extras: list(
    'Ufficio acquisti|Amministrazione|Scala B|2° piano|Ufficio fornitori|Palazzina {f}|c/o Centro Direzionale',
  ),
  trades: list(
    'Idraulica|Impianti elettrici|Consulenza|Falegnameria|Giardini|Ristorazione|Informatica|Trasporti|Tipografia|Arredamenti|Ingegneria|Pulizie|Comunicazione|Costruzioni|Cartoleria|Panificio|Verniciature|Formazione|Studio Legale|Studio Commercialista|Autofficina|Fiorista|Distribuzione|Hosting|Energia|Telecomunicazioni|Assicurazioni|Climatizzazione|Vini|Ottica|Farmacia|Elettronica|Traduzioni|Viaggi|Ferramenta|Meccanica|Tessuti|Carni',
  ),
  places: list(
    'Adriatica|Lombarda|del Sole|Ponte Vecchia|Alpina|Tirrenica|Nuova|Nord|Italiana|Padana|Mediterranea|Belvedere|San Marco|Europea|Centrale',
  ),
  forms: list('S.r.l.|S.p.A.|srl|SRL|S.n.c.|S.a.s.|s.r.l.s.|& C. S.n.c.|& Figli|Soc. Coop.|SPA||||'),
  bodies: list(
    'Comune di {town}|Università degli Studi di {town}|Azienda Ospedaliera di {town}|Associazione {place}|Condominio {place}|Istituto Comprensivo di {town}|ASD {town} Calcio|Fondazione {place}',
  ),
  boss: list('Amministratore: {person}|Titolare: {person}|Legale rappresentante: {person}'),
  office: list(
    'Sede legale: {street}, {city}|{name} - {street} - {city}|Cap. soc. € 10.000,00 i.v.|Iscritta al Registro Imprese di {town}',
  ),
  pieces: list('pz|PZ|nr|N.|pz.|n.|NR'),
  hours: list('h|ore|ORE|Ore|H'),
  measures: list('kg|m|mq|lt|cf|conf.|rotolo|set|paio|gg|km|ml|kWh|mese|a corpo|KG|MT'),
  products: list(
    'Lampada da tavolo|Sedia ufficio|Carta A4|Toner|Staffa acciaio|Tavolo rovere|Tazza ceramica|Pannello LED|Tubo rame|Valvola a sfera|Filtro acqua|Quaderno|Cavo USB-C|Mouse wireless|Monitor 27"|Guanti protettivi|Sapone mani|Caffè in grani|Olio extravergine|Tubo irrigazione|Pittura murale|Tassello|Trapano|Libreria|Tappeto|Camicia cotone|Scarpe antinfortunistiche|Giacca impermeabile|Stampante laser|Interruttore differenziale|Cuscinetto|Guarnizione|Filtro aria|Pastiglie freno|Scatola cartone|Rotolo etichette|Cassetta pronto soccorso|Estintore|Lavagna|Armadio|Acqua frizzante|Panino prosciutto|Parmigiano stagionato|Barbera d’Asti|Asciugamano|Calici vino|Piastrella gres|Miscelatore|Presa elettrica|Radiatore|Maniglia porta',
  ),
  attributes: list(
    'nero|bianco|grande|piccolo|inox|2 m|60 x 40 cm|grigio, set 4|tipo B|zincato|riciclato|con coperchio|conf. 10|500 ml|12 V|tg. L|blu/bianco|M8x40|mod. 300|80 gr|3/4"|sinistra|ricarica|1,5 kg|doppio|extra',
  ),
  services: list(
    'Consulenza|Hosting web|Licenza software|Manutenzione annuale|Sopralluogo|Installazione|Gestione progetto|Progettazione grafica|Traduzione italiano-inglese|Riparazione|Canone mensile|Backup dati|Pulizia uffici|Giornata di formazione|Rimborso spese viaggio|Manodopera|Redazione testi|Consulenza legale|Contabilità|Noleggio attrezzature|Rinnovo dominio|Manutenzione caldaia|Servizio fotografico|Camera doppia|Prima colazione|Parcheggio|Quota associativa|Campagna pubblicitaria|Abbonamento Pro|Spazio cloud|Trasporto|Revisione estintori|Pratica edilizia|Compenso professionale|Posa in opera',
  ),
  details: list(
    'Matr. {serial}|Consegnato il {date}|Lotto {serial}|posa inclusa|Periodo {date} - {date2}|come da preventivo {serial}|Garanzia 24 mesi|completo di accessori|eseguito da {person}|Origine: Italia|dal {date} al {date2}|Rif. DDT {serial} del {date}',
  ),
  sections: list(
    'Piano terra|Materiali|Manodopera|Settimana 12|Fase 1|Cantiere Via Roma|Sede di Milano|Trasferte|Lavori extra',
  ),
  energy: list(
    'Spesa per la materia energia|Spesa per il trasporto|Oneri di sistema|Accise|Consumo gas|Consumo acqua|Fognatura|Offerta mobile 50 GB|Chiamate internazionali|Fibra 1 Gb',
  ),
  policies: list('Polizza RC professionale|Polizza auto|Polizza casa|Rata 3 di 12|Tutela legale|Polizza infortuni'),
  fantasy: list('Officina|Studio|Lab|Digitale|Sistemi|Gruppo|Soluzioni|Servizi|Creazioni|Commerciale|Design'),
}
