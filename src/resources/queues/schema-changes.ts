/** Actions on the changes of a schema: preview, list and undo. */
import { Type, type Static } from 'typebox'
import {
  listChanges,
  previewChange,
  undoChange,
  UNDO_DAYS,
  type MadeChange,
} from '../../domain/queues/schema-changes.ts'
import { MAX_CHANGES } from '../../domain/queues/schema-versions.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { invalid } from '../../errors.ts'
import type { RowOf, Schema } from '../../models/index.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { allowed } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { orNull, Time, Url } from '../framework/fields.ts'
import { recordingChanges } from '../framework/record-changes.ts'
import { resourceAt } from '../framework/registry.ts'
import { ok, within, type Answer, type Request } from '../framework/request.ts'
import { respond } from '../framework/verbs.ts'
import { FORCE, isForced } from './force.ts'
import { SchemaContentSchema } from './schema-nodes.ts'

const ids = (description: string) => Type.Array(Type.String(), { description })
const count = (description: string) => Type.Integer({ minimum: 0, description })
const differences = {
  added: ids('Ids of new fields.'),
  removed: ids('Ids of removed fields.'),
  retyped: ids('Ids of fields whose values are read as another type.'),
  renamed: Type.Array(
    Type.Object({ from: Type.String({ description: 'Former id.' }), to: Type.String({ description: 'New id.' }) }),
    { description: 'Renamed nodes.' },
  ),
}
const reference = {
  type: Type.String({ description: 'Kind of the definition, such as `workflow`.' }),
  id: Type.Integer({ description: 'Id of the definition, or of the queue whose setting it is.' }),
  name: Type.String({ description: 'Name of the definition.' }),
  fields: ids('Ids of the fields that it reads.'),
}

const PreviewBody = Type.Object({ content: Type.Optional(Type.Unknown()) })
const Shown = Type.Object({
  ...differences,
  annotations: Type.Array(
    Type.Object({
      status: Type.String({ description: 'Status, such as `to_review`.' }),
      count: count('Annotations of the schema in this status.'),
      changes: Type.Boolean({
        description: 'Whether their content gets the new structure; otherwise it stays as it is.',
      }),
    }),
    { description: 'Annotations by status.' },
  ),
  values: Type.Array(
    Type.Object({
      schema_id: Type.String({ description: 'Id of the field.' }),
      annotations: count('Annotations that have a value of it.'),
      values: count('Their values.'),
    }),
    { description: 'Values, in content that changes, of fields that are removed or read as another type.' },
  ),
  references: Type.Array(
    Type.Object({ ...reference, effect: Type.String({ description: 'What happens to it if the change is forced.' }) }),
    { description: 'Definitions because of which the change is 409 without `force`.' },
  ),
  renamed_references: Type.Array(Type.Object(reference), { description: 'Definitions that get the new ids.' }),
})

/** Shows what a PATCH with this content would do. */
async function preview(request: Request<Static<typeof PreviewBody>>, row: RowOf<Schema>): Promise<Answer> {
  const { body, deps, db, who } = request
  const errors = await deps.userChecks.run(who, 'content', 'schemaContent', body.content)
  if (errors) throw invalid({ ...errors })
  const { broken, followed, ...shown } = await previewChange(db, row, body.content as SchemaContent)
  return ok({ ...shown, references: broken, renamed_references: followed })
}

const Change = Type.Object({
  id: Type.Integer({ description: 'Id of the change.' }),
  ...differences,
  made_at: { ...Time, description: 'Time of the change, UTC.' },
  made_by: { ...orNull(Url), description: 'URL of the user who made it; null for none.' },
  undoes: { ...orNull(Type.Integer()), description: 'Id of the change that it undid; null for none.' },
  undoable: Type.Boolean({
    description: 'Whether it can be undone now: it was not undone yet, and the schema is as it has left it.',
  }),
})

async function changes({ db, urls }: Request, { id }: RowOf<Schema>): Promise<Answer> {
  const results = await listChanges(db, id)
  const shown = ({ made_by, ...change }: MadeChange) => ({ ...change, made_by: urls.maybe('users', made_by) })
  return ok({ results: results.map(shown) })
}

const UndoBody = Type.Object({
  change: Type.Optional(
    Type.Integer({ description: 'Id of the change; by default the latest one that can be undone.' }),
  ),
})

async function undo(request: Request<Static<typeof UndoBody>>, { id }: RowOf<Schema>): Promise<Answer> {
  const { deps, who, body, query } = request
  const schemas = resourceAt('schemas')
  await transact(deps, (tx) =>
    recordingChanges(schemas, id, within(request, tx), () =>
      undoChange(tx, deps.blobs, who, id, { change_id: body.change ?? null, force: isForced(query) }),
    ),
  )
  return respond(schemas, request, id, 200)
}

export const schemaChangeActions: Action<RowOf<Schema>>[] = [
  {
    method: 'post',
    path: 'preview',
    summary:
      'Preview a change of the schema. Shows what it would do to documents, values and definitions; changes nothing.',
    may: allowed('schemas').update,
    body: PreviewBody,
    documented: Type.Object({ content: { ...SchemaContentSchema, description: 'Content after the change.' } }),
    example: () => ({
      content: [
        {
          category: 'section',
          id: 'invoice',
          label: 'Invoice',
          children: [{ category: 'datapoint', id: 'number', label: 'Number', type: 'string' }],
        },
      ],
    }),
    responds: { status: 200, body: Shown },
    handle: preview,
  },
  {
    method: 'get',
    path: 'changes',
    summary: `List the changes of the content. At most ${MAX_CHANGES} of the last ${UNDO_DAYS} days, newest first.`,
    may: allowed('schemas').retrieve,
    responds: {
      status: 200,
      body: Type.Object({ results: Type.Array(Change, { description: 'Changes, newest first.' }) }),
    },
    handle: changes,
  },
  {
    method: 'post',
    path: 'undo',
    summary:
      `Undo a change of the last ${UNDO_DAYS} days. The values that it removed from documents in review return; ` +
      'what a forced change disabled stays disabled.',
    may: allowed('schemas').update,
    query: FORCE,
    body: UndoBody,
    example: () => ({}),
    responds: { status: 200, body: Type.Ref('schemas') },
    handle: undo,
  },
]
