/** A stream of events goes on exactly as long as its caller would be let in again. */
import { describe, expect, it } from 'vitest'
import { createToken, personOfToken } from '../../src/domain/people/credentials.ts'
import { createSession, personOfSession } from '../../src/domain/people/sessions.ts'
import { maySee } from '../../src/resources/live/events.ts'
import { urlsAt } from '../../src/resources/framework/urls.ts'
import { whoIs } from '../../src/resources/who.ts'
import {
  client,
  enter,
  home,
  make,
  otherOrganization,
  path,
  server,
  url,
  useMemberships,
} from '../api/memberships-setup.ts'
import { as } from '../support/as.ts'
import { anAnnotation, aPerson, aTenant, type Tenant } from '../support/factories.ts'

useMemberships()

/** Someone with a credential, and where they read events. */
interface Reader {
  user_id: number
  key: string
  tenant: Tenant
  /** Of a guest. */
  membership: number
}

const groupOf = async (name: string) =>
  url('groups', (await server.deps.db('groups').where({ name }).first('id'))!.id as number)

async function atHome(): Promise<Reader> {
  const { user_id, token } = await aPerson(server.deps.db, home, 'annotator')
  return { user_id, key: token, tenant: home, membership: 0 }
}
async function aGuest(given: object = {}): Promise<Reader> {
  const { user_id, token } = await aPerson(server.deps.db, home, 'annotator')
  const made = await make(user_id, { groups: [await groupOf('admin')], ...given })
  expect([made.status, made.body]).toEqual([201, expect.anything()])
  const key = (await enter(token)).body.key as string
  return { user_id, key, tenant: otherOrganization, membership: made.body.id as number }
}
async function aChief(): Promise<Reader> {
  const { user_id, token } = await aPerson(server.deps.db, home, 'organization_group_admin')
  return { user_id, key: (await enter(token)).body.key as string, tenant: otherOrganization, membership: 0 }
}

const users = ({ user_id }: Reader) => server.deps.db('users').where('id', user_id)
const tokens = ({ user_id }: Reader) => server.deps.db('tokens').where({ user_id })
const membership = ({ membership: id }: Reader) => server.deps.db('memberships').where({ id })
const past = () => server.deps.db.raw(`now() - interval '1 second'`)
const change = (reader: Reader, given: object) => client.patch(`${path()}/${reader.membership}`, given)

/** What happens meanwhile, to whom, and whether access remains. */
const cases: [what: string, begin: () => Promise<Reader>, happens: (reader: Reader) => unknown, remains: boolean][] = [
  ['nothing', atHome, () => undefined, true],
  ['the user is renamed', atHome, (reader) => users(reader).update({ username: `new-${reader.user_id}` }), true],
  ['the user is deactivated', atHome, (reader) => users(reader).update({ is_active: false }), false],
  ['the user is deleted', atHome, (reader) => users(reader).update({ deleted_at: past() }), false],
  ['the token is deleted', atHome, (reader) => tokens(reader).delete(), false],
  ['the token expires', atHome, (reader) => tokens(reader).update({ expires_at: past() }), false],
  [
    'the queue is taken from the user',
    atHome,
    ({ user_id }) => server.deps.db('user_queues').where({ user_id }).delete(),
    false,
  ],
  ['nothing, for a guest', () => aGuest(), () => undefined, true],
  [
    'the membership is deleted',
    () => aGuest(),
    (reader) => client.send('DELETE', `${path()}/${reader.membership}`),
    false,
  ],
  ['the membership expires', () => aGuest(), (reader) => membership(reader).update({ expires_at: past() }), false],
  [
    'the membership moves to a third organization',
    () => aGuest(),
    async (reader) => {
      const { organization_id } = await aTenant(server.deps.db)
      const { organization_group_id } = home
      await server.deps.db('organizations').where('id', organization_id).update({ organization_group_id })
      expect((await change(reader, { organization: url('organizations', organization_id) })).status).toBe(200)
    },
    false,
  ],
  [
    'the membership is given to another user',
    () => aGuest(),
    async (reader) => {
      const { user_id } = await aPerson(server.deps.db, home, 'viewer')
      expect((await change(reader, { user: url('users', user_id) })).status).toBe(200)
    },
    false,
  ],
  [
    'the guest is no longer an administrator, and has no queues',
    () => aGuest(),
    async (reader) => expect((await change(reader, { groups: [await groupOf('annotator')] })).status).toBe(200),
    false,
  ],
  [
    'the organization leaves the group',
    () => aGuest(),
    async () => {
      const { organization_group_id } = await aTenant(server.deps.db)
      await server.deps
        .db('organizations')
        .where('id', otherOrganization.organization_id)
        .update({ organization_group_id })
    },
    false,
  ],
  [
    'an administrator of the group loses the role',
    aChief,
    ({ user_id }) => server.deps.db('user_groups').where({ user_id }).delete(),
    false,
  ],
]

describe('a stream of events', () => {
  it.each(cases)('goes on exactly as long as a new request is accepted: %s', async (_, begin, happens, remains) => {
    const { db, config } = server.deps
    const { organization_group_id } = home
    await db('organizations').where('id', otherOrganization.organization_id).update({ organization_group_id })
    const reader = await begin()
    const person = (await personOfToken(db, reader.key))!
    const { annotation_id } = await anAnnotation(db, reader.tenant)
    const request = { db, config, who: whoIs(person), credential: person.credential, urls: urlsAt(server.root) }
    const subjects = [
      { kind: 'annotation', id: annotation_id, path: `/annotations/${annotation_id}` },
      { kind: 'queue', id: reader.tenant.queue_id, path: `/queues/${reader.tenant.queue_id}` },
    ] as const
    for (const subject of subjects) expect(await maySee(request, subject)).toBe(true)
    await happens(reader)
    for (const subject of subjects) {
      const { status } = await as(server.root, reader.key).get(subject.path)
      expect([await maySee(request, subject), status === 200]).toEqual([remains, remains])
    }
  })

  it.each([
    ['goes on', () => undefined, true],
    ['is deleted', (id: number) => server.deps.db('sessions').where({ id }).delete(), false],
    ['expires', (id: number) => server.deps.db('sessions').where({ id }).update({ expires_at: past() }), false],
  ] as const)('ends with its session: the session %s', async (_, happens, remains) => {
    const { db, config } = server.deps
    const { user_id } = await aPerson(db, home, 'annotator')
    const { key } = await createSession(db, user_id)
    // Another token of the same user does not prolong it.
    await createToken(db, user_id)
    const person = (await personOfSession(db, key))!
    const { credential } = person
    if (credential.kind !== 'session') throw new Error('not a session')
    const request = { db, config, who: whoIs(person), credential, urls: urlsAt(server.root) }
    await happens(credential.id)
    expect(await maySee(request, { kind: 'queue', id: home.queue_id })).toBe(remains)
  })
})
