/** Documents created by clients, permanent links, and archives of several documents. */
import { describe, expect, it } from 'vitest'
import { fromBuffer } from 'yauzl'
import { deleteExpiredDownloads } from '../../src/domain/documents/downloads.ts'
import { documentKey } from '../../src/domain/documents/stored-file.ts'
import type { Role } from '../../src/rules/access/permissions.ts'
import { as } from '../support/as.ts'
import { aDocument, anAnnotation, aPerson, aTenant } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer({ wrap: documented })

const person = async (role: Role) => as(server.root, (await aPerson(server.deps.db, tenant, role)).token)
const missing = ['Invalid hyperlink - object does not exist.']

/** Creates a document with a stored file. */
async function stored(name: string, content: string, given: object = {}): Promise<number> {
  const bytes = Buffer.from(content)
  const id = await aDocument(server.deps.db, tenant, { original_file_name: name, size: bytes.length, ...given })
  const { s3_name } = await server.deps.db('documents').where({ id }).first('s3_name')
  await server.deps.blobs.put(documentKey(s3_name), bytes)
  return id
}

function form(parts: Record<string, string | [name: string, content: string]>): FormData {
  const data = new FormData()
  for (const [key, value] of Object.entries(parts))
    if (typeof value === 'string') data.append(key, value)
    else data.append(key, new Blob([value[1]]), value[0])
  return data
}

describe('POST /v1/documents', () => {
  it('stores one file with metadata and parent, without an annotation', async () => {
    const parent = url('documents', await stored('whole.pdf', 'x'))
    const created = await admin.post(
      '/documents',
      form({ content: ['übersicht.txt', 'some text'], metadata: '{"a":1}', parent }),
    )
    expect(created).toMatchObject({
      status: 201,
      body: {
        original_file_name: 'übersicht.txt',
        metadata: { a: 1 },
        parent,
        creator: url('users', tenant.user_id),
        annotations: [],
        arrived_at: created.body.created_at,
      },
    })
    expect((await as(server.root, tenant.token).get(created.body.content)).body.toString()).toBe('some text')
  })

  it('accepts a raw body with the file name in Content-Disposition, also with Basic credentials', async () => {
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': "attachment; filename*=utf-8''a%20b.pdf",
    }
    const created = await admin.post('/documents', Buffer.from('%PDF-1.4'), headers)
    expect(created).toMatchObject({
      status: 201,
      body: { original_file_name: 'a b.pdf', mime_type: 'application/pdf' },
    })
    const username = `basic-${created.body.id}@example.org`
    await admin.post('/users', {
      username,
      organization: url('organizations', tenant.organization_id),
      password: 'a long enough passphrase',
      groups: [url('groups', 2)],
    })
    const basic = { Authorization: `Basic ${Buffer.from(`${username}:a long enough passphrase`).toString('base64')}` }
    const anonymous = as(server.root)
    expect((await anonymous.post('/documents', Buffer.from('x'), { ...headers, ...basic })).status).toBe(201)
    expect((await anonymous.get('/documents', basic)).status).toBe(401)
  })

  it('refuses missing, multiple and empty files, invalid JSON and invisible parents', async () => {
    const refused = async (data: FormData) => {
      const answer = await admin.post('/documents', data)
      expect(answer.status).toBe(400)
      return answer.body
    }
    expect((await refused(form({ metadata: '{}' }))).content).toEqual(['No file was submitted.'])
    const two = form({ content: ['a.txt', 'a'] })
    two.append('content', new Blob(['b']), 'b.txt')
    expect((await refused(two)).content).toEqual(['Only one file can be sent at a time.'])
    expect((await refused(form({ content: ['a.txt', ''] }))).content).toEqual(['The submitted file is empty.'])
    const file: [string, string] = ['a.txt', 'a']
    expect((await refused(form({ content: file, metadata: '{' }))).metadata).toEqual(['Value must be valid JSON.'])
    expect((await refused(form({ content: file, parent: url('documents', 999999) }))).parent).toEqual(missing)
  })

  it('requires the permission to import', async () => {
    const data = () => form({ content: ['a.txt', 'a'] })
    expect((await (await person('annotator')).post('/documents', data())).status).toBe(201)
    for (const role of ['viewer', 'annotator_limited'] as const)
      expect((await (await person(role)).post('/documents', data())).status).toBe(403)
  })
})

describe('PUT /v1/documents/{id}', () => {
  it('is not offered', async () => {
    expect((await admin.put(`/documents/${await stored('a.pdf', 'a')}`, {})).status).toBe(405)
  })
})

describe('GET /v1/original/{s3_name}', () => {
  it('returns the file to users who can access the document', async () => {
    const id = await stored('plain.txt', 'the text', { mime_type: 'text/plain' })
    const { s3_name } = (await admin.get(`/documents/${id}`)).body
    const answer = await as(server.root, tenant.token).get(`/original/${s3_name}`)
    expect([answer.status, answer.body.toString()]).toEqual([200, 'the text'])
    expect(answer.headers.get('content-disposition')).toContain('plain.txt')
    expect((await admin.get('/original/0000')).status).toBe(404)
    expect((await (await person('annotator')).get(`/original/${s3_name}`)).status).toBe(404)
    expect((await as(server.root).get(`/original/${s3_name}`)).status).toBe(403)
    const other = await aTenant(server.deps.db)
    expect((await as(server.root, other.token).get(`/original/${s3_name}`)).status).toBe(404)
  })
})

