/** Log lines and audit logs contain no names of files and no data of persons. */
import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openLog } from '../../src/log.ts'
import { as } from '../support/as.ts'
import { aDocument } from '../support/factories.ts'
import { server, tenant, useTenantServer } from '../support/tenant-server.ts'

const MARKER = 'zqpayroll'

const lines: string[] = []
const destination = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString())
    done()
  },
})
const log = openLog('trace', 'test', destination)
useTenantServer({ deps: { log } })
const logged = () => lines.splice(0).join('')

describe('log lines', () => {
  it('have the routes and ids of requests, but no names of files, storage keys or users', async () => {
    const client = as(server.root, tenant.token)
    const id = await aDocument(server.deps.db, tenant, { s3_name: 'storagekey', original_file_name: `${MARKER}.pdf` })
    await server.deps.blobs.put('documents/storagekey', Buffer.from('abc'))
    const binary = { 'Content-Type': 'application/octet-stream' }
    const uploaded = await client.post(`/uploads/${MARKER}.pdf?queue=${tenant.queue_id}`, Buffer.from('x'), binary)
    expect(uploaded.status).toBe(202)
    expect((await client.get('/original/storagekey')).status).toBe(200)
    expect((await client.get(`/original/${MARKER}`)).status).toBe(404)
    expect((await client.get(`/documents/${id}/${MARKER}.pdf`)).status).toBe(404)
    expect((await client.get(`/${MARKER}/ada@${MARKER}.example`)).status).toBe(404)
    expect((await as(server.root, 'wrong').get(`/original/${MARKER}`)).status).toBe(401)
    expect((await client.get(`/documents/${id}`)).status).toBe(200)
    const text = logged()
    expect(text).not.toContain(MARKER)
    expect(text).not.toContain('storagekey')
    const paths = text
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { path?: string }).path)
    expect(paths).toEqual(
      expect.arrayContaining(['/api/v1/uploads/:text', '/api/v1/original/:text', `/api/v1/documents/${id}`]),
    )
    const audited = await server.deps.db('audit_logs').select('content')
    expect(JSON.stringify(audited)).toContain('/api/v1/uploads/:text')
    expect(JSON.stringify(audited)).not.toContain(MARKER)
  })

  it('have the code and place of a database error, but no values of rows', async () => {
    const { db } = server.deps
    const { organization_id } = tenant
    const user = { organization_id, username: `ada@${MARKER}.example` }
    await db('users').insert(user)
    const failing = [
      db('users').insert(user),
      db('users').insert({ ...user, username: null, first_name: MARKER }),
      db('annotations').insert({ organization_id, status: MARKER }),
      db.raw('select ?::bigint', [MARKER]),
      db.raw('select ?::jsonb', [`{"${MARKER}" x`]),
      db.raw('select ?::timestamptz', [`a "quoted" ${MARKER}`]),
    ]
    for (const query of failing) {
      const error: unknown = await query.then(
        () => undefined,
        (reason: unknown) => reason,
      )
      expect(error).toBeInstanceOf(Error)
      log.error({ err: error }, 'failed')
      log.error({ err: new Error('outer', { cause: error }) }, 'failed')
      const text = logged()
      expect(text).toMatch(/"code":"2\w{4}"/)
      expect(text).not.toContain(MARKER)
    }
  })
})
