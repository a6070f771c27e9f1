/** Memberships, and objects of all organizations of a group. */
import type { Knex } from 'knex'
import { aPerson, aQueue, type Tenant } from '../../support/factories.ts'
import { insert, next, type Samples } from './sample.ts'

/** Creates another organization in the tenant's group. */
const anOrganization = (db: Knex, { organization_group_id }: Tenant): Promise<number> =>
  insert(db, 'organizations', { organization_group_id, name: `organization ${next()}` })

export const memberships: Samples = {
  'organization_groups/memberships': {
    make: async (db, tenant) => {
      const organization_id = await anOrganization(db, tenant)
      const { user_id, organization_group_id } = tenant
      return insert(db, 'memberships', { organization_group_id, organization_id, user_id })
    },
    create: async (url, tenant, db) => ({
      user: url('organization_groups/users', tenant.user_id),
      organization: url('organization_groups/organizations', await anOrganization(db, tenant)),
    }),
    write: async (url, tenant, db) => ({
      // A user of another organization, because a user cannot have a membership in their own organization.
      user: url('organization_groups/users', await aUserElsewhere(db, tenant)),
      organization: url('organization_groups/organizations', await anOrganization(db, tenant)),
      queues: [],
      groups: [url('groups', 2)],
      expires_at: '2100-01-01T00:00:00.000000Z',
    }),
  },
  'organization_groups/organizations': { make: anOrganization },
  'organization_groups/workspaces': {
    make: (db, tenant) =>
      insert(db, 'workspaces', { organization_id: tenant.organization_id, name: `workspace ${next()}` }),
  },
  'organization_groups/queues': { make: async (db, tenant) => (await aQueue(db, tenant)).queue_id },
  'organization_groups/users': { make: async (db, tenant) => (await aPerson(db, tenant, 'annotator')).user_id },
}

async function aUserElsewhere(db: Knex, tenant: Tenant): Promise<number> {
  const organization_id = await anOrganization(db, tenant)
  return insert(db, 'users', { organization_id, username: `elsewhere-${next()}@example.org` })
}
