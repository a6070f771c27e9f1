import { Type } from 'typebox'
import { OrganizationGroup } from '../../models/index.ts'
import { allowed } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import { groupBilling } from './billing.ts'

const Json = Type.Record(Type.String(), Type.Unknown())

export const organizationGroups = defineResource(OrganizationGroup, {
  path: 'organization_groups',
  singular: 'organization group',
  description: 'A group of organizations that belong together.',
  verbs: ['list', 'retrieve'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    name: f.text('Name of the group.', { readOnly: true }),
    is_trial: f.bool('Whether it is a trial.', { readOnly: true }),
    is_production: f.bool('Whether it is used in production.', { readOnly: true }),
    // Never null: clients of this API declare it as a string.
    deployment_location: f.computed(
      'Location of the service; empty if unknown.',
      Type.String(),
      ({ deployment_location }) => deployment_location ?? '',
    ),
    features: f.json(Json, 'Features that are enabled for the group; null if all are enabled.', {
      readOnly: true,
      nullable: true,
    }),
    usage: f.computed('Usage data of the group.', Json, ({ usage }) => usage ?? {}),
    modified_by: f.modifiedBy(),
    modified_at: f.modifiedAt({ nullable: true }),
  }),
  filters: (by) => ({ id: by.ids(), name: by.text() }),
  ordering: { id: 'bigint', name: 'text' },
  visible: (query, { who }) => void query.where('organization_groups.id', who.organization_group_id),
  may: allowed('organization_groups'),
  itemActions: groupBilling,
})
