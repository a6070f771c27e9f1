/** Connectors: behaviour beyond the contract suite. */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { ANOTHER_KEY, CERTIFICATE, ITS_KEY } from '../support/client-certificate.ts'
import { aPerson, aQueue } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const aQueueUrl = async () => url('queues', (await aQueue(server.deps.db, tenant)).queue_id)
const body = (queues: string[], given: object = {}) => ({
  name: 'ERP',
  queues,
  service_url: 'https://erp.example.org/connector',
  ...given,
})

describe('connectors', () => {
  it('return "" for unset values and accept null', async () => {
    const empty = { params: '', client_ssl_certificate: '', authorization_token: '' }
    const given = { params: null, client_ssl_certificate: null, client_ssl_key: null, authorization_token: null }
    const created = await admin.post('/connectors', body([], given))
    expect([created.status, created.body]).toEqual([201, expect.objectContaining(empty)])
    expect(created.body).toMatchObject({ authorization_type: 'secret_key', asynchronous: true, metadata: {} })
    const row = await server.deps.db('connectors').where('id', created.body.id).first()
    expect([row.params, row.client_ssl_certificate, row.sealed_authorization_token]).toEqual([null, null, null])
  })

  it('return the token to administrators only, never return the key, and encrypt both', async () => {
    const created = await admin.post(
      '/connectors',
      body([], { authorization_token: 'token-of-erp', client_ssl_certificate: CERTIFICATE, client_ssl_key: ITS_KEY }),
    )
    expect(created.body.authorization_token).toBe('token-of-erp')
    expect(created.body).not.toHaveProperty('client_ssl_key')
    expect(created.body.client_ssl_certificate).toBe(CERTIFICATE)
    const { rows } = await server.deps.db.raw(`select connectors::text as all from connectors where id = ?`, [
      created.body.id,
    ])
    const stored = rows[0].all as string
    expect(stored).not.toContain(Buffer.from('token-of-erp').toString('hex'))
    expect(stored).not.toContain(Buffer.from(ITS_KEY.slice(30, 60)).toString('hex'))
    // Writing a read object back does not change its hidden values.
    const sealed = () => server.deps.db('connectors').where('id', created.body.id).first('sealed_client_ssl_key')
    const before = await sealed()
    expect((await admin.put(`/connectors/${created.body.id}`, created.body)).status).toBe(200)
    expect(await sealed()).toEqual(before)

    const viewer = as(server.root, (await aPerson(server.deps.db, tenant, 'viewer')).token)
    expect((await viewer.get(`/connectors/${created.body.id}`)).status).toBe(403)
    expect((await viewer.get('/connectors')).status).toBe(403)
  })

  it('refuse invalid certificates, invalid or encrypted keys, and keys of another certificate', async () => {
    const wrong = async (given: object) => (await admin.post('/connectors', body([], given))).body
    expect(await wrong({ client_ssl_certificate: 'x' })).toMatchObject({
      client_ssl_certificate: ['Not a valid certificate in PEM format.'],
    })
    expect(await wrong({ client_ssl_key: 'x' })).toMatchObject({
      client_ssl_key: ['Not a valid private key in PEM format.'],
    })
    const encrypted = ITS_KEY.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE')
    expect(await wrong({ client_ssl_key: encrypted })).toMatchObject({
      client_ssl_key: ['The key must not be encrypted.'],
    })
    expect(await wrong({ client_ssl_certificate: CERTIFICATE, client_ssl_key: ANOTHER_KEY })).toMatchObject({
      client_ssl_key: ['The key does not match the certificate.'],
    })
    const created = await admin.post('/connectors', body([], { client_ssl_key: ANOTHER_KEY }))
    const later = await admin.patch(`/connectors/${created.body.id}`, { client_ssl_certificate: CERTIFICATE })
    expect([later.status, later.body.client_ssl_key]).toEqual([400, ['The key does not match the certificate.']])
  })

  it('refuse invalid addresses', async () => {
    for (const service_url of ['erp', 'ftp://erp.example.org', 'https://', 'https://a b.example.org', 'javascript:1'])
      expect(await admin.post('/connectors', body([], { service_url }))).toMatchObject({
        status: 400,
        body: { service_url: ['Enter a valid URL.'] },
      })
  })
})

describe('the connector of a queue', () => {
  it('is unique, and can be read and set from the queue and the connector', async () => {
    const [one, two] = [await aQueueUrl(), await aQueueUrl()]
    const first = (await admin.post('/connectors', body([one]))).body
    expect((await admin.get(one)).body.connector).toBe(first.url)
    const taken = await admin.post('/connectors', body([one, two]))
    expect([taken.status, taken.body.queues[0]]).toEqual([
      400,
      expect.stringContaining('A queue has at most one connector'),
    ])
    const second = (await admin.post('/connectors', body([two]))).body
    // Setting a connector on the queue replaces the previous one.
    expect((await admin.patch(two, { connector: first.url })).body.connector).toBe(first.url)
    expect((await admin.get(second.url)).body.queues).toEqual([])
    expect((await admin.get(first.url)).body.queues).toEqual([one, two])
    const id = one.split('/').at(-1)
    const found = await admin.get(`/connectors?queue=${id}`)
    expect(found.body.results.map((row: { id: number }) => row.id)).toEqual([first.id])
    const queues = await admin.get(`/queues?connector=${first.id}`)
    expect(queues.body.pagination.total).toBe(2)
    expect((await admin.patch(first.url, { queues: [two] })).body.queues).toEqual([two])
    expect((await admin.get(one)).body.connector).toBeNull()
    expect((await admin.delete(first.url)).status).toBe(204)
    expect((await admin.get(two)).body.connector).toBeNull()
  })

  it('is one of two that request the queue concurrently', async () => {
    const queue = await aQueueUrl()
    const answers = await Promise.all(Array.from({ length: 4 }, () => admin.post('/connectors', body([queue]))))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.every((status) => [201, 400, 409].includes(status))).toBe(true)
    const created = answers.find(({ status }) => status === 201)!
    expect((await admin.get(queue)).body.connector).toBe(created.body.url)
    expect((await admin.get('/connectors?page_size=100')).body.results).toContainEqual(created.body)
  })
})
