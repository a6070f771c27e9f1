/** A server with one organization, which all tests of a file share. */
import { afterAll, beforeAll } from 'vitest'
import type { Deps } from '../../src/deps.ts'
import { hashPassword } from '../../src/domain/people/credentials.ts'
import type { Role } from '../../src/rules/access/permissions.ts'
import { as, type Client } from './as.ts'
import { aPerson, aTenant, type Tenant } from './factories.ts'
import { testServer, type TestServer } from './server.ts'

export let server: TestServer
export let tenant: Tenant
/** Client of the organization's administrator. */
export let admin: Client
let clientOf: (token: string) => Client

export interface TenantServerOptions {
  /** Adds checks to `admin` and to the clients of `person`. */
  wrap?: (root: string, client: Client) => Client
  /** Replaces dependencies of the server. */
  deps?: Partial<Deps>
  /** Adds settings of the server. */
  env?: Record<string, string>
}

/** Starts the server for the tests of a file. Later `beforeAll` functions of the file find it started. */
export function useTenantServer({ wrap, deps, env }: TenantServerOptions = {}): void {
  beforeAll(async () => {
    server = await testServer(deps, env)
    tenant = await aTenant(server.deps.db)
    clientOf = (token) => {
      const client = as(server.root, token)
      return wrap ? wrap(server.root, client) : client
    }
    admin = clientOf(tenant.token)
  })
  afterAll(() => server.stop())
}

/** Returns the URL of an object of the API. */
export const url = (collection: string, id: number) => `${server.root}/${collection}/${id}`

/** Creates a user of the organization with one role, assigned to the given queues, and a client for this user. */
export async function person(role: Role, queues?: number[]) {
  const created = await aPerson(server.deps.db, tenant, role, queues)
  return { ...created, client: clientOf(created.token) }
}

/** Sets the password of the organization's administrator; returns the username. */
export async function setPassword(password: string): Promise<string> {
  const [row] = await server.deps
    .db('users')
    .where('id', tenant.user_id)
    .update({ password_hash: await hashPassword(password) })
    .returning('username')
  return row.username as string
}
