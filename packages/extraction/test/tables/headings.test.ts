import { describe, expect, it } from 'vitest'
import { findTables, rowAmount, rowUnitPrice } from '../../src/tables/index.ts'
import { foldTokens, isSummaryLabel } from '../../src/tables/lexicon.ts'
import { left, makeDocument, makePage, right } from './grid.ts'

const HEADINGS: [language: string, headings: [string, string, string, string], total: string][] = [
  ['English', ['Description', 'Quantity', 'Unit price', 'Line total'], 'Subtotal'],
  ['German', ['Bezeichnung', 'Menge', 'Einzelpreis', 'Gesamtpreis'], 'Nettosumme'],
  ['French', ['Désignation', 'Qté', 'Prix unitaire', 'Montant HT'], 'Total HT'],
  ['Dutch', ['Omschrijving', 'Aantal', 'Prijs per stuk', 'Bedrag'], 'Subtotaal'],
  ['Polish', ['Nazwa towaru', 'Ilość', 'Cena netto', 'Wartość netto'], 'Razem'],
  ['Czech', ['Označení dodávky', 'Množství', 'Cena za MJ', 'Celkem'], 'Celkem k úhradě'],
  ['Spanish', ['Descripción', 'Cantidad', 'Precio unitario', 'Importe'], 'Base imponible'],
  ['Swedish', ['Benämning', 'Antal', 'À-pris', 'Belopp'], 'Summa exkl. moms'],
  ['Danish', ['Varebeskrivelse', 'Antal', 'Stk. pris', 'Beløb'], 'Momspligtigt beløb'],
  ['Norwegian', ['Beskrivelse', 'Antall', 'Enhetspris', 'Beløp'], 'Å betale'],
  ['Finnish', ['Kuvaus', 'Määrä', 'À-hinta', 'Veroton yhteensä'], 'Yhteensä'],
  ['Estonian', ['Nimetus', 'Kogus', 'Ühiku hind', 'Summa KM-ta'], 'Kokku KM-ta'],
  ['Latvian', ['Preces nosaukums', 'Daudzums', 'Cena', 'Summa'], 'Kopā bez PVN'],
  ['Lithuanian', ['Prekės pavadinimas', 'Kiekis', 'Vieneto kaina', 'Suma be PVM'], 'Iš viso'],
  ['Italian', ['Descrizione', 'Quantità', 'Prezzo unitario', 'Importo'], 'Totale imponibile'],
]

describe('headings', () => {
  it.each(HEADINGS)('identify the columns of a %s table with ambiguous numbers', (_, heads, total) => {
    const page = makePage([
      [0, left(100, heads[0]), right(900, heads[1]), right(660, heads[2]), right(1100, heads[3])],
      [2, left(100, 'Model A'), right(900, '30'), right(660, '20'), right(1100, '600,00')],
      [3, left(100, 'Model B'), right(900, '12'), right(660, '15'), right(1100, '180,00')],
      [5, left(700, total), right(1100, '780,00')],
    ])
    const { line_items } = findTables(makeDocument(page), { decimal: ',' })
    const cells = line_items.map((item) => [
      item.table_column_description?.value,
      item.table_column_quantity?.value,
      rowUnitPrice(item)?.value,
      rowAmount(item)?.value,
    ])
    expect(cells).toEqual([
      ['Model A', '30', '20', '600.00'],
      ['Model B', '12', '15', '180.00'],
    ])
  })

  it('may span several lines', () => {
    const page = makePage([
      [0, right(900, 'VK-Preis'), right(1100, 'Zeilenbetrag')],
      [1, left(100, 'Beschreibung'), right(660, 'Menge'), right(900, 'ohne'), right(1100, 'ohne')],
      [2, right(900, 'MwSt.'), right(1100, 'MwSt.')],
      [4, left(100, 'Lizenz'), right(660, '1'), right(900, '3,89'), right(1100, '3,89')],
      [5, left(100, 'Wartung'), right(660, '2'), right(900, '5,00'), right(1100, '10,00')],
    ])
    const [first] = findTables(makeDocument(page), { decimal: ',' }).line_items
    expect(rowAmount(first!)?.evidence.label).toBe('Zeilenbetrag ohne MwSt.')
    expect(rowUnitPrice(first!)?.evidence.label).toBe('VK-Preis ohne MwSt.')
  })
})

describe('labels of totals', () => {
  it.each([
    'Subtotal',
    'MwSt. 19 %',
    'Zzgl. USt.',
    'Net à payer',
    'Total TTC',
    'Totaal excl. BTW',
    'Do zapłaty',
    'Att betala',
    'I alt inkl. moms',
    'Å betale',
    'Veroton yhteensä',
    'Summa ilma KM-ta',
    'Kopā apmaksai',
    'Mokėtina suma',
    'Celkem k úhradě',
  ])('include %s', (label) => {
    expect(isSummaryLabel(foldTokens(label))).toBe(true)
  })

  it.each(['Steel bolt M8', 'Beratung vor Ort', 'Chaise de bureau', 'Kawa mielona 500 g'])(
    'do not include the article %s',
    (name) => {
      expect(isSummaryLabel(foldTokens(name))).toBe(false)
    },
  )
})
