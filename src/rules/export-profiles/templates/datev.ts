import type { ExportTemplate } from './template.ts'
import { by, constant, empty, expression, field } from './columns.ts'

const info = (n: number) => [`Beleginfo - Art ${n}`, `Beleginfo - Inhalt ${n}`]
const addition = (n: number) => [`Zusatzinformation - Art ${n}`, `Zusatzinformation- Inhalt ${n}`]
const numbered = (count: number, names: (n: number) => string[]) =>
  Array.from({ length: count }, (_, index) => names(index + 1)).flat()

/** The columns of "Buchungsstapel", version 13, in their order; importers count them. */
const HEADINGS: readonly string[] = [
  ...[
    'Umsatz (ohne Soll/Haben-Kz)',
    'Soll/Haben-Kennzeichen',
    'WKZ Umsatz',
    'Kurs',
    'Basis-Umsatz',
    'WKZ Basis-Umsatz',
  ],
  ...['Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum', 'Belegfeld 1', 'Belegfeld 2', 'Skonto'],
  ...['Buchungstext', 'Postensperre', 'Diverse Adressnummer', 'Geschäftspartnerbank', 'Sachverhalt', 'Zinssperre'],
  'Beleglink',
  ...numbered(8, info),
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge', 'EU-Land u. UStID (Bestimmung)'],
  ...['EU-Steuersatz (Bestimmung)', 'Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L'],
  ...['BU 49 Hauptfunktionstyp', 'BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...numbered(20, addition),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr', 'Zugeordnete Fälligkeit', 'Skontotyp'],
  ...['Auftragsnummer', 'Buchungstyp', 'USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)'],
  ...['Sachverhalt L+L (Anzahlungen)', 'EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)', 'Herkunft-Kz'],
  ...['Buchungs GUID', 'KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre', 'Gesellschaftername', 'Beteiligtennummer'],
  ...['Identifikationsnummer', 'Zeichnernummer', 'Postensperre bis', 'Bezeichnung SoBil-Sachverhalt'],
  ...['Kennzeichen SoBil-Buchung', 'Festschreibung', 'Leistungsdatum', 'Datum Zuord. Steuerperiode', 'Fälligkeit'],
  ...['Generalumkehr (GU)', 'Steuersatz', 'Land', 'Abrechnungsreferenz', 'BVV-Position', 'EU-Land u. UStID (Ursprung)'],
  ...['EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'],
]

/** Amounts have no sign: a negative one is on the other side of the account. */
const KNOWN = by([
  expression('Umsatz (ohne Soll/Haben-Kz)', 'abs(field.amount_total)', { decimals: 2 }),
  expression('Soll/Haben-Kennzeichen', '"S" if field.amount_total >= 0 else "H"'),
  expression('WKZ Umsatz', 'default_to(field.currency, "EUR").upper()', { max_length: 3 }),
  constant('Konto', '3400', { quoted: false }),
  constant('Gegenkonto (ohne BU-Schlüssel)', '70000', { quoted: false }),
  // Day and month: the year is that of the header.
  expression('Belegdatum', 'field.date_issue.strftime("%d%m")', { quoted: false }),
  field('Belegfeld 1', 'document_id', { max_length: 36 }),
  field('Buchungstext', 'sender_name', { max_length: 60 }),
])

export const datev: ExportTemplate = {
  name: 'DATEV',
  title: 'DATEV Buchungsstapel (EXTF)',
  description:
    'Postings for DATEV: one line per document, with the header record of format 700, category 21, version 13. Fill in the numbers of the adviser (1001) and the client (1), the fiscal year and the accounts.',
  settings: {
    columns: HEADINGS.map((heading) => KNOWN.get(heading) ?? empty(heading)),
    preamble: [
      '"EXTF";700;21;"Buchungsstapel";13;{datetime}{milliseconds};;"RE";"";"";1001;1;{year}0101;4;{year}0101;{year}1231;"Sheaf {date}";"";1;0;0;"EUR";;"";;;"03";;;"";""',
    ],
    encoding: 'windows-1252',
    delimiter: ';',
    quoting: 'quote_non_numeric',
    decimal_separator: ',',
    date_format: 'DDMMYYYY',
    file_name: 'EXTF_Buchungsstapel_{datetime}',
  },
}
