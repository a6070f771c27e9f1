/** Calls every operation in every role and compares the response with the permission table (src/rules/access/permissions.ts). */
import { beforeAll, describe, expect, it } from 'vitest'
import { answerOf, mayDo, mayUse, ROLES, rightOf, type Role } from '../../src/rules/access/permissions.ts'
import { as, type Client } from '../support/as.ts'
import { aPerson } from '../support/factories.ts'
import { operations, type Operation } from '../support/operations.ts'
import { server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { samples } from './samples/index.ts'

useTenantServer()

const clients = new Map<Role, Client>()

beforeAll(async () => {
  for (const role of ROLES) clients.set(role, as(server.root, (await aPerson(server.deps.db, tenant, role)).token))
})

let requests = 0

/** Returns a path with a new object of the tenant, because some requests delete or change it. */
async function pathFor({ path, collection }: Operation): Promise<string> {
  const id = path.includes('{id}') ? await samples[collection]!.make(server.deps.db, tenant) : 0
  return path
    .replace('{id}', String(id))
    .replace('{organization_group}', String(tenant.organization_group_id))
    .replace(/\{\w+\}/g, '1')
}

async function bodyFor({ operationId, method, collection }: Operation): Promise<unknown> {
  if (method === 'GET' || method === 'DELETE') return undefined
  if (operationId.endsWith('_create')) return (await samples[collection]?.create?.(url, tenant, server.deps.db)) ?? {}
  return {}
}

const permitted = Object.groupBy(
  operations().filter((operation) => operation['x-permission']),
  (operation) => operation.collection,
)

describe.each(Object.entries(permitted))('/%s', (_collection, found) => {
  for (const operation of found!) {
    const rule = operation['x-permission']!
    it(`${operation.method} ${operation.path} is allowed exactly for the roles of the permission table`, async () => {
      for (const role of ROLES) {
        const allowed = 'action' in rule ? mayDo(rule.action, [role]) : mayUse(rule.object, rule.verb, [role])
        // Permissions that also depend on the row are tested with the resource; here both results are accepted.
        const conditional =
          'action' in rule
            ? ['assigned', 'in_place'].includes(answerOf(rule.action, role))
            : ['own', 'self'].includes(rightOf(rule.object, role))
        const body = await bodyFor(operation)
        const { status } = await clients
          .get(role)!
          .send(operation.method, await pathFor(operation), body === undefined ? {} : { body })
        requests++
        const what = `${role}: ${operation.method} ${operation.path} → ${status}`
        expect(status, what).toBeLessThan(500)
        expect(status, what).not.toBe(401)
        if (!allowed) expect([403, 404], what).toContain(status)
        else if (!conditional) expect(status, what).not.toBe(403)
      }
    })
  }
})

it('covers every operation with a permission', () => {
  const all = Object.values(permitted).flat().length
  console.log(`role matrix: ${all} operations × ${ROLES.length} roles = ${requests} requests`)
  expect(requests).toBe(all * ROLES.length)
})
