import { deleteNote, noteRows } from '../../domain/annotations/notes.ts'
import { forbidden } from '../../errors.ts'
import { Note, type RowOf } from '../../models/index.ts'
import { admins, allowed } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import type { Caller } from '../framework/request.ts'
import { partOfAnnotation } from './automation-blockers.ts'

export const notes = defineResource(Note, {
  path: 'notes',
  singular: 'note',
  description: 'Notes that users write on an annotation; only the author and administrators may change them.',
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    type: f.oneOf(
      ['rejection', 'assignment'],
      'Subject of the note: the reason of a rejection, or a note for assignees.',
      {
        default: 'rejection',
      },
    ),
    metadata: f.metadata(),
    content: f.text('Text of the note, at most 4096 characters.', {
      required: true,
      max: 4096,
      example: 'Please ask the supplier.',
    }),
    created_at: f.createdAt(),
    creator: f.ref('URL of the author; null if the service created it.', { readOnly: true, nullable: true }),
    modified_at: f.modifiedAt(),
    modifier: f.ref('Same as `modified_by`.', { readOnly: true, nullable: true, column: 'modified_by' }),
    modified_by: f.modifiedBy(),
    annotation: f.ref('URL of the annotation.', { required: true, createOnly: true, example: 1 }),
  }),
  filters: (by) => ({ id: by.ids(), annotation: by.ref(), creator: by.ref() }),
  ordering: { id: 'bigint', modified_at: 'timestamptz', created_at: 'timestamptz' },
  visible: partOfAnnotation('notes'),
  may: allowed('notes'),
  save: {
    create: ({ columns }, { db, who }) => noteRows.create(db, who, columns),
    update: (row, { columns }, caller) => {
      assertOwn(row, caller)
      return noteRows.update(caller.db, caller.who, row.id, columns)
    },
    destroy: async (row, request) => {
      assertOwn(row, request)
      await deleteNote(request.deps, row.id)
    },
  },
})

function assertOwn({ creator_id }: RowOf<Note>, { who }: Caller): void {
  if (creator_id !== who.user_id && !admins(who))
    throw forbidden('Only the author and administrators may change a note.')
}
