/** An organization for each declared resource, and one without access to it, for the contract suite. Test data: samples/. */
import { afterAll, beforeAll, describe } from 'vitest'
import { routeOf, type VERB_ROUTES } from '../../src/resources/framework/routes.ts'
import { resources } from '../../src/resources/index.ts'
import { as, type Client } from '../support/as.ts'
import { aTenant, type Tenant } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { testServer, type TestServer } from '../support/server.ts'
import { samples } from './samples/index.ts'

export let server: TestServer
/** The organization of the resource; each resource has a separate one, which keeps rows of other tests out of its lists. */
export let tenant: Tenant
/** Another organization. */
export let other: Tenant
/** Client of a user with all permissions in `tenant`; each response is checked against the OpenAPI document. */
export let admin: Client
/** The same for `other`. */
export let stranger: Client
/** Returns the URL of an object, below the organization group if it belongs there. */
export const url = (collection: string, id: number) =>
  `${server.root}/${routeOf(collection, tenant.organization_group_id)}/${id}`

/** Collections whose rows all organizations share. */
export const SHARED = ['groups', 'generic_engines', 'generic_engine_schemas', 'hook_templates']

/** Without logs: they can only be listed and their records have no URL, so they have tests of their own. */
const WITH_OBJECTS = resources.filter(({ verbs }) => verbs.includes('retrieve'))

/** Creates an organization whose user is a group administrator, who has all permissions. */
async function anOrganization(): Promise<Tenant> {
  const created = await aTenant(server.deps.db)
  await server.deps.db('user_groups').where('user_id', created.user_id).update({ group_id: 6 })
  return created
}
const clientOf = ({ token }: Tenant) => documented(server.root, as(server.root, token))

const subjectOf = (resource: (typeof WITH_OBJECTS)[number]) => ({
  path: resource.path,
  resource,
  sample: samples[resource.path]!,
  at: (whose = tenant) => routeOf(resource.path, whose.organization_group_id),
  has: (verb: keyof typeof VERB_ROUTES) => resource.verbs.includes(verb),
})
/** A resource with its sample, the path of its collection, and a function that says whether it has a verb. */
export type Subject = ReturnType<typeof subjectOf>

/** Describes tests for each resource that is chosen. */
export function describeResources(isChosen: (subject: Subject) => boolean, tests: (subject: Subject) => void): void {
  beforeAll(async () => {
    // Each resource is asked with wrong tokens.
    server = await testServer({}, { FAILURES_PER_ADDRESS: '100000' })
    other = await anOrganization()
    stranger = clientOf(other)
  })
  afterAll(() => server.stop())
  const chosen = WITH_OBJECTS.map(subjectOf).filter(isChosen)
  describe.each(chosen.map((subject) => [subject.path, subject] as const))('/%s', (_path, subject) => {
    beforeAll(async () => {
      tenant = await anOrganization()
      admin = clientOf(tenant)
    })
    tests(subject)
  })
}
