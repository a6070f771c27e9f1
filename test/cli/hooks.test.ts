import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { place, type Place } from './run-sheaf.ts'

useTenantServer()
let here: Place
const CODE = 'exports.svc_hook_request_handler = async () => ({})\n'

const make = async (body: object) => {
  const created = await admin.post('/hooks', { events: ['annotation_content.initialize'], queues: [], ...body })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
const webhook = (given: object = {}, config: object = {}) =>
  make({ name: 'Lookup', config: { url: 'https://hooks.example.org/lookup', ...config }, ...given })
const program = (given: object = {}, config: object = {}) =>
  make({ name: 'Check', type: 'function', config: { runtime: 'nodejs22.x', code: CODE, ...config }, ...given })
const hookOf = async ({ id }: { id: number }) => (await admin.get(`/hooks/${id}`)).body
const all = async () => (await admin.get('/hooks?ordering=id')).body.results

beforeEach(() => {
  here = place({ SHEAF_URL: server.root, SHEAF_TOKEN: tenant.token }, 'hooks')
})
afterEach(async () => {
  here.remove()
  for (const { id } of (await all()).reverse()) await admin.delete(`/hooks/${id}`)
})

describe('sheaf hooks pull', () => {
  it('writes each hook as files without secrets', async () => {
    const queues = [url('queues', tenant.queue_id)]
    const before = await webhook({ queues }, { secret: 'signs payloads' })
    await program({
      name: 'Prüfung der USt / VAT',
      run_after: [before.url],
      settings: { limit: 3 },
      secrets: { key: 'hidden' },
      token_owner: url('users', tenant.user_id),
    })
    expect(await here.run(['pull'])).toEqual({
      code: 0,
      err: '',
      out: 'lookup: created\nprufung-der-ust-vat: created\n',
    })
    expect(here.json('hooks/prufung-der-ust-vat/hook.json')).toMatchObject({
      name: 'Prüfung der USt / VAT',
      type: 'function',
      events: ['annotation_content.initialize'],
      run_after: [{ id: before.id, name: 'Lookup' }],
      token_owner: { id: tenant.user_id },
      config: { runtime: 'nodejs22.x', timeout_s: 30 },
    })
    expect(here.read('hooks/prufung-der-ust-vat/code.js')).toBe(CODE)
    expect(here.json('hooks/prufung-der-ust-vat/settings.json')).toEqual({ limit: 3 })
    const { name } = (await admin.get(`/queues/${tenant.queue_id}`)).body
    expect(here.json('hooks/lookup/hook.json').queues).toEqual([{ id: tenant.queue_id, name }])
    const files = ['lookup/hook.json', 'prufung-der-ust-vat/hook.json', '.sheaf-hooks.json']
    for (const file of files) expect(here.read(`hooks/${file}`)).not.toMatch(/signs payloads|hidden|"secrets"|"code"/)
    expect((await here.run(['pull'])).out).toBe('lookup: unchanged\nprufung-der-ust-vat: unchanged\n')
    expect((await here.run(['diff'])).code).toBe(0)
  })

  it('updates unchanged files and keeps local changes unless --force', async () => {
    const [one, two] = [await program(), await program({ name: 'Other' })]
    await here.run(['pull'])
    for (const { id } of [one, two]) await admin.patch(`/hooks/${id}`, { settings: { limit: 9 } })
    here.write('hooks/check/code.js', 'mine')
    const kept = 'check: kept, because it has local changes (--force overwrites them)'
    expect(await here.run(['pull', '--dry-run'])).toMatchObject({ code: 1, out: `${kept}\nother: would be updated\n` })
    expect(await here.run(['pull'])).toMatchObject({ code: 1, out: `${kept}\nother: updated\n` })
    expect([here.read('hooks/check/code.js'), here.json('hooks/check/settings.json')]).toEqual(['mine', {}])
    expect(here.json('hooks/other/settings.json')).toEqual({ limit: 9 })
    expect((await here.run(['pull', '--force', '--hook', 'check'])).out).toBe('check: overwritten\n')
    expect(here.read('hooks/check/code.js')).toBe(CODE)
  })

  it('never writes outside of the folder, whatever the names of hooks', async () => {
    const names = ['../../escape', '/etc/passwd', '..', '.git', 'CON', 'a\nb', 'Lookup', 'lookup', '日本']
    const made = []
    for (const name of names) made.push(await webhook({ name }))
    const ids = made.map(({ id }) => id)
    const { code, out } = await here.run(['pull', 'mine'])
    const slugs = out
      .trim()
      .split('\n')
      .map((line) => line.split(':')[0])
    expect([code, slugs]).toEqual([
      0,
      [
        'escape',
        'etc-passwd',
        `hook-${ids[2]}`,
        'git',
        `con-${ids[4]}`,
        'a-b',
        'lookup',
        `lookup-${ids[7]}`,
        `hook-${ids[8]}`,
      ],
    ])
    for (const slug of slugs) expect(here.has(`mine/${slug}/hook.json`)).toBe(true)
  })

  it('refuses a subfolder that is a link, and a state that leads elsewhere', async () => {
    await webhook()
    const { symlinkSync, mkdirSync } = await import('node:fs')
    mkdirSync(`${here.path}/hooks`)
    symlinkSync('/tmp', `${here.path}/hooks/lookup`)
    expect(await here.run(['pull'])).toMatchObject({ code: 2, out: expect.stringContaining('is not a folder') })
    here.write('other/.sheaf-hooks.json', { version: 1, servers: { [server.root]: { '../x': { id: 1 } } } })
    expect(await here.run(['pull', 'other'])).toMatchObject({ code: 2, err: expect.stringContaining('invalid "../x"') })
  })

  it('reports files that are not valid, and pulls the others', async () => {
    await program()
    await webhook()
    await here.run(['pull'])
    here.write('hooks/check/hook.json', '{"name"')
    const { code, out } = await here.run(['pull'])
    expect([code, out.split('\n')]).toEqual([
      2,
      [expect.stringMatching(/^check: hooks\/check\/hook\.json is not valid JSON/), 'lookup: unchanged', ''],
    ])
  })

  it('says that a hook was deleted on the server and keeps its files', async () => {
    const { id } = await program()
    await here.run(['pull'])
    await admin.delete(`/hooks/${id}`)
    expect((await here.run(['pull'])).out).toBe(`check: hook ${id} is no longer on the server; its files were kept\n`)
    expect(await here.run(['push'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('--force creates it again'),
    })
    expect((await here.run(['push', '-f'])).out).toMatch(/^check: created hook \d+\n$/)
  })

  it('recognizes its files if the state was lost', async () => {
    await program()
    await here.run(['pull'])
    here.write('hooks/.sheaf-hooks.json', { version: 1, servers: {} })
    expect((await here.run(['pull'])).out).toBe('check: unchanged\n')
    expect((await here.run(['push'])).out).toBe('check: unchanged\n')
  })
})

describe('sheaf hooks push', () => {
  it('changes code and settings, and keeps the secrets of the server', async () => {
    const hook = await webhook({ secrets: { key: 'hidden' } }, { secret: 'signs payloads' })
    const check = await program()
    await here.run(['pull'])
    here.write('hooks/lookup/settings.json', { limit: 5 })
    here.write('hooks/check/code.js', `// grüße\r\n${CODE}`)
    const config = here.json('hooks/lookup/hook.json')
    here.write('hooks/lookup/hook.json', { ...config, config: { ...config.config, timeout_s: 10 } })
    expect(await here.run(['push', '-n'])).toMatchObject({ code: 0, out: expect.stringContaining('would update') })
    expect((await hookOf(hook)).settings).toEqual({})
    expect(await here.run(['push'])).toEqual({
      code: 0,
      err: '',
      out: `check: updated hook ${check.id} (config)\nlookup: updated hook ${hook.id} (config, settings)\n`,
    })
    expect(await hookOf(hook)).toMatchObject({
      settings: { limit: 5 },
      config: { timeout_s: 10, secret: 'signs payloads' },
    })
    expect((await admin.get(`/hooks/${hook.id}/secrets_keys`)).body).toEqual(['key'])
    expect((await hookOf(check)).config.code).toBe(`// grüße\r\n${CODE}`)
    expect((await here.run(['push'])).out).toBe('check: unchanged\nlookup: unchanged\n')
  })

  it('refuses to overwrite a change on the server unless --force, and pushes the others', async () => {
    const [one, two] = [await program(), await program({ name: 'Other' })]
    await here.run(['pull'])
    await admin.patch(`/hooks/${one.id}`, { description: 'changed there' })
    here.write('hooks/check/settings.json', { limit: 5 })
    here.write('hooks/other/settings.json', { limit: 6 })
    const refused = await here.run(['push'])
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining(`hook ${one.id} was changed on the server`) })
    expect([(await hookOf(one)).settings, (await hookOf(two)).settings]).toEqual([{}, { limit: 6 }])
    expect(await here.run(['push', '--force'])).toMatchObject({ code: 0 })
    expect(await hookOf(one)).toMatchObject({ settings: { limit: 5 }, description: null })
  })

  it('creates hooks without an id, in the order of run_after, and completes their files', async () => {
    const after = { name: 'After', events: ['annotation_content.export'], run_after: [{ name: 'Zuerst' }] }
    here.write('hooks/after/hook.json', { ...after, config: { url: 'https://hooks.example.org/' } })
    const first = {
      name: 'Zuerst',
      type: 'function',
      events: ['annotation_content'],
      queues: [{ id: tenant.queue_id }],
    }
    here.write('hooks/first/hook.json', {
      ...first,
      config: { runtime: 'python3.12' },
      secrets_schema: { type: 'object', properties: { key: { type: 'string' } }, additionalProperties: false },
    })
    here.write('hooks/first/code.py', 'def svc_hook_request_handler(payload):\n    return {}\n')
    expect((await here.run(['push', '--dry-run'])).out).toContain('would create a hook "Zuerst"')
    expect(await all()).toEqual([])
    const { code, out } = await here.run(['push'])
    const [zuerst, later] = await all()
    expect({ code, out }).toEqual({
      code: 0,
      out: `first: created hook ${zuerst.id}\nfirst: set its secrets with PATCH ${zuerst.url}: key\nafter: created hook ${later.id}\n`,
    })
    expect(later).toMatchObject({ name: 'After', run_after: [zuerst.url] })
    expect(zuerst.queues).toEqual([url('queues', tenant.queue_id)])
    expect(here.json('hooks/first/hook.json')).toMatchObject({ active: true, config: { timeout_s: 30 } })
    expect((await here.run(['push'])).out).toBe('first: unchanged\nafter: unchanged\n')
    expect((await here.run(['diff'])).code).toBe(0)
  })

  it('reports the errors of each hook with its keys, and continues', async () => {
    here.write('hooks/a/hook.json', { name: 'A', events: [], queues: [], config: { url: 'ftp://x', timeout_s: 99 } })
    here.write('hooks/b/hook.json', '{"name": ')
    here.write('hooks/c/hook.json', { name: 'C', config: { url: 'https://x.example', secret: 's' } })
    here.write('hooks/d/hook.json', { name: 'D', queues: [{ name: 'Nowhere' }], config: { url: 'https://x.example' } })
    here.write('hooks/e/hook.json', { name: 'E', events: [], queues: [], config: { url: 'https://x.example' } })
    here.write('hooks/f/hook.json', { name: 'F', nmae: 'F' })
    const { code, out } = await here.run(['push'])
    expect(code).toBe(2)
    for (const line of [
      /^a: config\.timeout_s: /m,
      /^b: hooks\/b\/hook\.json is not valid JSON/m,
      /^c: hooks\/c\/hook\.json contains "secret"/m,
      /^d: There is no queue \{"name":"Nowhere"\}/m,
      /^e: created hook \d+$/m,
      /^f: hooks\/f\/hook\.json has an unknown key "nmae"/m,
    ])
      expect(out).toMatch(line)
    expect((await all()).map(({ name }: { name: string }) => name)).toEqual(['E'])
  })

  it('keeps TypeScript in code.ts', async () => {
    await program()
    await here.run(['pull'])
    const { renameSync } = await import('node:fs')
    renameSync(`${here.path}/hooks/check/code.js`, `${here.path}/hooks/check/code.ts`)
    expect((await here.run(['push'])).out).toBe('check: unchanged\n')
    expect((await here.run(['pull'])).out).toBe('check: unchanged\n')
    expect([here.has('hooks/check/code.ts'), here.has('hooks/check/code.js')]).toEqual([true, false])
  })
})

describe('sheaf hooks diff', () => {
  it('prints what push would change as a unified diff', async () => {
    const { id } = await program()
    const other = await webhook({ name: 'Not pulled' })
    await here.run(['pull', '--hook', String(id)])
    here.write('hooks/check/code.js', CODE.replace('({})', '({ messages: [] })'))
    const { code, out } = await here.run(['diff'])
    expect({ code, out }).toEqual({
      code: 1,
      out: `--- server/check/code.js
+++ local/check/code.js
@@ -1,1 +1,1 @@
-${CODE.trimEnd()}
+${CODE.trimEnd().replace('({})', '({ messages: [] })')}
Only on the server: hook ${other.id} "Not pulled"
`,
    })
  })

  it('shows control characters of the server as text', async () => {
    await program({ name: '\u001b[2J' }, { code: '// \u001b]0;title\u0007' })
    expect((await here.run(['diff'])).out).toContain('"\\u001b[2J"')
    await here.run(['pull', '.'])
    const [slug] = Object.keys(here.json('.sheaf-hooks.json').servers[server.root])
    here.write(`${slug}/code.js`, '')
    expect((await here.run(['diff', '.'])).out).toContain('-// \\u001b]0;title\\u0007')
  })
})
