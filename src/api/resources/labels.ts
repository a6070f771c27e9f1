import { columns, defineResource } from '../resource/define.ts'
import { f, fieldsOf } from '../resource/fields.ts'
import { by } from '../resource/filters.ts'
import { insert } from '../resource/verbs.ts'
import { allowed, sameOrganization } from './access.ts'

export const labels = defineResource({
  path: 'labels',
  singular: 'label',
  table: 'labels',
  description: 'A coloured word on annotations.',
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    name: f.text({ required: true, max: 255 }),
    organization: f.ref('organizations', { readOnly: true }),
    color: f.text({ nullable: true, default: null, pattern: '^#[0-9a-fA-F]{6}$' }),
  }),
  filters: { id: by.ids('labels.id'), name: by.text('labels.name') },
  ordering: columns('labels', { id: 'bigint', name: 'text' }),
  visible: sameOrganization('labels'),
  may: allowed('labels'),
  check: async (values, { row, state }) => {
    if (values.name === undefined) return null
    const taken = await state
      .db('labels')
      .where({ organization_id: state.who.organization_id, name: values.name })
      .first('id')
    return taken && taken.id !== row?.id ? { name: ['A label with this name exists already.'] } : null
  },
  save: { create: (values, state) => insert(labels, values, state, { organization_id: state.who.organization_id }) },
})
