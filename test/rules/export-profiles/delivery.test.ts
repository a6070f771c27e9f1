/** Schedules and destinations of deliveries (contract 17.51, 17.54). */
import { describe, expect, it } from 'vitest'
import { checkDelivery, destinationOf, isDue, type Delivery } from '../../../src/rules/export-profiles/delivery.ts'

const store: Delivery = {
  type: 's3',
  cron: '0 6 * * 1-5',
  status: 'exported',
  bucket: 'bills',
  region: 'eu-central-1',
  endpoint: null,
  prefix: 'in/',
  access_key_id: 'AKIA',
}
const sftp: Delivery = {
  type: 'sftp',
  cron: null,
  status: 'exported',
  host: 'sftp.example.com',
  port: 22,
  user: 'bills',
  folder: 'inbox',
  host_key: `SHA256:${'a'.repeat(43)}`,
}
const email: Delivery = { type: 'email', cron: null, status: 'exported', to: ['a@example.org'], subject: '{date}' }

describe('a delivery', () => {
  it.each<[string, Delivery, string | null]>([
    ['to a store', store, null],
    ['by email', email, null],
    ['every minute', { ...email, cron: '* * * * *' }, 'cron'],
    ['by a schedule with seconds', { ...email, cron: '0 0 6 * * *' }, 'cron'],
    ['without recipients', { ...email, to: [] }, 'to'],
    ['with an unknown placeholder', { ...email, subject: '{name}' }, 'subject'],
    ['to a bucket with a path', { ...store, bucket: 'bills/in' }, 'bucket'],
    ['above the folder', { ...store, prefix: 'in/../../x/' }, 'prefix'],
    ['to a file', { ...store, endpoint: 'file:///etc/passwd' }, 'endpoint'],
    ['to a server with a user', { ...store, endpoint: 'https://a:b@example.org' }, 'endpoint'],
    ['to a server with a path', { ...store, endpoint: 'https://example.org/x' }, 'endpoint'],
    ['onto a server', sftp, null],
    ['onto a server by its address', { ...sftp, host: '2001:db8::1', host_key: null, folder: '/data/in/' }, null],
    ['onto a server with a path', { ...sftp, host: 'example.com/x' }, 'host'],
    ['without a user', { ...sftp, user: '' }, 'user'],
    ['above the folder of the server', { ...sftp, folder: 'in/..' }, 'folder'],
    ['with another kind of fingerprint', { ...sftp, host_key: 'MD5:aa:bb' }, 'host_key'],
    ['to another store', { ...store, endpoint: 'https://s3.example.org:9000' }, null],
  ])('%s', (_, delivery, field) => {
    const errors = checkDelivery(delivery)
    expect(errors === null ? null : Object.keys(errors)).toEqual(field === null ? null : [field])
  })

  it('is due once a run of its schedule has passed', () => {
    const [since, before, after] = ['2026-11-26T06:00:00Z', '2026-11-27T05:59:59Z', '2026-11-27T06:00:00Z'].map(
      (text) => new Date(text),
    )
    expect(isDue(store.cron, since!, before!)).toBe(false)
    expect(isDue(store.cron, since!, after!)).toBe(true)
    // Not at the weekend.
    expect(isDue(store.cron, after!, new Date('2026-11-30T05:00:00Z'))).toBe(false)
    expect(isDue(null, since!, after!)).toBe(false)
  })

  it('is described without secrets', () => {
    expect([store, email, sftp].map(destinationOf)).toEqual([
      'S3 bucket bills, in/',
      'email to a@example.org',
      'SFTP bills@sftp.example.com:22, inbox',
    ])
  })
})
