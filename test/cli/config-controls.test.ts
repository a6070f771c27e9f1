/** `sheaf config push` and controls: what it refuses without consent. */
import { describe, expect, it } from 'vitest'
import { aPerson } from '../support/factories.ts'
import { server } from '../support/tenant-server.ts'
import { clientOf, config, fill, here, source, target, textsIn, useConfig } from './config-setup.ts'

useConfig()

describe('sheaf config push', () => {
  it('refuses without --yes what weakens a control, and does the rest', async () => {
    await fill()
    await config(source, 'pull')
    const files = Object.keys(textsIn('sheaf-config'))
    const change = (start: string, given: object) => {
      const file = `sheaf-config/${files.find((name) => name.startsWith(start))!}`
      here.write(file, { ...(here.json(file) as object), ...given })
    }
    change('workflows/', { condition: { $expr: { $gt: ['$field.amount_total', 9000] } } })
    change('workflow_steps/large-board', { mode: 'any' })
    change('queues/', { automation_enabled: true, workflows: [] })
    change('labels/', { color: '#000000' })
    const { code, out } = await config(source, 'push')
    expect(code).toBe(1)
    for (const line of [
      /^workflows\/.*: refused \(it would be weaker: its condition changes to .*9000.*; --yes changes it\)$/m,
      /^workflow_steps\/.*: refused \(it would be weaker: its mode changes from all to any; --yes changes it\)$/m,
      /^queues\/.*: refused \(it would be weaker: automation rises from never to confident; the workflow Large is removed; --yes changes it\)$/m,
      /^labels\/.*: updated \(color\)$/m,
    ])
      expect(out).toMatch(line)
    const dry = await config(source, 'push', '--dry-run')
    expect([dry.code, dry.out]).toEqual([0, expect.stringMatching(/would be updated \(mode; weaker: its mode/)])
    expect(await config(source, 'push', '--yes')).toMatchObject({ code: 0 })
    expect((await clientOf(source).get(`/queues/${source.queue_id}`)).body.automation_enabled).toBe(true)
  })

  it('needs --yes for what the API accepts only with a confirmation', async () => {
    await fill()
    await config(source, 'pull')
    const files = Object.keys(textsIn('sheaf-config'))
    const file = (start: string) => `sheaf-config/${files.find((name) => name.startsWith(start))!}`
    type Fields = { content: { children: { id: string }[] }[] }
    const schema = here.json(file('schemas/')) as Fields
    for (const section of schema.content) section.children = section.children.filter(({ id }) => id !== 'amount_total')
    here.write(file('schemas/'), schema)
    here.write(file('queues/'), { ...(here.json(file('queues/')) as object), document_lifetime: '02:00:00' })
    const refused = await config(source, 'push')
    expect(refused.code).toBe(1)
    expect(refused.out).toMatch(/^schemas\/.*refused \(.*reads amount_total.*\)$/m)
    expect(refused.out).toMatch(
      /^queues\/.*refused \(it would be weaker: documents are deleted 2 hours after they have arrived \(before: no limit\); --yes/m,
    )
    expect(await config(source, 'push', '--yes')).toMatchObject({ code: 0 })
  })

  it('writes lifetimes of documents in words, and asks before it shortens them', async () => {
    await fill()
    await config(source, 'pull')
    const file = `sheaf-config/${Object.keys(textsIn('sheaf-config')).find((name) => name.startsWith('queues/'))!}`
    const keep = (document_lifetime: string) => here.write(file, { ...(here.json(file) as object), document_lifetime })
    await clientOf(source).patch(`/queues/${source.queue_id}`, { document_lifetime: '30 00:00:00' })
    const time = (change: string) => new RegExp(`time for which documents are kept: ${change}`)
    keep('90')
    expect((await config(source, 'diff')).out).toMatch(time('90 seconds; before: 30 days\n'))
    expect((await config(source, 'push', '--dry-run')).out).toMatch(time('90 seconds; before: 30 days; weaker: .*'))
    expect((await config(source, 'push')).out).toMatch(
      /refused \(it would be weaker: documents are deleted 90 seconds after/,
    )
    keep('90 00:00:00')
    const longer = await config(source, 'push')
    expect([longer.code, longer.out]).toEqual([0, expect.stringMatching(time('90 days; before: 30 days'))])
    expect((await config(target, 'diff')).out).toMatch(time('90 days'))
    keep('soon')
    expect((await config(source, 'diff')).out).toMatch(time('"soon"; before: 90 days'))
    expect((await config(source, 'push')).out).toMatch(/refused \(document_lifetime: Duration has wrong format/)
  })

  it('creates a step without approvers who do not exist there, and names all users who do not', async () => {
    await fill()
    const clerk = await aPerson(server.deps.db, source, 'annotator')
    const { username: name } = (await clientOf(source).get(`/users/${clerk.user_id}`)).body as { username: string }
    const [one] = (await clientOf(source).get('/workflow_steps')).body.results
    const { username } = (await clientOf(source).get('/auth/user')).body as { username: string }
    await clientOf(source).patch(`/workflow_steps/${one.id}`, {
      assignees: [`${server.root}/users/${source.user_id}`],
    })
    await config(source, 'pull')
    const pushed = await config(target, 'push')
    expect(pushed.code).toBe(1)
    expect(pushed.out).toContain(`refused (There is no "${username}" in users.; the step has no approvers here,`)
    expect(pushed.out).toMatch(new RegExp(`^queues/.*: users who do not exist here: ${name}$`, 'm'))
    // Without the step, documents would pass with one approval less.
    const steps = (await clientOf(target).get('/workflow_steps')).body.results as {
      name: string
      assignees: string[]
    }[]
    expect(steps).toMatchObject([
      { name: 'Board', assignees: [] },
      { name: 'Head', assignees: [] },
    ])
    const diff = await config(target, 'diff')
    expect(diff.out).toMatch(new RegExp(`^\\+ +"${username}"$`, 'm'))
    expect(diff.out).toMatch(/^Not carried: 1 user$/m)
  })
})