const entriesOf = (archive: Buffer): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    const entries: Record<string, string> = {}
    fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('end', () => resolve(entries))
      zip.on('error', reject)
      zip.on('entry', (entry: { fileName: string }) => {
        zip.openReadStream(entry as never, (failed, stream) => {
          if (failed) return reject(failed)
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            entries[entry.fileName] = Buffer.concat(chunks).toString()
            zip.readEntry()
          })
        })
      })
      zip.readEntry()
    })
  })

describe('/v1/documents/downloads', () => {
  const download = async (body: object, client = as(server.root, tenant.token)) => {
    const started = await client.post('/documents/downloads', body)
    expect([started.status, started.headers.get('location')]).toEqual([202, started.body.url])
    const task = await client.get(started.body.url)
    expect(task).toMatchObject({ status: 303, body: { type: 'documents_download', status: 'succeeded' } })
    const shown = await client.get(task.headers.get('location')!)
    expect(shown.status).toBe(200)
    return { task: task.body, shown: shown.body, file: await client.get(shown.body.content) }
  }

  it('creates an archive with a unique name for each document', async () => {
    const ids = [await stored('a.pdf', 'first'), await stored('a.pdf', 'second'), await stored('b.txt', 'third')]
    const { task, shown, file } = await download({ documents: ids.map((id) => url('documents', id)) })
    expect(task).toMatchObject({ content: { file_name: 'documents.zip' }, result_url: shown.url })
    expect(shown).toMatchObject({ file_name: 'documents.zip', content: `${shown.url}/content` })
    expect(Date.parse(shown.expires_at)).toBeGreaterThan(Date.now())
    expect(file.headers.get('content-type')).toBe('application/zip')
    expect(await entriesOf(file.body)).toEqual({ 'a.pdf': 'first', 'a (2).pdf': 'second', 'b.txt': 'third' })
  })

  it('can contain the source documents', async () => {
    const source = await stored('scan.pdf', 'whole')
    const part = await stored('scan_1.pdf', 'part', { parent_id: source })
    const smaller = await stored('scan_1_1.pdf', 'part of it', { parent_id: part })
    const { file } = await download({
      documents: [part, smaller].map((id) => url('documents', id)),
      type: 'source_document',
      file_name: 'sources.zip',
    })
    expect(file.headers.get('content-disposition')).toContain('sources.zip')
    expect(await entriesOf(file.body)).toEqual({ 'scan.pdf': 'whole' })
  })

  it('can return a single document without an archive', async () => {
    const id = await stored('one.txt', 'alone', { mime_type: 'text/plain' })
    const { shown, file } = await download({ documents: [url('documents', id)], zip: false })
    expect(shown.file_name).toBe('one.txt')
    expect(file.body.toString()).toBe('alone')
    const two = [id, await stored('two.txt', '2')].map((one) => url('documents', one))
    expect((await admin.post('/documents/downloads', { documents: two, zip: false })).body.zip).toEqual([
      'Without an archive, exactly one document can be downloaded.',
    ])
  })

  it('accepts at most 500 visible documents with a file', async () => {
    const post = (documents: string[]) => admin.post('/documents/downloads', { documents })
    expect((await post([])).status).toBe(400)
    expect((await post(Array.from({ length: 501 }, () => url('documents', 1)))).status).toBe(400)
    expect((await post([url('documents', 999999)])).body.documents).toEqual(missing)
    const empty = await aDocument(server.deps.db, tenant, { has_content: false })
    expect((await post([url('documents', empty)])).status).toBe(400)
  })

  it('is available only to its creator, for two hours', async () => {
    const { document_id } = await anAnnotation(server.deps.db, tenant)
    const viewer = await person('viewer')
    const { s3_name } = await server.deps.db('documents').where('id', document_id).first('s3_name')
    await server.deps.blobs.put(documentKey(s3_name), Buffer.from('abc'))
    const { shown } = await download({ documents: [url('documents', document_id)] }, viewer)
    expect((await admin.get(shown.url)).status).toBe(404)
    expect((await admin.get(`${shown.url}/content`)).status).toBe(404)
    await server.deps.db('document_downloads').update({ expires_at: '2020-01-01T00:00:00Z' })
    expect((await viewer.get(shown.url)).status).toBe(404)
    expect((await viewer.get('/documents/downloads/abc')).status).toBe(404)
    expect(await deleteExpiredDownloads(server.deps.db)).toBeGreaterThan(0)
    expect(await server.deps.db('document_downloads').first('id')).toBeUndefined()
  })

  it('omits documents that have become invisible', async () => {
    const { annotation_id, document_id } = await anAnnotation(server.deps.db, tenant)
    const { s3_name } = await server.deps.db('documents').where('id', document_id).first('s3_name')
    await server.deps.blobs.put(documentKey(s3_name), Buffer.from('abc'))
    const viewer = await person('viewer')
    const { shown, file } = await download({ documents: [url('documents', document_id)] }, viewer)
    expect(await entriesOf(file.body)).toEqual({ 'invoice.pdf': 'abc' })
    await server.deps.db('annotations').where('id', annotation_id).delete()
    expect((await viewer.get(`${shown.url}/content`)).status).toBe(404)
  })
})
