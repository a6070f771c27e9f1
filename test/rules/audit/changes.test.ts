import { describe, expect, it } from 'vitest'
import { changesBetween, MAX_LENGTH, MAX_CHANGES } from '../../../src/rules/audit/changes.ts'

const changes = (before: object, after: object) => changesBetween(before as never, after as never, Object.keys(after))

describe('changes of an object', () => {
  it('are the values that differ, by their paths', () => {
    expect(
      changes(
        {
          name: 'A',
          settings: { workflows: { enabled: false, remind_after_hours: null }, columns: [1] },
          same: { a: 1 },
        },
        {
          name: 'B',
          settings: { workflows: { enabled: true, remind_after_hours: null }, columns: [1, 2] },
          same: { a: 1 },
        },
      ),
    ).toEqual([
      { field: 'name', before: 'A', after: 'B' },
      { field: 'settings.workflows.enabled', before: false, after: true },
      { field: 'settings.columns', before: [1], after: [1, 2] },
    ])
  })

  it('of lists are found by the ids of their items', () => {
    const section = (label: string) => ({
      id: 'info',
      children: [
        { id: 'total', label },
        { id: 'date', label: 'Date' },
      ],
    })
    expect(changes({ content: [section('Total')] }, { content: [section('Sum'), { id: 'new' }] })).toEqual([
      { field: 'content[info].children[total].label', before: 'Total', after: 'Sum' },
      { field: 'content[new]', before: null, after: { id: 'new' } },
    ])
    expect(changes({ steps: [{ id: 'a' }, { id: 'b' }] }, { steps: [{ id: 'b' }, { id: 'a' }] })).toEqual([
      { field: 'steps (order)', before: ['a', 'b'], after: ['b', 'a'] },
    ])
    expect(changes({ list: [{ id: 'a' }, { id: 'a' }] }, { list: [{ id: 'a' }] })).toEqual([
      { field: 'list', before: [{ id: 'a' }, { id: 'a' }], after: [{ id: 'a' }] },
    ])
  })

  it('of new and removed values have null on the other side', () => {
    expect(changes({}, { name: 'A', settings: { a: 1 } })).toEqual([
      { field: 'name', before: null, after: 'A' },
      { field: 'settings', before: null, after: { a: 1 } },
    ])
  })

  it('never contain secrets', () => {
    const text = JSON.stringify([
      ...changes(
        { config: { headers: { Authorization: 'old-1' }, url: 'https://a.example' }, token: '' },
        { config: { headers: { Authorization: 'new-1' }, url: 'https://b.example' }, token: 'new-2' },
      ),
      ...changes({}, { config: { api_key: 'new-3', list: [{ client_secret: 'new-4', password: null }] } }),
    ])
    expect(text).not.toMatch(/(old|new)-\d/)
    expect(text).toContain('{"field":"config.headers.Authorization","before":"(hidden)","after":"(hidden)"}')
    expect(text).toContain('{"field":"token","before":null,"after":"(hidden)"}')
    expect(text).toContain('{"client_secret":"(hidden)","password":null}')
  })

  it.each([
    'client_secret',
    'accessKey',
    'api-key',
    'apiKey',
    'private_key',
    'db_pwd',
    'passwd',
    'wifi_psk',
    'X-Signature',
    'Cookie',
    'Authorization',
    'credentials',
    'refresh_token',
  ])('hide the value of %s', (name) => {
    expect(changes({ settings: { [name]: 'old-1', port: 1 } }, { settings: { [name]: 'new-1', port: 2 } })).toEqual([
      { field: `settings.${name}`, before: '(hidden)', after: '(hidden)' },
      { field: 'settings.port', before: 1, after: 2 },
    ])
  })

  it('show what belongs to a field of that name', () => {
    const schema = (label: string) => ({ content: [{ id: 'signature', label }] })
    expect(changes(schema('Signed'), schema('Signature'))).toEqual([
      { field: 'content[signature].label', before: 'Signed', after: 'Signature' },
    ])
  })

  it('hide logins in URLs', () => {
    expect(changes({ url: '' }, { url: 'https://ada:pa55@erp.example/a@b' })).toEqual([
      { field: 'url', before: '', after: 'https://(hidden)@erp.example/a@b' },
    ])
  })

  it('are bounded', () => {
    const [long] = changes({ code: '' }, { code: 'x'.repeat(MAX_LENGTH + 1) })
    expect(long!.after).toBe(`${'x'.repeat(MAX_LENGTH)}… (${MAX_LENGTH + 1} characters)`)
    const many = (value: number) =>
      Object.fromEntries(Array.from({ length: MAX_CHANGES + 5 }, (_, index) => [`f${index}`, value]))
    const found = changes(many(1), many(2))
    expect(found).toHaveLength(MAX_CHANGES + 1)
    expect(found.at(-1)).toEqual({ field: '5 further changes', before: null, after: null })
  })
})
