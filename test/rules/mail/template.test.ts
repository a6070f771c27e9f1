import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressees,
  checkRecipient,
  checkRecipients,
  escapeHtml,
  fillPlaceholders,
  mayLink,
  placeholdersIn,
  withoutRepeats,
} from '../../../src/rules/mail/template.ts'
import { TRIGGER_EVENTS } from '../../../src/rules/conditions/index.ts'

const values = new Map([
  ['sender_email', ['ann@example.org']],
  ['annotation.id', ['1', '2']],
  ['annotation.content.value.supplier', ['a@example.org', 'not an address']],
  ['name', ['<b>']],
])

describe('placeholders', () => {
  it('are names with optional spaces; several values are joined, unknown names become empty', () => {
    expect(fillPlaceholders('{{annotation.id}} / {{ annotation.id }} / [{{ unknown }}]', values)).toBe(
      '1, 2 / 1, 2 / []',
    )
  })

  it('support no filters and no logic: such text remains unchanged', () => {
    for (const text of ['{{ name | upper }}', '{% if name %}', '{{ name() }}', '{ name }', '{{}}'])
      expect(fillPlaceholders(text, values)).toBe(text)
  })

  it('are escaped in HTML, and placeholders in values are not replaced', () => {
    expect(fillPlaceholders('<p>{{name}}</p>', values, escapeHtml)).toBe('<p>&lt;b&gt;</p>')
    expect(fillPlaceholders('{{a}}', new Map([['a', ['{{name}}']]]))).toBe('{{name}}')
  })

  it('can be listed from texts', () => {
    expect(placeholdersIn('{{ a }}{{b.c}}', '{{a}} {{ d|e }}')).toEqual(['a', 'b.c'])
  })

  it('are all replaced in any text', () => {
    const name = fc.constantFrom('a', 'b.c', 'sender_email', 'annotation.id')
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            name.map((one) => `{{ ${one} }}`),
            fc.constantFrom('x', ' ', '<', '&'),
          ),
        ),
        (parts) => {
          expect(placeholdersIn(fillPlaceholders(parts.join(''), values, escapeHtml))).toEqual([])
        },
      ),
    )
  })
})

describe('recipients', () => {
  it('are accepted in the old and the new format', () => {
    const good = [
      { email: 'a@example.org' },
      { email: '{{sender_email}}', name: 'Ann' },
      { type: 'annotator' },
      { type: 'annotator', value: '' },
      { type: 'constant', value: 'a@example.org' },
      { type: 'datapoint', value: 'supplier' },
    ]
    for (const one of good) expect(checkRecipient(one), JSON.stringify(one)).toBeNull()
  })

  it('are refused without an address or with an unknown type', () => {
    for (const one of [
      null,
      'a@example.org',
      {},
      { email: 'ann' },
      { email: 'a@x', name: 1 },
      { type: 'constant', value: 'x' },
    ])
      expect(checkRecipient(one), JSON.stringify(one)).not.toBeNull()
    expect(checkRecipient({ type: 'datapoint' })).toBe('value: The id of a schema field is required.')
    expect(checkRecipient({ type: 'boss' })).toBe('"boss" is not a valid choice.')
  })

  it('are limited to 40 in total', () => {
    const list = (n: number) => Array.from({ length: n }, (_, i) => ({ email: `p${i}@example.org` }))
    expect(checkRecipients({ to: list(20), cc: list(20), bcc: [] })).toBeNull()
    expect(checkRecipients({ to: list(20), cc: list(20), bcc: list(1) })).toEqual({
      to: ['At most 40 recipients are allowed in to, cc and bcc together.'],
    })
    expect(checkRecipients({ to: [], cc: [{ email: 'x' }], bcc: [] })).toEqual({ cc: ['Enter a valid email address.'] })
  })

  it('are resolved to one address per value', () => {
    const people = (one: Parameters<typeof addressees>[0]) => addressees(one, values, ['eva@example.org'])
    expect(people({ email: '{{sender_email}}', name: 'Ann {{annotation.id}}' })).toEqual([
      { email: 'ann@example.org', name: 'Ann 1, 2' },
    ])
    expect(people({ email: '{{unknown}}' })).toEqual([])
    expect(people({ type: 'annotator' })).toEqual([{ email: 'eva@example.org' }])
    expect(people({ type: 'datapoint', value: 'supplier' })).toEqual([{ email: 'a@example.org' }])
    expect(people({ type: 'constant', value: '{{sender_email}}' })).toEqual([{ email: 'ann@example.org' }])
  })

  it('with a type are resolved by it, whatever other keys they have', () => {
    const one = { type: 'annotator', email: 5, name: [] } as unknown as Parameters<typeof addressees>[0]
    expect(checkRecipient(one)).toBeNull()
    expect(addressees(one, values, ['eva@example.org'])).toEqual([{ email: 'eva@example.org' }])
  })

  it('get one email each', () => {
    expect(withoutRepeats([{ email: 'a@x', name: 'A' }, { email: 'b@x' }, { email: 'A@x' }])).toEqual([
      { email: 'a@x', name: 'A' },
      { email: 'b@x' },
    ])
  })
})

describe('templates', () => {
  it('of each type accept the events in the table', () => {
    const events = (type: Parameters<typeof mayLink>[0]) => TRIGGER_EVENTS.filter((event) => mayLink(type, event))
    expect(events('custom')).toEqual(TRIGGER_EVENTS)
    expect(events('rejection')).toEqual(['annotation_imported'])
    expect(events('rejection_default')).toEqual(['annotation_imported'])
    expect(events('email_with_no_processable_attachments')).toEqual(['email_with_no_processable_attachments'])
  })
})
