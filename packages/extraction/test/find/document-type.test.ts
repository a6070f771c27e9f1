import { describe, expect, it } from 'vitest'
import { extractDocument } from '../../src/engine.ts'
import { analyse } from '../../src/find/analyse.ts'
import { pageOf, type Placed } from '../pages.ts'

const BODY = ['Alder & Finch', '14 Mill Lane', '12.03.2026', 'Ref 4711']
/** A page with a large title. */
const titled = (title: string): Placed[] => [
  [60, 60, title, 32],
  ...BODY.map((text, i): Placed => [60, 160 + i * 30, text]),
]
const typeOf = (pieces: readonly Placed[]) => analyse(pageOf(pieces)).type

/** Titles in the order of `LANGUAGES`. */
const LANGUAGES = 'eng deu fra spa ita por nld pol ces swe fin hun'.split(' ')
const TITLES: readonly (readonly [string, string, boolean, readonly string[]])[] = [
  [
    'bank statements',
    'other',
    true,
    'Bank Statement|Kontoauszug Nr. 3/2026|Relevé de compte|Extracto de cuenta|Estratto conto|Extrato de conta|Rekeningafschrift|Wyciąg z rachunku|Výpis z účtu|Kontoutdrag|Tiliote|Számlakivonat'.split(
      '|',
    ),
  ],
  [
    'contracts',
    'other',
    true,
    'Employment Agreement|Mietvertrag|Contrat de travail|Contrato de alquiler|Contratto di locazione|Contrato de trabalho|Huurovereenkomst|Umowa najmu|Smlouva o dílo|Hyresavtal|Vuokrasopimus|Bérleti szerződés'.split(
      '|',
    ),
  ],
  [
    'reminders',
    'other',
    false,
    'Payment reminder|2. Mahnung|Lettre de relance|Recordatorio de pago|Sollecito di pagamento|Lembrete de pagamento|Betalingsherinnering|Wezwanie do zapłaty|Upomínka|Betalningspåminnelse|Maksumuistutus|Fizetési felszólítás'.split(
      '|',
    ),
  ],
  [
    'quotes',
    'proforma',
    false,
    'Quotation|Angebot|Devis|Presupuesto|Preventivo|Orçamento|Offerte|Oferta|Nabídka|Offert|Tarjous|Árajánlat'.split(
      '|',
    ),
  ],
  [
    'proformas',
    'proforma',
    false,
    'Proforma invoice|Proformarechnung|Facture proforma|Factura proforma|Fattura proforma|Fatura pró-forma|Proforma factuur|Faktura proforma|Proforma faktura|Proformafaktura|Proformalasku|Díjbekérő'.split(
      '|',
    ),
  ],
  [
    'receipts',
    'receipt',
    false,
    'Receipt|Quittung|Reçu|Recibo|Ricevuta|Recibo|Kassabon|Paragon|Účtenka|Kvitto|Kuitti|Nyugta'.split('|'),
  ],
  [
    'orders',
    'order',
    false,
    'Purchase order|Bestellung|Bon de commande|Pedido|Ordine|Encomenda|Bestelling|Zamówienie|Objednávka|Beställning|Tilaus|Megrendelés'.split(
      '|',
    ),
  ],
  [
    'delivery notes',
    'delivery_note',
    false,
    'Delivery note|Lieferschein|Bon de livraison|Albarán|Documento di trasporto|Guia de remessa|Pakbon|Wydanie zewnętrzne|Dodací list|Följesedel|Lähete|Szállítólevél'.split(
      '|',
    ),
  ],
]

describe.each(TITLES)('titles of %s', (_, value, isUnpayable, titles) => {
  it.each(titles.map((title, i) => [LANGUAGES[i]!, title]))('%s: %s', (_language, title) => {
    const type = typeOf(titled(title))
    expect([type?.value, type?.isUnpayable ?? false]).toEqual([value, isUnpayable])
  })
})

