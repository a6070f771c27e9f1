/** Two organizations of one group, and one of another, for the tests of memberships. */
import { afterAll, beforeAll, expect } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'

/** The server of both. */
export let server: TestServer
/** The organization of the users. */
export let home: Tenant
/** The other organization of the group of `home`. */
export let otherOrganization: Tenant
/** An organization of another group. */
export let foreign: Tenant
/** A user of `home` who administers the group. */
export let groupAdmin: { user_id: number; token: string }
/** Client of the administrator of the group. */
export let client: Client
/** Returns the URL of an object of the API. */
export const url = (collection: string, id: number) => `${server.root}/${collection}/${id}`
/** Returns the path of the memberships of the group. */
export const path = () => `/organization_groups/${home.organization_group_id}/memberships`

/** Starts the server for the tests of a file and creates the organizations. */
export function useMemberships(): void {
  beforeAll(async () => {
    server = await testServer()
    const { db } = server.deps
    home = await aTenant(db)
    otherOrganization = await aTenant(db)
    foreign = await aTenant(db)
    otherOrganization.organization_group_id = home.organization_group_id
    await db('organizations')
      .where('id', otherOrganization.organization_id)
      .update({ organization_group_id: home.organization_group_id })
    groupAdmin = await aPerson(db, home, 'organization_group_admin')
    client = as(server.root, groupAdmin.token)
  })
  afterAll(() => server.stop())
}

/** Requests a membership of a user in the other organization. */
export const make = (user_id: number, given: object = {}) =>
  client.post(path(), {
    user: url('users', user_id),
    organization: url('organizations', otherOrganization.organization_id),
    ...given,
  })
/** Requests a token for another organization. */
export const enter = (token: string, organization_id = otherOrganization.organization_id) =>
  as(server.root, token).post('/auth/membership_token', { organization: url('organizations', organization_id) })

/** Creates a user of the home organization with a membership in the other one, and a client with a membership token. */
export async function visitor(role: 'annotator' | 'admin' | 'manager', queues: number[], given: object = {}) {
  const person = await aPerson(server.deps.db, home, role)
  const created = await make(person.user_id, { queues: queues.map((id) => url('queues', id)), ...given })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  const answer = await enter(person.token)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return {
    ...person,
    membership: created.body,
    key: answer.body.key as string,
    client: as(server.root, answer.body.key),
  }
}
