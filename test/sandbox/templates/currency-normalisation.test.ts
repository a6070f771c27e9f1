import { describe, expect, it } from 'vitest'
import type { Json } from '../../support/as.ts'
import { amount, contents, field, section, table, template } from './support.ts'

const run = template('currency-normalisation')
const amounts = [{ from: 'amount_total', to: 'amount_total_eur' }]

/** Returns the new values of datapoints by schema id, and the messages. */
async function normalise(content: object[], settings = {}) {
  const nodes = JSON.parse(JSON.stringify(content)) as { children: { id: number; schema_id: string }[] }[]
  const flat = (node: { children?: object[] }): object[] => [node, ...(node.children ?? []).flatMap(flat)]
  const names = new Map(
    nodes.flatMap(flat).map((node) => {
      const { id, schema_id } = node as { id: number; schema_id: string }
      return [id, schema_id]
    }),
  )
  const { operations, messages } = await run(content, { settings: { letters: 'lower', ...settings } })
  return {
    changed: operations.map(({ id, value }: Json) => `${names.get(id as number)}=${value.content.value}`),
    messages: contents(messages),
  }
}
const document = (currency: string, total = '', converted = '') =>
  section(field('currency', currency), amount('amount_total', total), amount('amount_total_eur', converted))

describe('currency normalisation', () => {
  it.each([
    ['€', 'eur'],
    ['Euro', 'eur'],
    ['US$', 'usd'],
    ['$', 'usd'],
    ['KR', 'sek'],
    ['Kč', 'czk'],
    ['CHF', 'chf'],
    [' Gbp ', 'gbp'],
  ])('writes %s as %s', async (given, code) => {
    expect(await normalise([document(given)])).toEqual({ changed: [`currency=${code}`], messages: [] })
  })

  it('changes nothing that is right or empty', async () => {
    expect(await normalise([document('eur')])).toEqual({ changed: [], messages: [] })
    expect(await normalise([document('EUR')], { letters: 'upper' })).toEqual({ changed: [], messages: [] })
    expect(await normalise([document('')], { amounts })).toEqual({ changed: [], messages: [] })
    expect(await normalise([])).toEqual({ changed: [], messages: [] })
    expect(await normalise([section(field('currency', '', null, { content: null }))])).toEqual({
      changed: [],
      messages: [],
    })
  })

  it('writes codes in upper case by default, as in the supplied schemas', async () => {
    expect((await run([document('eur')])).operations).toMatchObject([{ value: { content: { value: 'EUR' } } }])
  })

  it('decides about ambiguous symbols by the settings', async () => {
    expect((await normalise([document('Kr')], { ambiguous: { kr: 'NOK' } })).changed).toEqual(['currency=nok'])
    expect(await normalise([document('$')], { ambiguous: {} })).toEqual({
      changed: [],
      messages: ['$ is not a known currency; enter a code such as EUR.'],
    })
    expect((await normalise([document('constructor')])).messages).toHaveLength(1)
  })

  it('warns about codes that are not options of the field', async () => {
    const options = [{ value: 'eur', label: 'EUR' }]
    const of = (value: string) => [section(field('currency', value, null, { options }))]
    expect(await normalise(of('€'))).toEqual({ changed: ['currency=eur'], messages: [] })
    expect(await normalise(of('US$'))).toEqual({ changed: [], messages: ['USD is not an option of this field.'] })
  })

  it.each([
    ['usd', '100.00', '', ['amount_total_eur=92.00']],
    ['usd', '-100.05', '', ['amount_total_eur=-92.05']],
    ['usd', '0.125', '1', ['amount_total_eur=0.12']],
    ['eur', '1234567890123.45', '', ['amount_total_eur=1234567890123.45']],
    ['usd', '100', '92', []],
    ['usd', '', '92.00', ['amount_total_eur=']],
  ])('converts %s %s', async (currency, total, converted, changed) => {
    expect(await normalise([document(currency, total, converted)], { amounts })).toEqual({ changed, messages: [] })
  })

  it('converts the rows of a table, each with its own amount', async () => {
    const content = [
      section(field('currency', 'usd')),
      table(
        [amount('net', '1'), amount('net_eur', '')],
        [amount('net', ''), amount('net_eur', '')],
        [amount('net', '-2'), amount('net_eur', '')],
      ),
    ]
    expect((await normalise(content, { amounts: [{ from: 'net', to: 'net_eur' }] })).changed).toEqual([
      'net_eur=0.92',
      'net_eur=-1.84',
    ])
  })

  it('empties converted amounts without a rate, and says why', async () => {
    expect(await normalise([document('nok', '100', '92')], { amounts })).toEqual({
      changed: ['amount_total_eur='],
      messages: ['Amounts are not converted: the settings have no rate from NOK to EUR.'],
    })
    const two = [section(field('currency', 'usd'), field('currency', 'eur')), document('', '5', '4')]
    expect(await normalise(two, { amounts })).toEqual({
      changed: ['amount_total_eur='],
      messages: ['Amounts are not converted: the document has several currencies (USD, EUR).'],
    })
  })
})