it.each([
  'Curriculum Vitae',
  'Lebenslauf',
  'Community Bulletin',
  'Annual Report 2025',
  'Formulaire d’inscription',
  'Protokoll',
  'Договор за наем',
  'GENERAL AGREEMENT',
  'Σύμβαση εργασίας',
  '租赁合同',
  '業務委託契約書',
  '근로계약서',
  'اتفاقية',
  'חוזה',
])('knows documents that ask for no payment: %s', (title) => {
  expect(typeOf(titled(title))).toMatchObject({ value: 'other', isUnpayable: true })
})

it.each([
  ['Dear Ms Hart,', 'Yours sincerely'],
  ['Sehr geehrte Frau Hart,', 'Mit freundlichen Grüßen'],
  ['Madame, Monsieur,', 'Cordialement'],
  ['Estimada señora:', 'Atentamente'],
  ['Gentile signora,', 'Cordiali saluti'],
  ['Prezada senhora,', 'Atenciosamente'],
  ['Geachte mevrouw,', 'Met vriendelijke groet'],
  ['Szanowna Pani,', 'Z poważaniem'],
  ['Vážená paní,', 'S pozdravem'],
  ['Hej Anna,', 'Med vänliga hälsningar'],
  ['Tisztelt Hölgyem!', 'Tisztelettel'],
  ['Уважаеми господине,', 'С уважение'],
])('knows a letter: %s … %s', (salutation, regards) => {
  const lines = [salutation, 'Copy of the map', regards]
  expect(typeOf(lines.map((text, i): Placed => [60, 160 + i * 30, text]))?.value).toBe('other')
  expect(typeOf([[60, 160, salutation]])).toBeNull()
})

const STATEMENT: readonly Placed[] = [
  [60, 60, 'Harbour Savings', 24],
  [60, 200, 'Date'],
  [260, 200, 'Details'],
  [600, 200, 'Debit'],
  [800, 200, 'Credit'],
  [1000, 200, 'Balance'],
  [260, 230, 'Opening balance'],
  [1000, 230, '1,200.00'],
  [60, 260, '02/03/2026'],
  [260, 260, 'Card payment Oakline'],
  [600, 260, '120.00'],
  [1000, 260, '1,080.00'],
  [60, 290, '05/03/2026'],
  [260, 290, 'Salary'],
  [800, 290, '500.00'],
  [1000, 290, '1,580.00'],
  [260, 320, 'Closing balance'],
  [1000, 320, '1,580.00'],
  [260, 350, 'Total'],
  [1000, 350, '1,580.00'],
]
const EMPTY = ['amount_total', 'amount_total_base', 'amount_total_tax', 'amount_due', 'date_due', 'currency'] as const

describe('a bank statement', () => {
  it.each([
    ['without a title', STATEMENT],
    ['with a title', [[600, 60, 'Account statement', 28], ...STATEMENT]],
  ] as const)('%s has no sums, no due date and no rows of goods', (_, pieces) => {
    const { fields, line_items, tax_details } = extractDocument(pageOf(pieces))
    expect(fields.document_type?.value).toBe('other')
    for (const field of EMPTY) expect(fields[field], field).toBeUndefined()
    expect([line_items, tax_details]).toEqual([[], []])
  })

  it('is shown by its title and a column of balances', () => {
    const heads = ['Date', 'Details', 'Amount', 'Balance'].map((text, i): Placed => [60 + i * 280, 200, text])
    const title: Placed = [60, 60, 'Account statement', 20]
    expect(typeOf([title, ...heads])?.isUnpayable).toBe(true)
    expect(typeOf([title, ...heads.slice(0, 3)])?.isUnpayable).toBeUndefined()
  })

  it('is no invoice that shows the balance of the customer', () => {
    const { fields } = extractDocument(
      pageOf([
        ...STATEMENT,
        [800, 60, 'TAX INVOICE', 32],
        [60, 100, 'Invoice number: INV-20417'],
        [600, 400, 'Amount due'],
        [1000, 400, '1,580.00'],
      ]),
    )
    expect(fields.document_type?.value).toBe('tax_invoice')
    expect(fields.amount_total ?? fields.amount_due).toMatchObject({ value: '1580.00' })
  })
})

