import { statSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { admin, server, setPassword, tenant, useTenantServer } from '../support/tenant-server.ts'
import { place, type Place } from './run-sheaf.ts'

useTenantServer()
const PASSWORD = 'a password that is long enough'
const FILE = '.config/sheaf/config.json'
let here: Place
let username: string
beforeEach(async () => {
  here = place()
  username = await setPassword(PASSWORD)
})
afterEach(() => here.remove())

describe('sheaf login', () => {
  it('stores a token, which later commands use, until the logout', async () => {
    const done = await here.run(['login', '--url', server.root, '--username', username], {}, `${PASSWORD}\n`)
    expect(done).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining(`Logged in to ${server.root} as ${username}`),
    })
    expect(Object.keys(here.json(FILE))).toEqual(['url', 'token'])
    expect(statSync(`${here.path}/${FILE}`).mode & 0o777).toBe(0o600)
    expect(here.read(FILE)).not.toContain(PASSWORD)
    const { token } = here.json(FILE) as { token: string }
    expect(JSON.parse((await here.run(['queue', 'list', '--json'])).out)).toHaveLength(1)

    expect(await here.run(['logout'])).toEqual({ code: 0, out: 'Logged out.\n', err: '' })
    expect(here.json(FILE)).toEqual({ url: server.root })
    const ended = await here.run(['queue', 'list', '--token', token])
    expect(ended).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^The service at \S+ does not accept this token: .* "sheaf login"/),
    })
    expect(await here.run(['logout'])).toMatchObject({ code: 2, err: expect.stringContaining('has no token') })
  })

  it('reads both answers from standard input, or the password from the environment', async () => {
    expect((await here.run(['login', '--url', server.root], {}, `${username}\n${PASSWORD}\n`)).code).toBe(0)
    expect((await here.run(['login'], { SHEAF_USERNAME: username, SHEAF_PASSWORD: PASSWORD })).code).toBe(0)
    expect(await here.run(['login', '--username', username], {}, 'wrong\n')).toMatchObject({ code: 2 })
    expect((await here.run(['queue', 'list'])).code).toBe(0)
  })

  it('takes the password from the option, and creates the file of SHEAF_CONFIG', async () => {
    const env = { SHEAF_URL: server.root, SHEAF_CONFIG: 'new/own.json' }
    const args = ['login', '--username', username, '--password']
    expect(await here.run([...args, 'wrong'], env)).toEqual({
      code: 2,
      out: '',
      err: `The service at ${new URL(server.root).origin} does not accept this user name and password.\n`,
    })
    expect(await here.run(['queue', 'list', '--token', tenant.token], env)).toMatchObject({ code: 0, err: '' })
    expect(await here.run([...args, PASSWORD], env)).toMatchObject({ code: 0, err: '' })
    expect(Object.keys(here.json('new/own.json'))).toEqual(['url', 'token'])
  })

  it('sends the token to no other service', async () => {
    await here.run(['login', '--url', server.root, '--username', username], {}, PASSWORD)
    const other = await here.run(['queue', 'list', '--url', 'http://127.0.0.1:1'])
    expect(other).toMatchObject({ code: 2, err: expect.stringMatching(/^No credentials/) })
    here.write('bare.json', { token: 'of the service of this machine' })
    const bare = await here.run(['queue', 'list', '--config', 'bare.json', '--url', 'http://127.0.0.1:1'])
    expect(bare).toMatchObject({ code: 2, err: expect.stringContaining('No credentials for http://127.0.0.1:1:') })
  })
})

