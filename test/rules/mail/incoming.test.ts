import { describe, expect, it } from 'vitest'
import { completeFilters, type RejectionConditions } from '../../../src/rules/mail/inbox.ts'
import {
  bareSubject,
  rejectFile,
  repliedSubject,
  senderPasses,
  type MailFile,
} from '../../../src/rules/mail/incoming.ts'

const PDF: MailFile = {
  name: 'a.pdf',
  mime_type: 'application/pdf',
  size: 5000,
  width: null,
  height: null,
  state: 'file',
}
const picture = (width: number, height: number): MailFile => ({
  ...PDF,
  name: 'a.png',
  mime_type: 'image/png',
  width,
  height,
})

/** Decides with these rejection conditions; all types but text can be imported. */
const decide = (file: MailFile, document_rejection_conditions: Partial<RejectionConditions> = {}) =>
  rejectFile(
    file,
    completeFilters({ document_rejection_conditions }),
    ({ mime_type }) => !mime_type.startsWith('text/'),
  )

describe('rejectFile', () => {
  it('accepts a document', () => {
    expect(decide(PDF)).toBeNull()
  })

  it.each([
    ['container', 'extracted_archive'],
    ['encrypted', 'password_protected_archive'],
    ['damaged', 'failed_to_extract'],
    ['too_large', 'failed_to_extract'],
    ['broken_image', 'broken_image'],
  ] as const)('reports a file that is %s as %s', (state, status) => {
    expect(decide({ ...PDF, state })).toBe(status)
  })

  it('rejects programs by content and by name', () => {
    expect(decide({ ...PDF, mime_type: 'application/x-executable' })).toBe('filtered_by_insecure_mime_type')
    expect(decide({ ...PDF, name: 'invoice.pdf.JS', mime_type: 'text/javascript' })).toBe(
      'filtered_by_insecure_mime_type',
    )
  })

  it.each(['a.js.', 'a.js. . ', 'a.js\u200b', 'a.j\u00ads', 'a.lnk\u00a0', 'a.hta::$DATA', 'a.exe:b.pdf', 'b:a.exe'])(
    'rejects programs whose name ends in what Windows ignores: %j',
    (name) => {
      expect(decide({ ...PDF, name })).toBe('filtered_by_insecure_mime_type')
    },
  )

  it('accepts names that only contain those of programs', () => {
    for (const name of ['a.js.pdf', 'Invoice: 12.pdf', 'notes.json', 'js'])
      expect([name, decide({ ...PDF, name })]).toEqual([name, null])
  })

  it('rejects pictures only if both dimensions are smaller', () => {
    expect(decide(picture(1199, 599))).toBe('filtered_by_inbox_resolution')
    expect(decide(picture(1200, 599))).toBeNull()
    expect(decide(picture(1199, 600))).toBeNull()
    expect(decide(picture(300, 300), { resolution_lower_than_px: null })).toBeNull()
  })

  it('rejects tiny pictures even without conditions', () => {
    expect(decide(picture(100, 100), { enabled: false })).toBe('filtered_by_inbox_resolution')
    expect(decide(picture(101, 100), { enabled: false })).toBeNull()
  })

  it('rejects by size, type and name, unless the conditions are disabled', () => {
    expect(decide(PDF, { file_size_less_than_b: 5001 })).toBe('filtered_by_inbox_size')
    expect(decide(PDF, { file_size_less_than_b: 5000 })).toBeNull()
    expect(decide({ ...PDF, mime_type: 'image/gif' })).toBe('filtered_by_inbox_mime_type')
    expect(decide(PDF, { mime_types: ['application/*'] })).toBe('filtered_by_inbox_mime_type')
    expect(decide(PDF, { mime_types: [] })).toBeNull()
    expect(decide({ ...PDF, name: 'Terms 2026.pdf' }, { file_name_regexes: ['^x', '(?i)terms'] })).toBe(
      'filtered_by_inbox_file_name',
    )
    expect(decide(PDF, { file_name_regexes: '(a+)+b' })).toBeNull()
    expect(decide(PDF, { enabled: false, file_size_less_than_b: 9999 })).toBeNull()
  })

  it('rejects types that the queue cannot import', () => {
    expect(decide({ ...PDF, mime_type: 'text/plain' })).toBe('filtered_by_queue_mime_type')
  })
})

describe('senderPasses', () => {
  it('denies before it allows', () => {
    expect(senderPasses({ allowed_senders: [], denied_senders: [] }, 'a@x.org')).toBe(true)
    expect(senderPasses({ allowed_senders: ['*@x.org'], denied_senders: ['a@*'] }, 'a@x.org')).toBe(false)
    expect(senderPasses({ allowed_senders: ['*@x.org'], denied_senders: [] }, 'b@y.org')).toBe(false)
    expect(senderPasses({ allowed_senders: ['*@x.org'], denied_senders: [] }, '')).toBe(false)
  })
})

describe('subjects', () => {
  it.each([
    ['Re: Order 7', 'order 7'],
    ['AW: WG: Order  7', 'order 7'],
    ['RE[2]: Order 7', 'order 7'],
    ['Order 7', ''],
    ['Re:', ''],
    ['Regarding: Order 7', ''],
  ])('of the reply %s', (subject, topic) => {
    expect(repliedSubject(subject)).toBe(topic)
  })

  it('are compared without prefixes', () => {
    expect(bareSubject('Fwd: Order 7')).toBe('order 7')
  })
})