it.each([
  ['the label of a number', 'Contract no. 4711'],
  ['the name of a company', 'CV. Tanbo Grup'],
  ['the end of another title', 'Order form'],
])('takes %s for no other document', (_, text) => {
  expect(
    typeOf([
      [60, 60, text],
      [60, 100, 'Total 12.50'],
    ])?.value,
  ).not.toBe('other')
})

it('takes a text without anything to buy or to pay for another document, with little certainty', () => {
  const line = 'The garden opens at nine in the morning and closes in the evening'
  const lines = Array.from({ length: 4 }, (_, i): Placed => [60, 100 + i * 30, line])
  expect(typeOf(lines)).toMatchObject({ value: 'other', probability: 0.5 })
  expect(typeOf([...lines, [60, 400, 'Quantity'], [200, 400, '7']])).toBeNull()
})

describe('large text that is no title', () => {
  const sums = (...lines: string[]): Placed[] => lines.map((text, i): Placed => [60, 160 + i * 40, text, 16])

  it.each([
    ['a subject', ['Annual Report', 'Invoice'], ['Invoice number: 20417', 'Total'], 'tax_invoice'],
    ['an agreement', ['Agreement', 'Purchase order'], ['Order no.: 20417', 'Total'], 'order'],
  ])('leaves the amounts beside %s', (_, [large, title], lines, value) => {
    const found = typeOf([[60, 60, large!, 22], ...(title ? [[60, 110, title, 18] as Placed] : []), ...sums(...lines)])
    expect(found).toMatchObject({ value })
    expect(found?.isUnpayable).toBeUndefined()
  })

  it('takes a reference to a contract for no title', () => {
    const found = typeOf([[60, 60, 'Votre contrat n° 1234', 22], ...sums('Numéro de facture : F-20417', 'Total TTC')])
    expect(found?.value).not.toBe('other')
  })

  it('does not empty a document with a total and the title of a contract', () => {
    const found = typeOf([[60, 60, 'Service Agreement', 28], ...sums('Total', 'Due date')])
    expect(found?.isUnpayable).toBeUndefined()
  })

  it.each([
    ['Saldo anterior', 'Saldo actual'],
    ['Opening balance', 'Closing balance'],
  ])('takes a bill with %s for no statement of an account', (opening, closing) => {
    expect(typeOf(sums('Harbour Water', opening, closing, 'Total'))?.isUnpayable).toBeUndefined()
  })

  it.each([
    [22, 22, 'tax_invoice'],
    [16, 22, 'other'],
  ])('weighs INVOICE at %i px against REMINDER at %i px', (invoice, reminder, value) => {
    const page: Placed[] = [
      [60, 60, 'INVOICE', invoice],
      [60, 110, 'REMINDER', reminder],
      ...sums('Invoice number: 20417', 'Total'),
    ]
    expect(typeOf(page)?.value).toBe(value)
  })
})

describe('a document without a title', () => {
  const typeOf = (source: 'text' | 'ocr', ...lines: string[]) =>
    extractDocument(
      pageOf(
        lines.map((text, at) => [60, 60 + at * 30, text]),
        source,
      ),
    ).fields.document_type
  const GOODS = ['Wren Market', '8 Kiln Road', 'Milk 1.20', 'Bread 2.10', 'Total 3.30']

  it.each([
    ['Cash 5.00', 'Change 1.70'],
    ['Bar 5,00', 'Rückgeld 1,70'],
    ['Kontant 5,00', 'Vekslepenger 1,70'],
    ['Efectivo 5.00', 'Cambio 1.70'],
  ])('is a receipt if it was paid at a till: %s, %s', (...paid) => {
    expect(typeOf('text', ...GOODS, ...paid)).toMatchObject({ value: 'receipt' })
  })

  it('needs one such label only if it has the shape of a receipt', () => {
    expect(typeOf('ocr', ...GOODS, 'Cash 5.00')).toMatchObject({ value: 'receipt' })
    expect(typeOf('text', ...GOODS, 'Cash 5.00')).toBeUndefined()
  })

  it('is what its title says otherwise', () => {
    expect(typeOf('text', 'Invoice', ...GOODS, 'Cash 5.00', 'Change 1.70')).toMatchObject({ value: 'tax_invoice' })
  })
})
