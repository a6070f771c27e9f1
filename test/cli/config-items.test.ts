/** What a push keeps of an object, and how it treats steps of approvals that it cannot create. */
import { describe, expect, it } from 'vitest'
import { changesOf } from '../../src/cli/config/changes.ts'
import { creatable, readServer, unknownPeople } from '../../src/cli/config/items.ts'
import { Refused, type Rest } from '../../src/cli/client/rest.ts'
import { KINDS, type Values } from '../../src/cli/config/kinds.ts'
import { openNames } from '../../src/cli/config/names.ts'
import { assertSteps, withoutApprovers } from '../../src/cli/config/steps.ts'
import { Problem } from '../../src/cli/problem.ts'

const names = openNames()
for (const name of ['ada', 'ben', 'cy']) names.add('users', name, `https://x/v1/users/${name.length}${name}`)
names.add('queues', 'Invoices', 'https://x/v1/queues/1')

const changes = (path: string, local: Values, server: Values) => {
  const kind = KINDS.find((one) => one.path === path)!
  return changesOf(kind, { key: '', slug: '', values: local }, { key: '', slug: '', values: server }, names)
}

describe('a push', () => {
  it('adds users of a file to those of a queue, and removes none', () => {
    expect(changes('queues', { users: ['ada', 'ben'] }, { users: ['ben', 'cy'] })).toEqual({
      users: ['ada', 'ben', 'cy'],
    })
    expect(changes('queues', { users: ['ben'] }, { users: ['ben', 'cy'] })).toEqual({})
  })

  it('leaves out users of a queue who do not exist, by name', () => {
    const queues = KINDS.find(({ path }) => path === 'queues')!
    expect(unknownPeople(queues, { users: ['ada', 'dee'] }, names)).toEqual(['dee'])
    expect(creatable(queues, { users: ['ada', 'dee'] }, names)).toEqual({ users: ['ada'] })
    expect(changes('queues', { users: ['dee'] }, { users: ['ada'] })).toEqual({})
  })

  it('keeps the prefix of an inbox, and settings that a file omits', () => {
    const inbox = { queues: ['Invoices'], dmarc_check_action: 'drop' }
    expect(changes('inboxes', { ...inbox, email_prefix: 'test' }, { ...inbox, email_prefix: 'prod' })).toEqual({})
    expect(changes('queues', { settings: { a: 1 } }, { settings: { a: 1, legal_retention_years: 8 } })).toEqual({})
    const stored = { settings: { automation: { automate_empty_fields: false, automate_duplicates: false } } }
    expect(changes('queues', { settings: { automation: { automate_duplicates: false } } }, stored)).toEqual({})
    expect(changes('organizations', { settings: { a: 1 } }, { settings: { a: 2, b: 3 } })).toEqual({
      settings: { a: 1, b: 3 },
    })
  })
})

describe('a caller who may not read a kind', () => {
  it('gets an error that names it, in place of a set-up without it', async () => {
    const connectors = KINDS.find(({ path }) => path === 'connectors')!
    const rest = { all: () => Promise.reject(new Refused(403, 'No permission.')) } as unknown as Rest
    await expect(readServer(rest, connectors, names, { local: [], memory: new Map() })).rejects.toThrow(
      'connectors: No permission.',
    )
  })
})

describe('a step that cannot be created', () => {
  const step = { name: 'Head', workflow: 'Large', assignees: ['dee'] }
  const needs = (fails: (values: Values) => boolean) => (values: Values) =>
    fails(values) ? Promise.reject(new Problem('Refused.')) : Promise.resolve('https://x/v1/workflow_steps/1')

  it('has no approvers, so that documents wait at it', async () => {
    const incomplete = new Set<string>()
    const made: Values[] = []
    const create = (values: Values) =>
      needs(({ assignees }) => (assignees as string[]).length > 0)((made.push(values), values))
    await expect(withoutApprovers(step, create, incomplete)).rejects.toThrow(
      /^Refused\.\nthe step has no approvers here/,
    )
    expect(made.at(-1)).toEqual({ ...step, assignees: [] })
    expect([...incomplete]).toEqual([])
  })

  it('keeps its workflow away from queues if it cannot exist at all', async () => {
    const incomplete = new Set<string>()
    await expect(
      withoutApprovers(
        step,
        needs(() => true),
        incomplete,
      ),
    ).rejects.toThrow(/^Refused\.$/)
    const using = (name: string) => () =>
      assertSteps({ workflows: [{ url: { object: 'workflows', name } }] }, incomplete)
    expect(using('Large')).toThrow('a step of the workflow Large was refused')
    expect(using('Small')).not.toThrow()
  })
})
