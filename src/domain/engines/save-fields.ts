/** Writes engine fields, which must match the schemas that use them. */
import { invalid } from '../../errors.ts'
import { EngineField, Schema, type RowOf } from '../../models/index.ts'
import { findField } from '../../rules/schema/index.ts'
import type { Tx } from '../outbox/transaction.ts'
import { rowsOf, type Writer } from '../rows.ts'
import { drawingSchemas, lockEngine, schemasOfField } from './fields.ts'

type Field = RowOf<EngineField>
type Holder = Pick<RowOf<Schema>, 'id' | 'content'>

const rows = rowsOf(EngineField)

/** Creates a field that these schemas will use. Throws 400 if the name is taken, or if the field differs from the one in a schema. */
export async function createEngineField(
  tx: Tx,
  writer: Writer,
  field: Partial<Field> & Pick<Field, 'engine_id' | 'name' | 'type' | 'tabular'>,
  schema_ids: readonly number[],
): Promise<number> {
  await lockEngine(tx, field.engine_id)
  await assertFree(tx, field)
  assertSame(field, await holders(tx, schema_ids))
  return rows.create(tx, writer, field)
}

/**
 * Changes a field. `schema_ids` are the schemas that will use it; undefined keeps them. Throws 400 if the field differs from the one in a
 * schema that uses it, or if its name is to change although a schema uses it.
 */
export async function updateEngineField(
  tx: Tx,
  writer: Writer,
  row: Field,
  changes: Partial<Field>,
  schema_ids: readonly number[] | undefined,
): Promise<void> {
  await lockEngine(tx, row.engine_id)
  if (changes.name !== undefined && changes.name !== row.name) await rename(tx, row, changes.name)
  const held = schema_ids
    ? [...(await drawingSchemas(tx, row.id)), ...(await holders(tx, schema_ids))]
    : await schemasOfField(tx, row.id)
  assertSame({ ...row, ...changes }, held)
  await rows.update(tx, writer, row.id, changes)
}

async function assertFree(tx: Tx, { engine_id, name }: Pick<Field, 'engine_id' | 'name'>): Promise<void> {
  if (await EngineField.query(tx).findOne({ engine_id, name }))
    throw invalid({ name: ['The engine already has a field with this name.'] })
}

/** Schemas take values by the name of the field: one that is used keeps it. */
async function rename(tx: Tx, row: Field, name: string): Promise<void> {
  await assertFree(tx, { engine_id: row.engine_id, name })
  const used = await schemasOfField(tx, row.id)
  if (used.length) throw invalid({ name: [`The field is used by schemas: ${used.map(({ id }) => id).join(', ')}.`] })
}

const holders = async (tx: Tx, ids: readonly number[]): Promise<Holder[]> =>
  Schema.query(tx)
    .findByIds([...ids])
    .select('id', 'content')

/** Throws 400 unless the type and place match the field in all of its schemas. */
function assertSame({ name, type, tabular }: Pick<Field, 'name' | 'type' | 'tabular'>, schemas: Holder[]): void {
  for (const { id, content } of schemas) {
    const placed = findField(content, name)
    if (!placed) continue
    if (placed.field.type !== type)
      throw invalid({ type: [`The field is of type ${placed.field.type} in schema ${id}.`] })
    if ((placed.tuple !== undefined) !== tabular) {
      const place = placed.tuple ? 'a column of a table' : 'not a column of a table'
      throw invalid({ tabular: [`The field is ${place} in schema ${id}.`] })
    }
  }
}
