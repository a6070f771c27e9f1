import { describe, expect, it } from 'vitest'
import { contents, field, section, table, template } from './support.ts'

const run = template('vat-number-check')
const of = (...values: string[]) => [section(...values.map((value) => field('sender_vat_id', value)))]

describe('the check of VAT numbers', () => {
  it('accepts numbers with correct check digits', async () => {
    const numbers = [
      ['ATU13585627', 'ATU 3789 3801', 'BE0403.019.261', 'BE 403019261', 'BE0776091951', 'CZ25123891', 'CZ7103192745'],
      ['CZ640903926', 'DE136695976', 'DE 129 273 398', 'DK13585628', 'EL094259216', 'GR 094259216', 'ESA28015865'],
      ['ES54362315K', 'ESX2482300W', 'ESB58378431', 'ESJ99216582', 'ESP2807900B', 'FI20774740', 'FR40303265045'],
      ['FR23334175221', 'FRK7399859412', 'FR83404833048', 'IT00743110157', 'LU15027442', 'NL004495445B01'],
      [
        'NL002455799B11',
        'PL8567346215',
        'PT501964843',
        'SE123456789701',
        'SI50223054',
        'SK2022749619',
        'nl123456782b12',
      ],
    ].flat()
    expect((await run(of(...numbers))).messages).toEqual([])
  })

  it.each([
    ['DE136695977', 'the check digit would be 6, but the number has 7'],
    ['ATU13585626', 'the check digit would be 7, but the number has 6'],
    ['FR41303265045', 'the check digits would be 40, but the number has 41'],
    ['FRK8399859412', 'its digits contradict each other'],
    ['IT00743110158', 'the check digit would be 7, but the number has 8'],
    ['NL004495446B01', 'the check digit would be 5, but the number has 6'],
    ['BE0403019262', 'the check digits would be 61, but the number has 62'],
    ['PL8567346216', 'the check digit would be 5, but the number has 6'],
    ['ES54362315Z', 'the check digit would be K, but the number has Z'],
    ['ESB58378432', 'the check digit would be 1, but the number has 2'],
    ['ESP2807900A', 'the check digit would be B, but the number has A'],
    ['CZ25123890', 'the check digit would be 1, but the number has 0'],
    ['CZ7103192746', 'the check digit would be 5, but the number has 6'],
    ['DE13669597', 'numbers of this country are DE and 9 digits'],
    ['DE١٣٦٦٩٥٩٧٦', 'numbers of this country are DE and 9 digits'],
    ['ES123456789', 'begin or end with a letter'],
    ['AT13585627', 'numbers of this country are ATU and 8 digits'],
    ['136695976', 'does not begin with the code of a European country'],
    ['US123456789', 'does not begin with the code of a European country'],
  ])('explains what is wrong with %s', async (number, explanation) => {
    const content = of(number)
    expect((await run(content)).messages).toEqual([
      { id: content[0]!.children[0]!.id, type: 'warning', content: expect.stringMatching(explanation) },
    ])
  })

  it('reads numbers without a country as numbers of the default country', async () => {
    const settings = { default_country: 'DE', type: 'error' }
    const { messages } = await run(of('136695976', '136695977', 'ATU13585627'), { settings })
    expect(messages).toMatchObject([{ type: 'error', content: expect.stringContaining('136695977') }])
    expect((await run(of('A28015865', 'B58378431'), { settings: { default_country: 'ES' } })).messages).toEqual([])
  })

  it('checks all rows and fields, and no empty value', async () => {
    const settings = { fields: ['vat', 'sender_vat_id', 'missing'] }
    const content = [table([field('vat', 'DE136695977')], [field('vat', ' ')], [field('vat', 'IT1')]), ...of('', 'PL1')]
    expect(contents((await run(content, { settings })).messages).map((text) => text.split(' ')[0])).toEqual([
      'DE136695977',
      'IT1',
      'PL1',
    ])
    expect((await run([field('sender_vat_id', '', null, { content: null })])).messages).toEqual([])
    expect((await run([])).messages).toEqual([])
  })

  it('accepts countries that it does not check', async () => {
    expect((await run(of('GB980780684', 'IE6433435F', 'CHE-116.281.710 MWST', 'EU372022452'))).messages).toEqual([])
  })
})
