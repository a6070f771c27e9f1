import { countrySpecs } from 'ibantools'
import { describe, expect, it } from 'vitest'
import { ibanLength } from '@sheaf/extraction/normalise'
import { contents, field, section, table, template } from './support.ts'

const run = template('iban-check')
const of = (...values: string[]) => [section(...values.map((value) => field('iban', value)))]

describe('the check of IBANs', () => {
  it('accepts correct numbers', async () => {
    const numbers = [
      'DE89 3704 0044 0532 0130 00',
      'GB82WEST12345698765432',
      'no9386011117947',
      'FR14-2004-1010-0505-0001-3M02-606',
    ]
    expect((await run(of(...numbers, 'MT84MALT011000012345MTLCAST001S', 'AT61 1904 3002 3457 3201'))).messages).toEqual(
      [],
    )
  })

  it.each([
    ['DE89 3704 0044 0532 0130 01', 'the check digits would be 62, but the number has 89'],
    ['DE98 3704 0044 0532 0130 00', 'the check digits would be 89, but the number has 98'],
    ['DE89 3704 0044 0532 0130 0', 'IBANs of DE have 22 characters, but this one has 21'],
    ['XX89370400440532013000', 'no country with IBANs has the code "XX"'],
    ['DEX9370400440532013000', 'two digits must follow the country DE'],
    ['DE89 3704 0044 0532 0130 0é', 'it contains "É"'],
    ['?', 'it contains "?"'],
  ])('explains what is wrong with %s', async (number, explanation) => {
    const content = of(number)
    expect((await run(content)).messages).toEqual([
      { id: content[0]!.children[0]!.id, type: 'warning', content: expect.stringContaining(explanation) },
    ])
  })

  it('knows the lengths of all countries in the registry', async () => {
    const countries = Object.keys(countrySpecs).filter((country) => ibanLength(country))
    expect(countries.length).toBeGreaterThan(80)
    const { messages } = await run(of(...countries.map((country) => `${country}00`)))
    expect(contents(messages).map((text) => text.slice(0, 2) + /have (\d+)/.exec(text)![1])).toEqual(
      countries.map((country) => `${country}${ibanLength(country)}`),
    )
  })

  it('has a message for accounts in other countries, if the settings name some', async () => {
    const given = { settings: { countries: ['AT', 'DE'], type: 'error' } }
    const { messages } = await run(of('DE89370400440532013000', 'GB82WEST12345698765432'), given)
    expect(messages).toMatchObject([
      {
        type: 'error',
        content: 'The account GB82WEST12345698765432 is in GB, but payments are expected to AT, DE only.',
      },
    ])
  })

  it('checks all rows, and no empty value', async () => {
    const content = [table([field('iban', 'DE1')], [field('iban', '')], [field('iban', 'AT1')]), ...of(' ')]
    expect((await run(content)).messages).toHaveLength(2)
    expect((await run([])).messages).toEqual([])
  })
})
