/** Fields that the catalogue does not have are found by their labels. */
import { describe, expect, it } from 'vitest'
import { extractDocument } from '../../src/engine.ts'
import type { OwnField } from '../../src/own/field.ts'
import { pageOf, type Placed } from '../pages.ts'
import { find, valuesOf } from './find-own.ts'

const METER: Placed[] = [
  [80, 60, 'Fenwick Water Board', 28],
  [80, 140, 'Meter number:'],
  [400, 140, 'WM-77120'],
  [80, 170, 'Reading date: 14 March 2026'],
  [80, 200, 'Previous reading'],
  [400, 200, '1,204'],
  [80, 230, 'Reading'],
  [400, 230, '1,297.5 m3'],
  [80, 290, 'Inspector'],
  [400, 290, 'Serial no.'],
  [80, 320, 'Ruth Adair'],
  [400, 320, 'A 4471'],
]

describe('fields by their label', () => {
  it('finds values behind, on the right of and below their labels', () => {
    const found = find(
      [
        ['Meter number'],
        ['Reading date', 'date'],
        ['Previous reading', 'number'],
        ['Reading', 'number'],
        ['Inspector'],
        ['Serial number'],
      ],
      METER,
    )
    expect(valuesOf(found)).toEqual({
      'Meter number': 'WM-77120',
      'Reading date': '2026-03-14',
      'Previous reading': '1204',
      Reading: '1297.5',
      Inspector: 'Ruth Adair',
      'Serial number': 'A 4471',
    })
    expect(found['Meter number']).toMatchObject({
      text: 'WM-77120',
      page: 1,
      position: [400, 140, 464, 156],
      evidence: { generator: 'own.right', label: 'Meter number' },
    })
    expect(found['Inspector']!.evidence.generator).toBe('own.below')
    expect(found['Reading date']!.evidence.generator).toBe('own.behind')
  })

  it('leaves out fields whose label is not on the page', () => {
    expect(find([['Batch number'], ['Policy'], ['Inspection date', 'date']], METER)).toEqual({})
  })

  it('does not change the fields of the catalogue', () => {
    const page = pageOf(METER)
    const { own_fields: _, ...extraction } = extractDocument(page, {
      ownFields: [{ name: 'a', label: 'Meter number', type: 'string' }],
    })
    expect(extraction).toEqual(extractDocument(page))
  })

  it('uses further labels, and what a lexicon has for the same thing in other languages', () => {
    const page: Placed[] = [
      [80, 100, 'Zählernummer:'],
      [400, 100, 'Z 50911'],
      [80, 130, 'Bestellnummer:'],
      [400, 130, 'B-7001'],
    ]
    expect(valuesOf(find([['Meter number', 'string', { labels: ['Zählernummer'] }], ['Order number']], page))).toEqual({
      'Meter number': 'Z 50911',
      'Order number': 'B-7001',
    })
  })

  it('reads labels whose words have another order, or of which OCR has confused a letter', () => {
    const page: Placed[] = [
      [80, 100, 'Date of inspection:'],
      [400, 100, '02.05.2026'],
      [80, 130, 'Calibraton certificate:'],
      [400, 130, 'CC-18'],
    ]
    expect(valuesOf(find([['Inspection date', 'date'], ['Calibration certificate']], page, 'ocr'))).toEqual({
      'Inspection date': '2026-05-02',
      'Calibration certificate': 'CC-18',
    })
  })

  it.each<[type: OwnField['type'], printed: string, value: string | undefined]>([
    ['number', '4,711.50', '4711.50'],
    ['number', 'EUR 12.00', '12.00'],
    ['number', 'RM8.60', '8.60'],
    ['number', '-3', '-3'],
    ['number', '512kWh', '512'],
    ['number', 'A7B9', undefined],
    ['number', '14 March 2026', undefined],
    ['number', 'none', undefined],
    ['date', '14/03/2026', '2026-03-14'],
    ['date', 'Monday, 16 March 2026', '2026-03-16'],
    ['date', 'soon', undefined],
    ['string', 'Dry goods, second floor', 'Dry goods, second floor'],
    ['string', '_____________', undefined],
    ['string', 'N°', undefined],
  ])('reads as %s: %s', (type, printed, value) => {
    const page: Placed[] = [
      [80, 100, 'Opening quantity:'],
      [400, 100, printed],
    ]
    expect(find([['Opening quantity', type]], page)['Opening quantity']?.value).toBe(value)
  })

  it('takes a share only for a field that asks for one', () => {
    const page: Placed[] = [
      [80, 100, 'Moisture 4.5 %'],
      [400, 100, '18.20'],
    ]
    expect(valuesOf(find([['Moisture', 'number']], page))).toEqual({ Moisture: '18.20' })
    expect(valuesOf(find([['Moisture %', 'number']], page))).toEqual({ 'Moisture %': '4.5' })
  })

  it('keeps labels apart that follow each other on a line', () => {
    const page: Placed[] = [[80, 100, 'Vessel: Aurora - Voyage: 118W']]
    expect(valuesOf(find([['Vessel'], ['Voyage']], page))).toEqual({ Vessel: 'Aurora', Voyage: '118W' })
  })

  it('takes neither a part of a number nor of a compound for a label', () => {
    const page: Placed[] = [
      [80, 100, 'LOT4711 77'],
      [80, 130, 'Steuernummer: 201/113'],
    ]
    expect(find([['Lot'], ['Steuer', 'number']], page)).toEqual({})
  })

  it.each<[what: string, type: OwnField['type'], label: string, pieces: Placed[]]>([
    ['a sentence', 'string', 'Landlord', [[80, 100, 'The Landlord may terminate this agreement at any time.']]],
    ['a longer name', 'string', 'Project', [[80, 100, 'Project management services']]],
    [
      'another label with its date',
      'date',
      'Termination date',
      [
        [80, 100, 'Termination date'],
        [400, 100, 'Date of birth: 04.05.1983'],
      ],
    ],
    [
      'another label with its number',
      'number',
      'Mileage',
      [
        [80, 100, 'Mileage'],
        [400, 100, 'Fuel: 75'],
      ],
    ],
    [
      'a word with its number',
      'number',
      'Packages',
      [
        [80, 100, 'Packages'],
        [400, 100, 'Pallets 2'],
      ],
    ],
    ['a time', 'number', 'Hours', [[80, 100, 'Hours: 10:30']]],
    ['a range', 'number', 'Range', [[80, 100, 'Range: 12-15']]],
    ['a measure', 'number', 'Dimension', [[80, 100, 'Dimension: 120 x 80 x 100 cm']]],
    ['a common word of a lexicon', 'number', 'Amount', [[80, 100, 'Subtotal 100.00']]],
  ])('does not take %s for a value', (_what, type, label, pieces) => {
    expect(find([[label, type]], pieces)).toEqual({})
  })

  it('keeps the sign of a number, and takes a share if there is nothing else', () => {
    const page: Placed[] = [
      [80, 100, 'Temperature: -18 °C'],
      [80, 130, 'Correction - 7'],
      [80, 160, 'Discount: 5 %'],
    ]
    expect(
      valuesOf(
        find(
          [
            ['Temperature', 'number'],
            ['Correction', 'number'],
            ['Discount', 'number'],
          ],
          page,
        ),
      ),
    ).toEqual({
      Temperature: '-18',
      Correction: '7',
      Discount: '5',
    })
  })

  it('does not take the next heading for the value of a heading', () => {
    const page: Placed[] = [
      [80, 100, 'Driver'],
      [300, 100, 'Vehicle'],
      [500, 100, 'Route'],
      [80, 125, 'Ann Bell'],
      [300, 125, 'AB12'],
      [500, 125, 'North'],
    ]
    expect(valuesOf(find([['Driver']], page))).toEqual({ Driver: 'Ann Bell' })
  })

  it('searches the first and the last 10,000 words', () => {
    const filler = (from: number): Placed[] =>
      Array.from({ length: 400 }, (_, i) => [80, from + i * 20, 'and so on '.repeat(10).trim()])
    const page: Placed[] = [
      [80, 20, 'Vessel: Aurora'],
      ...filler(60),
      [80, 8080, 'Voyage: 118W'],
      ...filler(8120),
      [80, 16140, 'Berth: C4'],
    ]
    expect(valuesOf(find([['Vessel'], ['Voyage'], ['Berth']], page))).toEqual({ Vessel: 'Aurora', Berth: 'C4' })
  })

  it('is less certain of a value if the label is printed with different ones', () => {
    const once: Placed[] = [[80, 100, 'Gross weight: 410']]
    const [alone] = Object.values(find([['Gross weight', 'number']], once))
    const [contested] = Object.values(find([['Gross weight', 'number']], [...once, [80, 130, 'Gross weight: 955']]))
    expect(alone!.value).toBe('410')
    expect(contested?.confidence ?? 0).toBeLessThan(alone!.confidence)
  })
})
