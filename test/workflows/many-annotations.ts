/** Queues with so many annotations that a change of their schema is applied in batches. */
import { updateSchema } from '../../src/domain/queues/schemas.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import type { Deps } from '../../src/deps.ts'
import { buildTree } from '../../src/rules/content/index.ts'
import type { SchemaContent } from '../../src/rules/schema/index.ts'
import { anAnnotation, type Fixture } from '../domain/fixtures.ts'

/** Creates `count` annotations of the fixture's queue whose field `document_id` is `B-<id>`; returns the schema's id and content. */
export async function manyAnnotations({ db }: Deps, fixture: Fixture, count: number) {
  const first = await anAnnotation(db, fixture, 'to_review')
  const { document_id, schema_id } = await db('annotations').where({ id: first }).first()
  const { content } = (await db('schemas').where({ id: schema_id }).first('content')) as { content: SchemaContent }
  const ids = (taken: number) => Array.from({ length: taken }, (_, index) => index + 1)
  const tree = buildTree(content, { extraction: null, values: {}, defaultThreshold: 0.8, takeIds: ids })
  const value = JSON.stringify(tree).replace('"value":""', '"value":"B-@"')
  await db.raw(
    `insert into annotations (organization_id, queue_id, schema_id, document_id, status)
     select :organization_id, :queue_id, :schema_id, :document_id, 'to_review' from generate_series(2, :count)`,
    { organization_id: fixture.who.organization_id, queue_id: fixture.queue.id, schema_id, document_id, count },
  )
  await db.raw(
    `insert into annotation_contents (annotation_id, tree, fields)
     select id, replace(:value, '@', id::text)::jsonb, '{}' from annotations where schema_id = :schema_id
     on conflict (annotation_id) do update set tree = excluded.tree`,
    { value, schema_id },
  )
  return { schema_id, content }
}

/** Changes a schema as a user of the fixture does. */
export const changeSchema = (
  deps: Deps,
  { who }: Fixture,
  change: { schema_id: number; before: SchemaContent; after: SchemaContent },
) => transact(deps, (tx) => updateSchema(tx, deps.blobs, who, { id: change.schema_id }, { content: change.after }))