describe('sheaf queue', () => {
  const as = (...args: string[]) => here.run(args, { SHEAF_URL: server.root, SHEAF_TOKEN: tenant.token })

  it('creates a queue from a template', async () => {
    const templates = JSON.parse((await as('queue', 'templates', '--json')).out) as string[]
    expect(templates).toContain('Delivery Note Demo Template')
    const made = await as(
      'queue',
      'create',
      'Lieferscheine',
      '--template',
      templates.at(-1)!,
      '--locale',
      'de_DE',
      '--json',
    )
    expect(made).toMatchObject({ code: 0, err: '' })
    const { id } = JSON.parse(made.out) as { id: number }
    expect((await admin.get(`/queues/${id}`)).body).toMatchObject({ name: 'Lieferscheine', locale: 'de_DE' })
    expect((await as('queue', 'list')).out).toMatch(new RegExp(`^${id} +Lieferscheine `, 'm'))
  })

  it('gives the new schema the formats of the locale, and creates nothing with a refused one', async () => {
    const create = (name: string, locale: string) =>
      as('queue', 'create', name, '--template', 'Tax Invoice EU Demo Template', '--locale', locale, '--json')
    const formatOf = async (locale: string) => {
      const { id } = JSON.parse((await create(`In ${locale}`, locale)).out) as { id: number }
      const { schema } = (await admin.get(`/queues/${id}`)).body as { schema: string }
      return /"id":"date_issue"[^}]*"format":"([^"]+)"/.exec(JSON.stringify((await admin.get(schema)).body))?.[1]
    }
    expect([await formatOf('de_DE'), await formatOf('en_US')]).toEqual(['DD.MM.YYYY', 'MM/DD/YYYY'])
    expect(await create('Refused', 'nonsense')).toMatchObject({ code: 2, err: expect.stringMatching(/^--locale: /) })
    expect((await as('queue', 'list')).out).not.toContain('Refused')
  })

  it('reports what the service refuses', async () => {
    expect(await as('queue', 'create', 'X', '--template', 'None')).toMatchObject({
      code: 2,
      err: '--template: there is no template "None". "sheaf queue templates" lists the templates.\n',
    })
    expect((await as('queue', 'create', 'X', '--template', 'Delivery Note Demo Templat')).err).toMatch(
      /Did you mean "Delivery Note Demo Template"\?/,
    )
    expect(await as('queue', 'create', 'X', '--template', 'None', '--workspace', 'Y')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^There is no workspace "Y"\. Choose from ".+"\.\n$/),
    })
  })

  it('notes that another queue has the name', async () => {
    const create = () => as('queue', 'create', 'Twice', '--template', 'Delivery Note Demo Template', '--json')
    const { id } = JSON.parse((await create()).out) as { id: number }
    expect(await create()).toMatchObject({
      code: 0,
      err: `Another queue has this name (${id}): commands need the id of the one you mean.\n`,
    })
  })
})

describe('sheaf user create', () => {
  it('creates a user, who can log in with the printed password', async () => {
    const env = { SHEAF_URL: server.root, SHEAF_TOKEN: tenant.token }
    const args = ['user', 'create', 'grace@example.org', '--role', 'annotator', '--queue', String(tenant.queue_id)]
    const { code, out } = await here.run([...args, '--json'], env)
    expect(code).toBe(0)
    const made = JSON.parse(out) as { username: string; password: string; url: string }
    const user = (await admin.get(new URL(made.url).pathname.replace(/.*\/v1/, ''))).body
    expect(user).toMatchObject({ email: 'grace@example.org', queues: [expect.stringMatching(/\d+$/)] })
    const login = await here.run(['login', '--url', server.root, '--username', made.username], {}, made.password)
    expect(login.code).toBe(0)
    expect(await here.run([...args.slice(0, 4), 'king'], env)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^There is no role "king"\. Choose from .*"annotator".*\.\n$/),
    })
    expect((await here.run(args, env)).err).toBe('grace@example.org: This value is already in use.\n')
  })
})

describe('sheaf organization create', () => {
  const settings = () => ({
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: server.deps.config.databaseUrl,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    SECRET_KEY: 'a test secret that is long enough for signing',
    SECRETS_KEY: 'a test secret that is long enough for encrypting',
    BLOBS_FOLDER: '/nowhere',
  })
  const create = (...args: string[]) => ['organization', 'create', ...args]

  it('creates an organization, whose administrator can log in', async () => {
    const { code, out, err } = await here.run(create('Acme', '--admin', 'ada@acme.example', '--json'), settings())
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const { username, password } = JSON.parse(out) as { username: string; password: string }
    const login = await here.run(['login', '--url', server.root, '--username', username], {}, password)
    expect(login.code).toBe(0)
    expect(JSON.parse((await here.run(['queue', 'list', '--json'])).out)).toHaveLength(1)
    const again = await here.run(create('Acme', '--admin', 'ada@acme.example'), settings())
    expect(again).toEqual({ code: 2, out: '', err: '--admin: A user with this email already exists.\n' })
  })

  it('takes the password of the environment and does not print it', async () => {
    const env = { ...settings(), SHEAF_PASSWORD: 'correct horse battery staple' }
    const made = await here.run(create('Two', '--admin', 'ada@two.example'), env)
    expect(made.out).toMatch(
      /^Created organization \d+ "Two"\.\nLog in as ada@two\.example, with the password of SHEAF_PASSWORD\n$/,
    )
    const weak = await here.run(create('Three', '--admin', 'ada@three.example'), { ...env, SHEAF_PASSWORD: 'password' })
    expect(weak).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^SHEAF_PASSWORD must have at least 10 characters\.$/m),
    })
  })

  it('reports in one sentence that the database does not answer', async () => {
    const env = { ...settings(), DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }
    const { code, err } = await here.run(create('Acme', '--admin', 'a@b.example'), env)
    expect({ code, lines: err.trim().split('\n') }).toEqual({
      code: 2,
      lines: [expect.stringMatching(/^The database/)],
    })
  })
})
