import { describe, expect, it } from 'vitest'
import type { FunctionRequest } from '../../../src/sandbox/functions/index.ts'
import { amount, contents, field, section, table, template } from './support.ts'

const run = template('automatic-labels')
const api = 'https://sheaf.example.com/api/v1'
const label = (name: string) => ({ name, url: `${api}/labels/${name}` })

/** An API with these labels on two pages. */
const withLabels =
  (...names: string[]) =>
  ({ method, url, body }: FunctionRequest) => {
    if (method === 'GET') {
      const isFirst = url.endsWith('page_size=100')
      const [results, next] = isFirst ? [names.slice(0, 1), `${api}/labels?page=2`] : [names.slice(1), null]
      return { status: 200, body: JSON.stringify({ results: results.map(label), pagination: { next } }) }
    }
    if (url.endsWith('/labels')) return { status: 201, body: JSON.stringify(label(JSON.parse(body!).name)) }
    return { status: 204, body: '' }
  }

async function changes(content: object[], settings: object, present: string[] = [], names = ['A', 'B']) {
  const { requests, messages } = await run(content, {
    settings,
    payload: { labels: present.map(label) },
    answers: withLabels(...names),
  })
  const applied = requests.find(({ url }: FunctionRequest) => url.endsWith('/labels/apply'))
  const created = requests.filter(({ method, url }: FunctionRequest) => method === 'POST' && url.endsWith('/labels'))
  const short = (urls: string[]) => urls.map((url) => url.split('/').at(-1))
  const body = applied && JSON.parse(applied.body!)
  if (body) expect(body.objects).toEqual({ annotations: [`${api}/annotations/1`] })
  return {
    requests: requests.length,
    created: created.map((request: FunctionRequest) => JSON.parse(request.body!).name),
    ...(body ? { add: short(body.operations.add), remove: short(body.operations.remove) } : {}),
    messages: contents(messages ?? []),
  }
}
const when = (name: string, is: string, value?: string | number, label = 'B') => ({
  label,
  when: [{ field: name, is, ...(value === undefined ? {} : { value }) }],
})
const document = section(
  field('name', 'Müller GmbH'),
  amount('total', '1190.00'),
  amount('credit', '-5.50'),
  amount('due', '2026-03-31'),
  field('code', '007'),
  field('none', ''),
)

describe('automatic labels', () => {
  it.each([
    when('name', 'equal', 'MÜLLER gmbh'),
    when('name', 'containing', 'müller'),
    when('total', 'equal', 1190),
    when('total', 'equal', '1190.0'),
    when('total', 'at_least', 1190),
    when('total', 'at_most', 2000),
    when('credit', 'at_most', -0.01),
    when('due', 'at_most', '2026-03-31'),
    when('due', 'at_least', '2025-12-01'),
    when('none', 'empty'),
    when('missing', 'empty'),
    when('name', 'filled'),
  ])('are added if a condition is met: %o', async (entry) => {
    expect(await changes([document], { labels: [entry] })).toMatchObject({ add: ['B'], remove: [], created: [] })
  })

  it.each([
    when('name', 'equal', 'Müller'),
    when('name', 'at_least', 5),
    when('name', 'at_most', 'zzz'),
    when('total', 'at_least', 1190.01),
    when('total', 'at_most', 'many'),
    when('credit', 'at_least', 0),
    when('none', 'at_most', 0),
    when('none', 'equal', ''),
    when('none', 'filled'),
    when('name', 'empty'),
  ])('are not added, without any request, if it is not: %o', async (entry) => {
    expect(await changes([document], { labels: [entry] })).toEqual({ requests: 0, created: [], messages: [] })
  })

  it('need all conditions of an entry, one value of several, and one of several entries', async () => {
    const both = { label: 'B', when: [...when('total', 'at_least', 1).when, ...when('none', 'filled').when] }
    expect(await changes([document], { labels: [both] })).toMatchObject({ requests: 0 })
    expect(await changes([document], { labels: [both, when('name', 'filled')] })).toMatchObject({ add: ['B'] })
    const rows = table([amount('net', '')], [amount('net', '5')], [amount('net', '-5')])
    expect(await changes([rows], { labels: [when('net', 'at_most', 0)] })).toMatchObject({ add: ['B'] })
  })

  it('are removed when the conditions are no longer met; others are kept', async () => {
    const labels = [when('name', 'empty', undefined, 'A'), when('name', 'filled')]
    expect(await changes([document], { labels }, ['A', 'Own'])).toMatchObject({ add: ['B'], remove: ['A'] })
    expect(await changes([document], { labels, remove_labels: false }, ['A', 'B'])).toMatchObject({ requests: 0 })
    expect(await changes([document], { labels }, ['B'])).toMatchObject({ requests: 0 })
    expect(await changes([], { labels: [when('name', 'filled')] }, ['B'])).toMatchObject({ add: [], remove: ['B'] })
  })

  it('are created if they do not exist, or there is a warning', async () => {
    const labels = [when('name', 'filled', undefined, 'New')]
    expect(await changes([document], { labels })).toMatchObject({ created: ['New'], add: ['New'] })
    expect(await changes([document], { labels, create_labels: false })).toEqual({
      requests: 2,
      created: [],
      messages: ['The label "New" does not exist.'],
    })
  })

  it('fail without a token and if the API refuses a request', async () => {
    const given = { settings: { labels: [when('name', 'filled')] }, answers: () => ({ status: 403, body: 'no' }) }
    await expect(run([document], given)).rejects.toThrow('failed with status 403: no')
    await expect(run([document], { ...given, payload: { svc_authorization_token: null } })).rejects.toThrow(
      'token_owner',
    )
  })
})
