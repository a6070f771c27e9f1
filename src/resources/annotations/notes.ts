import { forbidden } from '../../errors.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { f, fieldsOf, type Row } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { insert, patch } from '../legacy/verbs.ts'
import type { Caller } from '../engine/request.ts'
import { admins, allowed } from '../access.ts'
import { partOfAnnotation } from './automation-blockers.ts'

const person = (column: string) => f.ref('users', { readOnly: true, nullable: true, column })

export const notes = defineResource({
  path: 'notes',
  singular: 'note',
  table: 'notes',
  description: 'What people write beside an annotation; changed by who wrote it, or an administrator.',
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    type: f.oneOf(['rejection'], { default: 'rejection' }),
    metadata: f.metadata(),
    content: f.text({ required: true, max: 4096 }),
    created_at: f.time(),
    creator: person('creator_id'),
    modified_at: f.time(),
    modifier: person('modified_by'),
    modified_by: person('modified_by'),
    annotation: f.ref('annotations', { required: true, createOnly: true }),
  }),
  filters: {
    id: by.ids('notes.id'),
    annotation: by.ids('notes.annotation_id'),
    creator: by.ids('notes.creator_id'),
  },
  ordering: columns('notes', { id: 'bigint', modified_at: 'timestamptz', created_at: 'timestamptz' }),
  visible: partOfAnnotation('notes'),
  may: allowed('notes'),
  save: {
    create: (values, caller) =>
      insert(notes, values, caller, {
        organization_id: caller.who.organization_id,
        creator_id: caller.who.user_id,
        modified_by: caller.who.user_id,
      }),
    update: (row, values, caller) => {
      demandOwn(row, caller)
      return patch(notes, row, values, caller, { modified_at: caller.db.fn.now(), modified_by: caller.who.user_id })
    },
    destroy: async (row, caller) => {
      demandOwn(row, caller)
      await caller.db('notes').where('id', row.id).delete()
    },
  },
})

function demandOwn(row: Row, { who }: Caller): void {
  if (row.creator_id !== who.user_id && !admins(who)) throw forbidden('Only who wrote the note may change it.')
}
