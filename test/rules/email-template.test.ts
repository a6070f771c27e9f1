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
} from '../../src/rules/email-template.ts'
import { TRIGGER_EVENTS } from '../../src/rules/conditions.ts'

const values = new Map([
  ['sender_email', ['ann@example.org']],
  ['annotation.id', ['1', '2']],
  ['annotation.content.value.supplier', ['a@example.org', 'not an address']],
  ['name', ['<b>']],
])

describe('placeholders', () => {
  it('are plain names with or without spaces; several values are joined, unknown names become empty', () => {
    expect(fillPlaceholders('{{annotation.id}} / {{ annotation.id }} / [{{ nobody }}]', values)).toBe(
      '1, 2 / 1, 2 / []',
    )
  })

  it('know no filters and no logic: such text stays', () => {
    for (const text of ['{{ name | upper }}', '{% if name %}', '{{ name() }}', '{ name }', '{{}}'])
      expect(fillPlaceholders(text, values)).toBe(text)
  })

  it('are escaped in HTML, and values are not filled in again', () => {
    expect(fillPlaceholders('<p>{{name}}</p>', values, escapeHtml)).toBe('<p>&lt;b&gt;</p>')
    expect(fillPlaceholders('{{a}}', new Map([['a', ['{{name}}']]]))).toBe('{{name}}')
  })

  it('are found in texts', () => {
    expect(placeholdersIn('{{ a }}{{b.c}}', '{{a}} {{ d|e }}')).toEqual(['a', 'b.c'])
  })

  it('leave nothing in the text that a name stood for', () => {
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
  it('are accepted in the older and the newer form', () => {
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

  it('are at most 40 together', () => {
    const list = (n: number) => Array.from({ length: n }, (_, i) => ({ email: `p${i}@example.org` }))
    expect(checkRecipients({ to: list(20), cc: list(20), bcc: [] })).toBeNull()
    expect(checkRecipients({ to: list(20), cc: list(20), bcc: list(1) })).toEqual({
      to: ['At most 40 recipients are allowed in to, cc and bcc together.'],
    })
    expect(checkRecipients({ to: [], cc: [{ email: 'x' }], bcc: [] })).toEqual({ cc: ['Enter a valid email address.'] })
  })

  it('become addresses, as many as there are values', () => {
    const people = (one: Parameters<typeof addressees>[0]) => addressees(one, values, ['eva@example.org'])
    expect(people({ email: '{{sender_email}}', name: 'Ann {{annotation.id}}' })).toEqual([
      { email: 'ann@example.org', name: 'Ann 1, 2' },
    ])
    expect(people({ email: '{{nobody}}' })).toEqual([])
    expect(people({ type: 'annotator' })).toEqual([{ email: 'eva@example.org' }])
    expect(people({ type: 'datapoint', value: 'supplier' })).toEqual([{ email: 'a@example.org' }])
    expect(people({ type: 'constant', value: '{{sender_email}}' })).toEqual([{ email: 'ann@example.org' }])
  })

  it('get one mail each', () => {
    expect(withoutRepeats([{ email: 'a@x', name: 'A' }, { email: 'b@x' }, { email: 'A@x' }])).toEqual([
      { email: 'a@x', name: 'A' },
      { email: 'b@x' },
    ])
  })
})

describe('templates', () => {
  it('of each type take the events of the table', () => {
    const events = (type: Parameters<typeof mayLink>[0]) => TRIGGER_EVENTS.filter((event) => mayLink(type, event))
    expect(events('custom')).toEqual(TRIGGER_EVENTS)
    expect(events('rejection')).toEqual(['annotation_imported'])
    expect(events('rejection_default')).toEqual(['annotation_imported'])
    expect(events('email_with_no_processable_attachments')).toEqual(['email_with_no_processable_attachments'])
  })
})
