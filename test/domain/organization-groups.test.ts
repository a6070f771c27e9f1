import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { database, useDatabase } from '../support/database.ts'

useDatabase()

/** Runs `sheaf groups …` with this database; returns both output streams, of which it uses one. */
const groups = (...args: string[]) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      SECRET_KEY: 'a test secret that is long enough for signing',
      SECRETS_KEY: 'a test secret that is long enough for encrypting',
      BLOBS_FOLDER: '/nowhere',
    }
    const program = join(import.meta.dirname, '../../src/cli/main.ts')
    execFile(process.execPath, [program, 'groups', ...args], { env, cwd: '/' }, (error, out, err) =>
      resolve({ code: (error?.code as number | undefined) ?? 0, text: (out + err).trim() }),
    )
  })
const rolesOf = (user_id: number) =>
  database
    .db('user_groups')
    .join('groups', 'groups.id', 'user_groups.group_id')
    .where({ user_id })
    .orderBy('name')
    .pluck('name') as unknown as Promise<string[]>

describe('sheaf groups', () => {
  it('makes an administrator a group administrator once, and writes the audit log', async () => {
    const tenant = await aTenant(database.db)
    const { username } = (await database.db('users').where('id', tenant.user_id).first('username')) as {
      username: string
    }
    await database.db('user_groups').insert({
      user_id: tenant.user_id,
      group_id: database.db('groups').select('id').where('name', 'approver'),
    })
    const sentence = `is an administrator of group ${tenant.organization_group_id}.`
    for (const name of [username, username.toUpperCase()])
      expect(await groups('--grant', name)).toEqual({ code: 0, text: `${name} ${sentence}` })
    expect(await rolesOf(tenant.user_id)).toEqual(['approver', 'organization_group_admin'])
    const logged = await database.db('audit_logs').where({ object_type: 'user', object_id: tenant.user_id })
    expect(logged[0]).toMatchObject({ username: 'operator', action: 'update', organization_id: tenant.organization_id })
    const listed = await groups()
    expect(listed.text).toContain(`group ${tenant.organization_group_id}: `)
    expect(listed.text).toMatch(new RegExp(`^ {2}administrators: ${username}$`, 'm'))
  })

  it('refuses users that are unknown, deleted or inactive', async () => {
    const tenant = await aTenant(database.db)
    const person = await aPerson(database.db, tenant, 'annotator')
    const row = database.db('users').where('id', person.user_id)
    const { username } = (await row.clone().first('username')) as { username: string }
    expect(await groups('--grant', 'unknown')).toEqual({ code: 2, text: 'There is no active user "unknown".' })
    await row.clone().update({ is_active: false })
    expect((await groups('--grant', username)).code).toBe(2)
    expect(await rolesOf(person.user_id)).toEqual(['annotator'])
  })

  it('moves an organization into another group, unless memberships refer to its current group', async () => {
    const [one, other] = [await aTenant(database.db), await aTenant(database.db)]
    const join = () => groups('--join', String(one.organization_id), '--group', String(other.organization_group_id))
    const groupOf = async () =>
      (await database.db('organizations').where('id', one.organization_id).first('organization_group_id')) as object
    const [membership] = await database
      .db('memberships')
      .insert({
        organization_group_id: one.organization_group_id,
        organization_id: one.organization_id,
        user_id: one.user_id,
      })
      .returning('id')
    const refused = await join()
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.text).toContain(`(${membership.id}); delete them first.`)
    expect(await groupOf()).toEqual({ organization_group_id: one.organization_group_id })
    await database.db('memberships').where('id', membership.id).delete()
    expect((await join()).code).toBe(0)
    expect(await groupOf()).toEqual({ organization_group_id: other.organization_group_id })
    expect((await join()).code).toBe(0)
  })

  const key = {
    namespace: 'own',
    kid: 'own',
    type: 'Ed25519',
    algorithm: 'EdDSA',
    public_key: '',
    fingerprint: 'own',
    group_administrators: true,
  }
  const provider = { name: 'Own', issuer: 'https://own.example', client_id: 'own', group_administrators: true }
  /** Makes a tie of the tenant to its group; returns how the command names it. */
  const ties: [
    what: string,
    make: (tenant: Tenant) => Promise<string>,
    remove: (tenant: Tenant) => Promise<unknown>,
  ][] = [
    [
      'administrators of the group',
      async (tenant) => {
        const { user_id } = await aPerson(database.db, tenant, 'organization_group_admin')
        const { username } = (await database.db('users').where('id', user_id).first('username')) as { username: string }
        return username
      },
      ({ organization_id }) =>
        database
          .db('user_groups')
          .whereIn('user_id', database.db('users').select('id').where({ organization_id }))
          .delete(),
    ],
    [
      'administrators of the group',
      async (tenant) => {
        const { user_id } = await aPerson(database.db, tenant, 'organization_group_admin')
        await database.db('users').where('id', user_id).update({ is_active: false, username: 'idle@example.org' })
        return 'idle@example.org'
      },
      () => database.db('users').where('username', 'idle@example.org').update({ deleted_at: database.db.fn.now() }),
    ],
    [
      'JWT keys for administrators of the group',
      async ({ organization_id }) => {
        const [{ id }] = await database
          .db('jwt_keys')
          .insert({ ...key, organization_id })
          .returning('id')
        return String(id)
      },
      ({ organization_id }) =>
        database.db('jwt_keys').where({ organization_id }).update({ group_administrators: false }),
    ],
    [
      'OpenID providers for administrators of the group',
      async ({ organization_id }) => {
        const [{ id }] = await database
          .db('oidc_providers')
          .insert({ ...provider, organization_id })
          .returning('id')
        return String(id)
      },
      ({ organization_id }) => database.db('oidc_providers').where({ organization_id }).delete(),
    ],
  ]
  it.each(ties)('moves no rights over a group into another one: %s', async (what, make, remove) => {
    const [one, other] = [await aTenant(database.db), await aTenant(database.db)]
    const join = () => groups('--join', String(one.organization_id), '--group', String(other.organization_group_id))
    const groupOf = async () =>
      ((await database.db('organizations').where('id', one.organization_id).first('organization_group_id')) as Tenant)
        .organization_group_id
    const name = await make(one)
    const refused = await join()
    expect(refused.code).toBe(2)
    expect(refused.text).toContain(`has ${what} in group ${one.organization_group_id} (${name});`)
    expect(await groupOf()).toBe(one.organization_group_id)
    await remove(one)
    expect(await join()).toMatchObject({ code: 0 })
    expect(await groupOf()).toBe(other.organization_group_id)
  })

  it.each([
    [['--join', '3'], '--join and --group must be used together.'],
    [['--join', 'x', '--group', '1'], '--join requires an id, not "x".'],
    [['--join', '999999', '--group', '1'], 'There is no organization 999999.'],
    [['--grant', 'a', '--join', '1', '--group', '1'], '--grant and --join cannot be combined.'],
  ])('refuses %j', async (args, sentence) => {
    expect(await groups(...args)).toEqual({ code: 2, text: sentence })
  })

  it('prints its usage', async () => {
    expect((await groups('--help')).text).toContain('sheaf groups')
    expect(await groups('--grnat', 'x')).toMatchObject({ code: 2, text: expect.stringContaining('--grnat') as string })
  })
})
