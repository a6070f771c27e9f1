import { chmodSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { admin, server, setPassword, tenant, useTenantServer } from '../support/tenant-server.ts'
import { place, type Place } from './run-sheaf.ts'

useTenantServer()
let here: Place
beforeEach(() => {
  here = place({}, 'hooks')
})
afterEach(() => here.remove())

describe('sheaf hooks', () => {
  it('prints its usage with --help, and exits with 2 without a known command or option', async () => {
    const help = await here.run(['--help'])
    expect(help).toMatchObject({ code: 0, out: expect.stringContaining('sheaf hooks COMMAND') })
    for (const args of [[], ['toString'], ['list', 'a', 'b'], ['list', '--wrong']])
      expect(await here.run(args), args.join(' ')).toMatchObject({ code: 2, out: '' })
  })

  it('writes the types of payloads without a connection', async () => {
    const { code, out } = await here.run(['types', 'mine'])
    expect([code, out]).toEqual([0, 'mine/sheaf-hooks.d.ts\nmine/sheaf_hooks.py\n'])
    for (const name of ['sheaf-hooks.d.ts', 'sheaf_hooks.py'])
      expect(here.read(`mine/${name}`)).toContain('AnnotationContentPayload')
  })

  it('lists hooks as a table or as JSON', async () => {
    const events = ['annotation_status.changed']
    const config = { url: 'https://hooks.example.org/' }
    const { body } = await admin.post('/hooks', { name: 'Lookup', queues: [], events, config, active: false })
    const args = ['list', '--url', server.root, '--token', tenant.token]
    const { code, out } = await here.run(args)
    expect([code, out.split('\n')[1]?.split(/ {2,}/)]).toEqual([
      0,
      [String(body.id), 'webhook', 'inactive', '-', 'Lookup', events[0]],
    ])
    expect(JSON.parse((await here.run([...args, '--json'])).out)).toEqual([
      { id: body.id, type: 'webhook', state: 'inactive', folder: null, name: 'Lookup', events },
    ])
    expect(await here.run([...args, '--hook', 'unknown'])).toMatchObject({
      code: 2,
      err: 'There is no hook "unknown", neither on the server nor in hooks.\n',
    })
  })

  it('takes options before the environment, and the environment before a file', async () => {
    const username = await setPassword('a password that is long enough')
    const credentials = { url: server.root, username, password: 'a password that is long enough' }
    here.write('.config/sheaf/config.json', credentials)
    chmodSync(`${here.path}/.config/sheaf/config.json`, 0o600)
    expect(await here.run(['list'])).toMatchObject({ code: 0, err: '' })
    const wrong = { code: 2, err: expect.stringMatching(/ does not accept this token: /) }
    expect(await here.run(['list'], { SHEAF_TOKEN: 'wrong' })).toMatchObject(wrong)
    expect((await here.run(['list', '--token', tenant.token], { SHEAF_TOKEN: 'wrong' })).code).toBe(0)
    here.write('own.json', { ...credentials, password: 'wrong' })
    chmodSync(`${here.path}/own.json`, 0o644)
    const { code, err } = await here.run(['list', '--config', 'own.json'])
    expect([code, err.split('\n')]).toEqual([
      2,
      [expect.stringContaining('chmod 600 own.json'), expect.stringContaining('this user name and password.'), ''],
    ])
  })

  it('accepts the URL of the service with or without its path', async () => {
    const { origin } = new URL(server.root)
    for (const url of [origin, `${origin}/`, `${origin}/api`, `${origin}/api/v1/`])
      expect((await here.run(['list', '--url', url, '--token', tenant.token])).code, url).toBe(0)
  })

  it('says in one sentence what is missing or does not respond', async () => {
    expect((await here.run(['list'])).err).toMatch(/^No credentials for \S+: set SHEAF_TOKEN.*\n$/)
    expect((await here.run(['list'], { SHEAF_USERNAME: 'a' })).err).toBe(
      'The password is missing: set SHEAF_PASSWORD.\n',
    )
    const nowhere = await here.run(['list', '--url', 'http://127.0.0.1:1', '--token', 't'])
    expect(nowhere).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^The service at http:\/\/127\.0\.0\.1:1 does not respond\. Start it .* --url/),
    })
    expect((await here.run(['list', '--url', 'nonsense', '--token', 't'])).err).toMatch(/is not the URL of a service/)
    expect((await here.run(['list', '--config', 'missing.json'])).err).toBe(
      'There is no file missing.json. "sheaf login --config missing.json" writes it.\n',
    )
  })
})
