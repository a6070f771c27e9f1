/** Export profiles: the resource, exports with them, and the commands of docs/export.md (contract 17.41, 17.46, 17.47). */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { place } from '../cli/run-sheaf.ts'
import { as, type Client } from '../support/as.ts'
import { anAnnotation, aTenant } from '../support/factories.ts'
import { admin, person, server, tenant, url } from '../support/tenant-server.ts'
import { ids, lines, path, queue_id, schema_id, text, useExport } from './export-setup.ts'

useExport()

const COLUMNS = [
  { heading: 'Bill', field: 'bill_no' },
  { heading: 'Text', field: 'text' },
  { heading: 'Sum', field: 'sum' },
  { heading: 'Double', expression: 'default_to(field.sum, 0) * 2' },
]
const SETTINGS = { lines_of: 'lines', decimals: 2, decimal_separator: ',', delimiter: ';' }
const make = async (name: string, given: object = {}, client: Client = admin) =>
  client.post('/export_profiles', { name, queue: url('queues', queue_id), columns: COLUMNS, ...SETTINGS, ...given })

let profile: { id: number; url: string }
beforeAll(async () => {
  profile = (await make('Accountant')).body
})
const exported = (query: string, client: Client = admin) => client.get(`${path}?${query}`)
const statusOf = async (id: number) => (await admin.get(`/annotations/${id}`)).body.status

describe('export profiles', () => {
  it('are refused with the column and the field', async () => {
    const answer = await make('Wrong', { columns: [{ heading: 'Order', field: 'order_no' }] })
    expect(answer).toMatchObject({
      status: 400,
      body: { columns: ['Column 1 "Order": The schema has no field "order_no".'] },
    })
    expect((await make('Accountant')).body).toMatchObject({ name: ['This value is already in use.'] })
    const moved = await admin.patch(`/export_profiles/${profile.id}`, { lines_of: null })
    expect(moved.body.columns[0]).toContain('set lines_of to "lines"')
  })

  it('are for administrators, and visible in the queues of a user only', async () => {
    const inside = await person('annotator', [queue_id])
    const outside = await person('annotator', [])
    expect((await inside.client.get(`/export_profiles/${profile.id}`)).status).toBe(200)
    expect((await make('Mine', {}, inside.client)).status).toBe(403)
    expect((await outside.client.get(`/export_profiles/${profile.id}`)).status).toBe(404)
  })

  it('of another organization are no profiles of the queue', async () => {
    const other = await aTenant(server.deps.db)
    const stranger = as(server.root, other.token)
    const queue = stranger.get(`/queues/${other.queue_id}/export?profile=${profile.id}`)
    expect((await queue).body.profile).toEqual([`The queue has no export profile "${profile.id}".`])
    expect((await make('Theirs', {}, stranger)).status).toBe(400)
  })
})

