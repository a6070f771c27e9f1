/** Estimating a password takes tens of milliseconds, so no request does it in the thread that answers the others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digest, hashPassword } from '../../src/domain/people/credentials.ts'
import { unavailable } from '../../src/errors.ts'
import { as, type Answer } from '../support/as.ts'
import { aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { CREATE_KEY, testServer, type TestServer } from '../support/server.ts'

const OLD = 'correct horse battery'
const NEW = 'seven purple lanterns'

let server: TestServer
let tenant: Tenant
let callers: string[] = []

beforeAll(async () => {
  // A thread with a full queue.
  const refuse = (caller: string): Promise<never> => {
    callers.push(caller)
    return Promise.reject(unavailable('Too many passwords are being checked; try again later.'))
  }
  server = await testServer({ passwordChecks: { errors: refuse, score: refuse, close: () => Promise.resolve() } })
  tenant = await aTenant(server.deps.db)
})
afterAll(() => server.stop())

async function resetOf(user_id: number): Promise<{ uid: string; token: string }> {
  const token = `reset-${user_id}`
  const expires_at = new Date(Date.now() + 3_600_000)
  await server.deps.db('password_resets').insert({ user_id, hash: digest(token), expires_at })
  return { uid: String(user_id), token }
}

async function personWithPassword() {
  const person = await aPerson(server.deps.db, tenant, 'annotator')
  await server.deps
    .db('users')
    .where('id', person.user_id)
    .update({ password_hash: await hashPassword(OLD) })
  return person
}

/** Every request that estimates a password. */
const REQUESTS: [string, string, () => Promise<Answer>][] = [
  [
    'score without a login',
    'address:',
    () => as(server.root).post('/auth/password/score', { password: NEW, email: 'a@example.org' }),
  ],
  [
    'change',
    'organization:',
    async () => {
      const { token } = await personWithPassword()
      const body = { old_password: OLD, new_password1: NEW, new_password2: NEW }
      return as(server.root, token).post('/auth/password/change', body)
    },
  ],
  [
    'reset',
    'organization:',
    async () => {
      const { user_id } = await personWithPassword()
      const body = { ...(await resetOf(user_id)), new_password1: NEW, new_password2: NEW }
      return as(server.root).post('/auth/password/reset/confirm', body)
    },
  ],
  [
    'new user',
    'organization:',
    () =>
      as(server.root, tenant.token).post('/users', {
        username: 'new.user@example.org',
        organization: `${server.root}/organizations/${tenant.organization_id}`,
        password: NEW,
      }),
  ],
  [
    'new organization',
    'organizations/create',
    () =>
      as(server.root).post('/organizations/create', {
        template_name: 'Empty Organization Template',
        organization_name: 'New',
        user_fullname: 'New User',
        user_email: 'new@example.org',
        user_password: NEW,
        create_key: CREATE_KEY,
      }),
  ],
]

describe('a full queue of estimates', () => {
  it.each(REQUESTS)('refuses the request and names its caller: %s', async (_what, caller, request) => {
    callers = []
    const answer = await request()
    expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(callers).toEqual([expect.stringMatching(`^${caller}`)])
  })

  it('leaves the token of a reset and the old password valid', async () => {
    const { user_id } = await personWithPassword()
    const reset = await resetOf(user_id)
    const body = { ...reset, new_password1: NEW, new_password2: NEW }
    expect((await as(server.root).post('/auth/password/reset/confirm', body)).status).toBe(503)
    expect(await server.deps.db('password_resets').where({ user_id }).first('used_at')).toEqual({ used_at: null })
  })

  it('is asked only with a valid token, key or old password', async () => {
    callers = []
    const { user_id, token } = await personWithPassword()
    const wrong = { uid: String(user_id), token: 'no token', new_password1: NEW, new_password2: NEW }
    expect((await as(server.root).post('/auth/password/reset/confirm', wrong)).status).toBe(400)
    const guess = { old_password: 'a wrong guess', new_password1: NEW, new_password2: NEW }
    expect((await as(server.root, token).post('/auth/password/change', guess)).status).toBe(400)
    expect(callers).toEqual([])
  })
})
