/** `sheaf config`: the set-up of an organization as files, moved to another organization. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aTenant, type Tenant } from '../support/factories.ts'
import { server, useTenantServer } from '../support/tenant-server.ts'
import { place, type Place } from './run-sheaf.ts'

useTenantServer()
let here: Place
let [source, target]: Tenant[] = []
const CODE = 'exports.svc_hook_request_handler = async () => ({})\n'

beforeEach(async () => {
  here = place({ SHEAF_URL: server.root })
  source = await aTenant(server.deps.db)
  target = await aTenant(server.deps.db)
})
afterEach(() => here.remove())

const config = (tenant: Tenant | undefined, ...args: string[]) =>
  here.run(['config', ...args], { SHEAF_TOKEN: tenant!.token })
const clientOf = (tenant: Tenant | undefined) => as(server.root, tenant!.token)

/** The texts of all files in a folder. */
function textsIn(folder: string): Record<string, string> {
  const names = readdirSync(join(here.path, folder), { recursive: true, encoding: 'utf8' })
  return Object.fromEntries(
    names.filter((name) => /\.\w+$/.test(name)).map((name) => [name, here.read(`${folder}/${name}`)]),
  )
}

/** Creates an object; returns its URL. */
async function make(path: string, body: object): Promise<string> {
  const created = await clientOf(source).post(`/${path}`, body)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body.url as string
}

/** Gives the source one object of each kind that refers to others. */
async function fill(): Promise<void> {
  const queue = `${server.root}/queues/${source!.queue_id}`
  const schema = `${server.root}/schemas/${source!.schema_id}`
  const label = await make('labels', { name: 'Urgent', color: '#cc3300' })
  const config = { runtime: 'nodejs22.x', code: CODE }
  const events = ['annotation_content.initialize']
  const first = await make('hooks', {
    name: 'First',
    type: 'function',
    queues: [queue],
    events,
    config,
    secrets: { key: 'kept from view' },
  })
  await make('hooks', {
    name: 'A second',
    queues: [queue],
    run_after: [first],
    events,
    config: { url: 'https://hooks.example.org/lookup', secret: 'signs payloads' },
    settings: { limit: 3 },
  })
  await make('rules', {
    name: 'Large amounts',
    schema,
    trigger_condition: 'field.amount_total > 100',
    actions: [{ id: 'mark', type: 'add_label', event: 'validation', payload: { labels: [label] } }],
  })
  await make('email_templates', {
    name: 'Unreadable',
    queue,
    subject: 'About {{ annotation.id }}',
    message: '<p>Again</p>',
  })
  await clientOf(source).patch(`/queues/${source!.queue_id}`, { locale: 'de_DE', automation_level: 'confident' })
}

describe('sheaf config', () => {
  it('moves a set-up to another organization', { timeout: 120_000 }, async () => {
    await fill()
    expect(await config(source, 'pull', 'one')).toMatchObject({ code: 0, err: '' })
    const pulled = textsIn('one')
    for (const kind of ['labels', 'workspaces', 'schemas', 'queues', 'email_templates', 'hooks', 'rules'])
      expect(
        Object.keys(pulled).some((name) => name.startsWith(`${kind}/`)),
        kind,
      ).toBe(true)
    for (const text of Object.values(pulled)) expect(text).not.toMatch(/signs payloads|kept from view|127\.0\.0\.1/)

    const dry = await config(target, 'push', 'one', '--dry-run')
    expect(dry).toMatchObject({ code: 0, err: '' })
    expect(dry.out).toMatch(/^hooks\/first: would be created$/m)
    expect((await clientOf(target).get('/hooks')).body.results).toEqual([])

    const pushed = await config(target, 'push', 'one')
    expect(pushed).toMatchObject({ code: 0, err: '' })
    expect(pushed.out).toMatch(/^queues\/\S+: updated \(workspace, locale, automation_level.*\)$/m)
    expect(await config(target, 'pull', 'two')).toMatchObject({ code: 0 })
    const moved = textsIn('two')
    expect(Object.fromEntries(Object.keys(pulled).map((name) => [name, moved[name]]))).toEqual(pulled)
    // The organization keeps what it had: its own workspace.
    const others = Object.keys(moved).filter((name) => !(name in pulled))
    expect(others).toEqual([expect.stringMatching(/^workspaces\//)])

    const again = await config(target, 'push', 'one')
    expect(again.out).toMatch(/^0 created, 0 updated, \d+ unchanged\n$/)
    expect(await config(source, 'diff', 'one')).toEqual({ code: 0, out: '', err: '' })
  })

  it('pushes changes of files, and shows them before', async () => {
    await config(source, 'pull')
    const [name = ''] = Object.keys(textsIn('sheaf-config')).filter((file) => file.startsWith('queues/'))
    const queue = here.json(`sheaf-config/${name}`) as object
    here.write(`sheaf-config/${name}`, { ...queue, locale: 'fr_FR' })
    const { code, out } = await config(source, 'diff')
    expect(code).toBe(1)
    expect(out).toContain('-  "locale": "en_GB"')
    expect(out).toContain('+  "locale": "fr_FR"')
    expect((await config(source, 'push', '--json')).out).toBe(
      `${JSON.stringify({ file: name.replace(/\.json$/, ''), result: 'updated', detail: 'locale' })}\n`,
    )
    expect((await clientOf(source).get(`/queues/${source!.queue_id}`)).body.locale).toBe('fr_FR')
  })

  it('reports files that are not valid before it changes anything, and what the service refuses', async () => {
    await config(source, 'pull')
    here.write('sheaf-config/labels/bad.json', '{')
    expect(await config(source, 'push')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^sheaf-config\/labels\/bad\.json is not valid JSON/),
    })
    here.write('sheaf-config/labels/bad.json', { name: 'Bad', color: 'red' })
    here.write('sheaf-config/labels/good.json', { name: 'Good', color: null })
    const { code, out } = await config(source, 'push')
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(/labels\/bad: refused \(color: .*\)\nlabels\/good: created/),
    })
    here.write('sheaf-config/hooks/check/hook.json', { name: 'Check', config: { secret: 'x' } })
    expect(await config(source, 'push')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Secrets are not kept'),
    })
    expect(await config(source, 'push', 'nowhere')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no folder nowhere/),
    })
  })
})
