/** The demo login, whose password is public, works on the loopback interface only. */
import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from '../../src/api/main.ts'
import { isDemo, type Config } from '../../src/config.ts'
import { createToken, hashPassword } from '../../src/domain/people/credentials.ts'
import { DEMO_PASSWORD, DEMO_USER, disableDemo, seedDemo } from '../../src/domain/people/demo.ts'
import { as } from '../support/as.ts'
import { testServer, type TestServer } from '../support/server.ts'
import { removeHome, stackEnvironment, startUp, type StackProcess } from '../support/stack-process.ts'

const demoUser = (server: TestServer) =>
  server.deps.db('users').where('username', DEMO_USER).orderBy('id', 'desc').first('*')

const logIn = async (root: string) =>
  (await as(root).post('/auth/login', { username: DEMO_USER, password: DEMO_PASSWORD })).status

describe('the demo login', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.stop())
  afterEach(async () => {
    await server.deps.db('demo_logins').delete()
    await server.deps
      .db('users')
      .where('username', DEMO_USER)
      .update({ username: `earlier-${Math.random()}` })
  })

  it('is disabled with its tokens off loopback, and enabled again on loopback', async () => {
    expect([await seedDemo(server.deps.db), await logIn(server.root)]).toEqual([true, 200])
    const token = await createToken(server.deps.db, (await demoUser(server)).id)
    expect(await disableDemo(server.deps.db)).toBe(true)
    expect([await logIn(server.root), (await as(server.root, token).get('/auth/user')).status]).toEqual([401, 401])
    expect(await disableDemo(server.deps.db)).toBe(true)
    expect([await seedDemo(server.deps.db), await logIn(server.root)]).toEqual([true, 200])
  })

  it('stays deleted after the next start', async () => {
    await seedDemo(server.deps.db)
    const { id } = await demoUser(server)
    await server.deps.db('users').where({ id }).update({ deleted_at: new Date(), is_active: false })
    expect([await seedDemo(server.deps.db), await logIn(server.root)]).toEqual([false, 401])
    expect((await demoUser(server)).id).toBe(id)
  })

  it('stays renamed or deactivated after the next start', async () => {
    await seedDemo(server.deps.db)
    const { id } = await demoUser(server)
    await server.deps.db('users').where({ id }).update({ is_active: false })
    expect([await seedDemo(server.deps.db), await logIn(server.root)]).toEqual([false, 401])
    await server.deps.db('users').where({ id }).update({ is_active: true, username: 'renamed@example.org' })
    await seedDemo(server.deps.db)
    expect(await demoUser(server)).toBeUndefined()
  })

  it('is not disabled if its password has been changed', async () => {
    await seedDemo(server.deps.db)
    const password_hash = await hashPassword('a private passphrase')
    await server.deps.db('users').where('username', DEMO_USER).update({ password_hash })
    expect(await disableDemo(server.deps.db)).toBe(false)
    expect((await demoUser(server)).is_active).toBe(true)
  })
})

describe('demo mode', () => {
  const config = { mode: 'embedded', host: '127.0.0.1' } as const

  it('requires npm start, a loopback address and no public address', () => {
    expect(isDemo(config)).toBe(true)
    expect(isDemo({ ...config, publicBaseUrl: 'http://localhost:8090/api' })).toBe(true)
    for (const other of [
      { mode: 'external' },
      { host: '0.0.0.0' },
      { host: '127.example.org' },
      { publicBaseUrl: 'https://sheaf.example.com/api' },
      { publicBaseUrl: 'https://127.0.0.1.example.org/api' },
    ] as Partial<Config>[])
      expect(isDemo({ ...config, ...other }), JSON.stringify(other)).toBe(false)
  })

  it('refuses a foreign Host, X-Forwarded-Host or Origin', async () => {
    const server = await testServer()
    const demo = { ...server.deps.config, mode: 'embedded' } as const
    const api = await startApi(demo, { ...server.deps, config: demo })
    const answer = (headers: Record<string, string>, root = api.url, path = '/v1/health') =>
      new Promise<[number, string | undefined]>((resolve, reject) => {
        request(`${root}${path}`, { headers }, (response) => {
          response.resume()
          response.on('end', () => resolve([response.statusCode!, response.headers['access-control-allow-origin']]))
        })
          .on('error', reject)
          .end()
      })
    try {
      const foreign = [
        { Host: 'rebound.example' },
        { Host: '127.0.0.1.example.org' },
        { 'X-Forwarded-Host': 'sheaf.example.com' },
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
      ] as Record<string, string>[]
      for (const headers of foreign) {
        for (const path of ['/v1/health', '/v1/auth/login', '/docs', '/openapi.json'])
          expect(await answer(headers, api.url, path), JSON.stringify([headers, path])).toEqual([403, undefined])
        const outside = server.root.replace(/\/v1$/, '')
        expect((await answer(headers, outside))[0], JSON.stringify(headers)).not.toBe(403)
      }
      const own: Record<string, string>[] = [
        {},
        { Host: 'localhost:8090' },
        { Host: '[::1]:8090', Origin: 'http://localhost:3000' },
      ]
      for (const headers of own) expect((await answer(headers))[0], JSON.stringify(headers)).not.toBe(403)
    } finally {
      await api.stop()
      await server.stop()
    }
  })
})

describe('npm start', () => {
  let stack: StackProcess | undefined
  afterEach(() => stack?.stop())

  it('disables the demo login off loopback and says so', async () => {
    const env = await stackEnvironment()
    const root = `http://127.0.0.1:${env['PORT']}/api/v1`
    try {
      stack = startUp(env)
      await stack.ready
      expect(await logIn(root)).toBe(200)
      expect((await stack.stop()).out).toContain(DEMO_USER)
      stack = startUp({ ...env, HOST: '0.0.0.0', SHEAF_CREATE_KEY: 'a private create key' })
      await stack.ready
      expect(await logIn(root)).toBe(401)
      const { out, err } = await stack.stop()
      expect(out).not.toContain(DEMO_USER)
      expect(err).toContain('The demo login is disabled')
    } finally {
      await stack?.stop()
      removeHome(env)
    }
  }, 180_000)
})