describe('an export with a profile', () => {
  it('has the lines of its profile, by name or id, with filters', async () => {
    const expected = [
      'Bill;Text;Sum;Double',
      'B-9;Water;1200,00;2400,00',
      'B-9;Power;80,50;161,00',
      'B-10;;;0,00',
      'B-11;;;0,00',
    ]
    for (const name of ['Accountant', String(profile.id)]) {
      const answer = await exported(`profile=${name}`)
      expect(answer.status).toBe(200)
      expect(lines(answer)).toEqual(expected)
      expect(answer.headers.get('Content-Disposition')).toContain(`-${new Date().toISOString().slice(0, 4)}`)
      expect(answer.headers.get('Export-Documents')).toBe('3')
    }
    expect(lines(await exported('profile=Accountant&status=exported'))).toEqual([expected[0], expected[4]])
  })

  it('has the same lines after its fields were renamed, also of finished documents', async () => {
    const before = text(await exported('profile=Accountant'))
    const rename = async (from: string, id: string) => {
      const { content } = (await admin.get(`/schemas/${schema_id}`)).body
      for (const node of content.flatMap((section: { children: object[] }) => section.children))
        if (node.id === from) Object.assign(node, { id, renamed_from: from })
      expect((await admin.patch(`/schemas/${schema_id}`, { content })).status).toBe(200)
      expect((await admin.get(`/export_profiles/${profile.id}`)).body.columns[0].field).toBe(id)
      expect(text(await exported('profile=Accountant'))).toBe(before)
    }
    await rename('bill_no', 'invoice_no')
    await rename('invoice_no', 'bill_no')
  })

  it('refuses parameters that it replaces, and names that it does not know', async () => {
    expect((await exported('profile=Accountant&format=csv&columns=bill_no')).body).toMatchObject({
      format: ['Must not be used together with profile.'],
      columns: ['Must not be used together with profile.'],
    })
    expect((await exported('profile=Nothing')).body.profile).toEqual(['The queue has no export profile "Nothing".'])
    expect((await exported('profile=Accountant&to_status=exported')).status).toBe(400)
  })

  it('sends nothing and moves nothing if an expression fails', async () => {
    await make('Failing', { columns: [{ heading: 'X', expression: 'field.sum * 2' }] })
    const answer = await admin.post(`${path}?profile=Failing&to_status=exported&status=to_review`, {})
    expect(answer.status).toBe(400)
    expect(answer.body.profile[0]).toMatch(new RegExp(`^Document ${ids[1]}: Column 1 "X": line 1, column 1: TypeError`))
    expect(await statusOf(ids[1]!)).toBe('to_review')
  })

  it('moves nothing if one of its documents cannot be moved', async () => {
    const before = await Promise.all(ids.map(statusOf))
    const answer = await admin.post(`${path}?profile=Accountant&to_status=exported`, {})
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict_status' } })
    expect(answer.body.detail).toContain(`1 of 3 documents cannot be moved to "exported" now`)
    expect(answer.body.detail).toContain(String(ids[2]))
    expect(await Promise.all(ids.map(statusOf))).toEqual(before)
  })

  it('is recorded in the audit log', async () => {
    await exported('profile=Accountant')
    const { body } = await admin.get(`/audit_logs?object_type=queue&object_id=${queue_id}&action=export`)
    expect(body.results[0].content.details).toMatchObject({
      profile: 'Accountant',
      annotations: 3,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('can be an archive with the documents, each under its own name', async () => {
    const { db, blobs } = server.deps
    const documents = db('annotations').whereIn('id', ids.slice(0, 2)).select('document_id')
    await db('documents').whereIn('id', documents).update({ original_file_name: '../evil.pdf' })
    for (const { s3_name } of await db('documents').whereIn('id', documents).select('s3_name')) {
      await blobs.put(`documents/${s3_name}`, Buffer.from('%PDF-'))
      await db('documents').where({ s3_name }).update({ has_content: true, size: 5 })
    }
    await make('Archive', {
      columns: [{ heading: 'File', property: 'archive_name' }],
      lines_of: null,
      include_documents: true,
      file_name: 'all',
    })
    const answer = await exported(`profile=Archive&id=${ids[0]},${ids[1]}`)
    expect(answer.headers.get('Content-Disposition')).toContain('all.zip')
    const files = unzipSync(new Uint8Array(answer.body as Buffer))
    const [first, second] = Object.keys(files).filter((name) => name !== 'all.csv')
    expect(strFromU8(files['all.csv']!).split('\r\n')).toEqual(['File', first, second, ''])
    expect([first, second].every((name) => /^documents\/[^/]+\.pdf$/.test(name!))).toBe(true)
    expect(strFromU8(files[first!]!)).toBe('%PDF-')
  })

  it('is refused while the profile is disabled', async () => {
    const { id } = (await make('Broken')).body
    const { content } = (await admin.get(`/schemas/${schema_id}`)).body
    const without = content.map((section: { children: { id: string }[] }) => ({
      ...section,
      children: section.children.filter((child) => child.id !== 'bill_no'),
    }))
    expect((await admin.patch(`/schemas/${schema_id}`, { content: without })).status).toBe(409)
    await admin.patch(`/export_profiles/${id}`, { enabled: false })
    expect(await exported('profile=Broken')).toMatchObject({ status: 409 })
  })
})

it('sheaf export --profile writes the same file, and says what the encoding lacked', async () => {
  await make('Narrow', { encoding: 'us-ascii', columns: [{ heading: 'Účet', field: 'bill_no' }], lines_of: null })
  const here = place({ SHEAF_URL: server.root })
  const run = (...args: string[]) =>
    here.run(['export', '--queue', String(queue_id), ...args], { SHEAF_TOKEN: tenant.token })
  expect(await run('--profile', 'Narrow', '--status', 'exported')).toEqual({
    code: 0,
    out: 'Ucet\r\nB-11\r\n',
    err: 'The encoding of the profile lacks 2 of the characters: similar ones are in their place.\n',
  })
  expect(await run('--profile', 'Narrow', '--format', 'xml')).toMatchObject({ code: 2 })
  expect((await run('--profile', 'Nothing')).err).toContain('The queue has no export profile "Nothing".')
  here.remove()
})

it('the commands of docs/export.md write the files that the page describes', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/export.md'), 'utf8')
  const commands = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code]) => code).join('\n')
  expect(page, 'every example runs').not.toContain('```json')
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-guide-'))
  await anAnnotation(server.deps.db, tenant, { status: 'confirmed' })
  const env = { ...process.env, API: server.root, TOKEN: tenant.token }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], { env, cwd: folder })
  expect(stdout).not.toContain('"code"')
  const postings = readFileSync(join(folder, 'postings.csv'), 'latin1')
  expect(postings).toMatch(/^"EXTF";700;21;"Buchungsstapel";13;\d{17};/)
  const items = new TextDecoder('windows-1252').decode(readFileSync(join(folder, 'items.csv')))
  expect(text({ body: items }).split('\r\n')[0]).toBe('Invoice;Date;Item;Net;Account;Period')
  const datev = (await admin.get('/export_profiles?name=DATEV')).body.results[0]
  expect(datev.columns).toContainEqual(expect.objectContaining({ heading: 'Konto', constant: '4400' }))
  expect(datev.preamble[0]).toContain(';29098;55003;')
  const { results } = (await admin.get('/export_deliveries')).body
  expect(results[0]).toMatchObject({ profile_name: 'DATEV', destination: 'SFTP bills@sftp.example.com:22, inbox' })
  const [stored] = await server.deps.db('export_profiles').where({ name: 'DATEV' })
  expect(stored).toMatchObject({ sealed_delivery_secret: null, sealed_delivery_key: expect.anything() })
})
