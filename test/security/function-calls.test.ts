/** Functions of all organizations call the API from the address of a worker: what one does there must not count for the others. */
import { describe, expect, it } from 'vitest'
import { withCaller } from '../../src/domain/requests/function-caller.ts'
import { FAILURES_ALLOWED } from '../../src/domain/people/login-attempts.ts'
import { as } from '../support/as.ts'
import { aTenant } from '../support/factories.ts'
import { server, startServer, useOwnServer } from '../support/own-server.ts'

useOwnServer()

const LIMIT = 3

/** A client as a worker that runs functions of this organization. */
const functionsOf = (organization_id: number) => {
  const headers = () => withCaller(server.deps.config, {}, { organization_id, now: Date.now() })
  const login = (username: string) =>
    as(server.root).send('POST', '/auth/login', { body: { username, password: 'wrong' }, headers: headers() })
  return { headers, login }
}
const nameOf = async (user_id: number) =>
  ((await server.deps.db('users').where('id', user_id).first('username')) as { username: string }).username

describe('failed logins of a function', () => {
  it('lock out neither its address nor the functions of others', async () => {
    await startServer({}, { FAILURES_PER_ADDRESS: String(LIMIT) })
    const [one, other] = [await aTenant(server.deps.db), await aTenant(server.deps.db)]
    const { login } = functionsOf(one.organization_id)
    for (let n = 0; n < LIMIT; n++) expect((await login(`nobody-${n}@example.org`)).status).toBe(401)
    expect((await login('nobody@example.org')).status).toBe(429)
    const username = await nameOf(other.user_id)
    expect((await functionsOf(other.organization_id).login(username)).status).toBe(401)
    expect((await as(server.root).post('/auth/login', { username, password: 'wrong' })).status).toBe(401)
  })

  it('do not lock a name for its user', async () => {
    await startServer({}, { FAILURES_PER_ADDRESS: '0' })
    const tenant = await aTenant(server.deps.db)
    const username = await nameOf(tenant.user_id)
    const { login } = functionsOf(tenant.organization_id)
    for (let n = 0; n < FAILURES_ALLOWED; n++) await login(username)
    expect((await login(username)).status).toBe(429)
    expect((await as(server.root).post('/auth/login', { username, password: 'wrong' })).status).toBe(401)
  })

  it('count for its organization when it sends wrong tokens', async () => {
    await startServer({}, { FAILURES_PER_ADDRESS: String(LIMIT) })
    const tenant = await aTenant(server.deps.db)
    const { headers } = functionsOf(tenant.organization_id)
    const wrong = async () =>
      (await as(server.root, 'f'.repeat(40)).send('GET', '/queues', { headers: headers() })).status
    for (let n = 0; n < LIMIT; n++) expect(await wrong()).toBe(401)
    expect(await wrong()).toBe(429)
    expect((await as(server.root, 'e'.repeat(40)).get('/queues')).status).toBe(401)
  })
})
