/** `sheaf config`: the set-up of an organization as files, moved to another organization. */
import { readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { KINDS as ALL } from '../../src/cli/config/kinds.ts'
import { server } from '../support/tenant-server.ts'
import {
  changes,
  clientOf,
  config,
  fill,
  here,
  LARGE,
  make,
  source,
  target,
  textsIn,
  useConfig,
} from './config-setup.ts'

useConfig()
const KINDS = ALL.map(({ path }) => path)

describe('sheaf config', () => {
  it('moves a set-up to another organization', { timeout: 120_000 }, async () => {
    await fill()
    expect(await config(source, 'pull', 'one')).toMatchObject({ code: 0, err: '' })
    const pulled = textsIn('one')
    for (const kind of KINDS)
      expect(
        Object.keys(pulled).some((name) => name.startsWith(`${kind}/`)),
        kind,
      ).toBe(true)
    for (const text of Object.values(pulled))
      expect(text).not.toMatch(/signs payloads|kept from view|opens the|127\.0\.0\.1/)

    const dry = await config(target, 'push', 'one', '--dry-run')
    expect(dry).toMatchObject({ code: 0, err: '' })
    expect(dry.out).toMatch(/^hooks\/first "First": would be created$/m)
    expect((await clientOf(target).get('/hooks')).body.results).toEqual([])

    const pushed = await config(target, 'push', 'one')
    expect(pushed).toMatchObject({ code: 0, err: '' })
    expect(pushed.out).toMatch(/^queues\/\S+ ".*": updated \(workspace, locale, automation_level.*\)$/m)
    for (const line of [
      'hooks/first "First": to be set here: secret key',
      'hooks/a-second "A second": to be set here: config.secret',
      'connectors/ledger "Ledger": to be set here: authorization_token',
      /inboxes\/\S+ ".*": to be set here: mailbox/,
      `Not carried from ${server.root}/organizations/${source.organization_id}: 1 user\n`,
    ])
      expect(pushed.out).toMatch(line)
    expect(await config(target, 'pull', 'two')).toMatchObject({ code: 0 })
    const moved = textsIn('two')
    expect(Object.fromEntries(Object.keys(pulled).map((name) => [name, moved[name]]))).toEqual(pulled)
    // Approvals are complete: a queue that has lost them would export everything.
    const [queue] = (await clientOf(target).get('/queues')).body.results
    const [flow] = (await clientOf(target).get(`/workflows?queue=${queue.id}`)).body.results
    expect([queue.workflows, queue.settings.workflows.enabled]).toEqual([[{ url: flow.url, priority: 3 }], true])
    expect(flow).toMatchObject({ name: 'Large', condition: LARGE })
    const steps = (await clientOf(target).get(`/workflow_steps?workflow=${flow.id}`)).body.results
    expect(steps.sort((a: { ordering: number }, b: { ordering: number }) => a.ordering - b.ordering)).toMatchObject([
      { name: 'Head', ordering: 1, condition: { 'field.currency': 'eur' } },
      { name: 'Board', ordering: 2, mode: 'all' },
    ])
    // The organization keeps what it had: its own workspace.
    const others = Object.keys(moved).filter((name) => !(name in pulled))
    expect(others).toEqual([expect.stringMatching(/^workspaces\//)])

    const again = await changes(target, 'push', 'one')
    expect(again.out).toMatch(/^0 created, 0 updated, \d+ unchanged\n$/)
    expect(await changes(source, 'diff', 'one')).toEqual({ code: 0, out: '', err: '' })
  })

  it('pushes changes of files, and shows them before', async () => {
    await config(source, 'pull')
    const [name = ''] = Object.keys(textsIn('sheaf-config')).filter((file) => file.startsWith('queues/'))
    const queue = here.json(`sheaf-config/${name}`) as { name: string }
    here.write(`sheaf-config/${name}`, { ...queue, locale: 'fr_FR' })
    const { code, out } = await config(source, 'diff')
    expect(code).toBe(1)
    expect(out).toContain('-  "locale": "en_GB"')
    expect(out).toContain('+  "locale": "fr_FR"')
    expect((await config(source, 'push', '--json')).out).toBe(
      `${JSON.stringify({ file: name.replace(/\.json$/, ''), name: queue.name, result: 'updated', detail: 'locale' })}\n`,
    )
    expect((await clientOf(source).get(`/queues/${source.queue_id}`)).body.locale).toBe('fr_FR')
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
      out: expect.stringMatching(/labels\/bad "Bad": refused \(color: .*\)\nlabels\/good "Good": created/),
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

  it('renames the object of a file, which other files may call by both names', async () => {
    await make('email_templates', {
      name: 'Mine',
      queue: `${server.root}/queues/${source.queue_id}`,
      subject: 's',
      message: 'm',
    })
    await config(source, 'pull')
    const file = Object.keys(textsIn('sheaf-config')).find((name) => name.startsWith('queues/'))!
    const queue = here.json(`sheaf-config/${file}`) as { name: string }
    here.write(`sheaf-config/${file}`, { ...queue, name: 'Renamed' })
    const path = file.replace(/\.json$/, '')

    const shown = await config(source, 'diff')
    expect(shown).toMatchObject({
      code: 1,
      out: expect.stringMatching(`^${path} "Renamed", on the server "${queue.name}"\n`),
    })
    expect(shown.out.match(/^[-+] .*/gm)).toEqual([`-  "name": "${queue.name}",`, '+  "name": "Renamed",'])
    const change = `(renamed from "${queue.name}")\n`
    expect((await config(source, 'push', '--dry-run')).out).toMatch(
      `${path} "Renamed": would be updated ${change}0 would be created, 1 would be updated`,
    )
    expect((await config(source, 'push')).out).toMatch(`${path} "Renamed": updated ${change}0 created, 1 updated`)
    const { results } = (await clientOf(source).get('/queues')).body as { results: { id: number; name: string }[] }
    expect(results.map(({ id, name }) => ({ id, name }))).toEqual([{ id: source.queue_id, name: 'Renamed' }])

    expect((await config(source, 'push')).out).toMatch(/^0 created, 0 updated, \d+ unchanged\n$/)
    expect(await changes(source, 'diff')).toEqual({ code: 0, out: '', err: '' })
    expect((await config(source, 'pull')).out).not.toMatch(/created|removed|kept/)
    expect(here.json(`sheaf-config/${file}`)).toEqual({ ...queue, name: 'Renamed' })
    expect(await changes(source, 'diff')).toEqual({ code: 0, out: '', err: '' })
  })

  it('keeps files with local changes in a pull, unless --force', async () => {
    const label = await make('labels', { name: 'Urgent', color: '#cc3300' })
    await make('labels', { name: 'Late' })
    await config(source, 'pull')
    const urgent = { name: 'Urgent', color: '#000000' }
    here.write('sheaf-config/labels/urgent.json', urgent)
    here.write('sheaf-config/labels/own.json', { name: 'Own', color: null })
    await clientOf(source).patch(new URL(label).pathname.replace(/.*\/v1/, ''), { color: '#ffffff' })
    const late = (await clientOf(source).get('/labels?name=Late')).body.results[0] as { id: number }
    await clientOf(source).patch(`/labels/${late.id}`, { color: '#00ff00' })
    const kept = (file: string, name: string, does: string) =>
      `${file} "${name}": kept, because it has local changes (--force ${does} it)\n`
    expect(await changes(source, 'pull')).toEqual({
      code: 1,
      out: `labels/late.json: updated\n${kept('labels/urgent', 'Urgent', 'overwrites')}${kept('labels/own', 'Own', 'removes')}`,
      err: '',
    })
    expect(here.json('sheaf-config/labels/urgent.json')).toEqual(urgent)
    expect(here.has('sheaf-config/labels/own.json')).toBe(true)

    expect((await config(source, 'pull', '--force')).code).toBe(0)
    expect(here.json('sheaf-config/labels/urgent.json')).toEqual({ name: 'Urgent', color: '#ffffff' })
    expect(here.has('sheaf-config/labels/own.json')).toBe(false)
  })

  it('reads names without Latin letters back from their files', async () => {
    await clientOf(source).patch(`/queues/${source.queue_id}`, { name: '发票' })
    const queue = `${server.root}/queues/${source.queue_id}`
    await make('email_templates', { name: '自定义', queue, subject: 'S', message: 'M' })
    expect(await config(source, 'pull', 'one')).toMatchObject({ code: 0 })
    expect(await changes(source, 'diff', 'one')).toEqual({ code: 0, out: '', err: '' })
  })

  it('keeps the settings of a hook without a file of settings', async () => {
    await fill()
    await config(source, 'pull', 'one')
    rmSync(join(here.path, 'one/hooks/a-second/settings.json'))
    expect((await config(source, 'push', 'one')).out).toMatch(/^0 created, 0 updated, /m)
  })

  it('writes through no link', async () => {
    await fill()
    for (const [link, path] of [
      ['labels', 'labels'],
      ['hooks/first', 'hooks/first'],
    ] as const) {
      const folder = `of-${path.length}`
      here.write(`${folder}/outside/code.js`, 'mine')
      here.write(`${folder}/hooks/kept.txt`, '')
      symlinkSync(join(here.path, folder, 'outside'), join(here.path, folder, link))
      expect(await config(source, 'pull', folder)).toMatchObject({
        code: 2,
        err: expect.stringMatching(new RegExp(`${path} is not a folder\\.\n$`)),
      })
      expect(readdirSync(join(here.path, folder, 'outside'))).toEqual(['code.js'])
      expect(here.read(`${folder}/outside/code.js`)).toBe('mine')
    }
  })

  it('does not report email templates that the service creates with a queue', async () => {
    await config(source, 'pull')
    await config(target, 'push')
    const { body } = await clientOf(target).post('/queues', {
      name: 'Later',
      workspace: `${server.root}/workspaces/${target.workspace_id}`,
      schema: `${server.root}/schemas/${target.schema_id}`,
    })
    expect(body.id).toEqual(expect.any(Number))
    const { out } = await config(target, 'diff')
    expect(out).toContain('Only on the server: queues/later "Later"\n')
    expect(out).not.toContain('email_templates')
  })

  it('reports folders without a set-up, and files in their place', async () => {
    here.write('afile', '')
    here.write('empty/note.txt', '')
    for (const command of ['pull', 'push', 'diff'])
      expect(await config(source, command, 'afile')).toEqual({
        code: 2,
        out: '',
        err: 'afile is a file, not a folder.\n',
      })
    for (const command of ['push', 'diff'])
      expect(await config(source, command, 'empty')).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringMatching(/^empty contains no set-up: /),
      })
  })
})
