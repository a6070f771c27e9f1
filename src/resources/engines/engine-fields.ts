import { Type } from 'typebox'
import { invalid, type FieldErrors } from '../../errors.ts'
import { ok, within, type Caller, type Request } from '../engine/request.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { deleteEngineField, drawingSchemas, lockEngine, schemasOfField, USED } from '../../domain/engines/fields.ts'
import { PRE_TRAINED_FIELDS, PRE_TRAINED_NAMES } from '../../domain/engines/pre-trained-fields.ts'
import { findField, type SchemaContent } from '../../rules/schema-content.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { f, fieldsOf, type Row, type Values } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { resolveReferences } from '../legacy/references.ts'
import { columnsOf } from '../legacy/verbs.ts'
import { insert, patch } from '../legacy/verbs.ts'
import { allowed, can, ownQueues, sameOrganization } from '../access.ts'
import { visibleEngines, visiblePairs } from './engines.ts'

const TYPES = ['string', 'number', 'date', 'enum'] as const
/** Besides null and `""`, which both mean plain (api.md, Engine field). */
const SUBTYPES: Record<string, readonly string[]> = {
  string: ['alphanumeric', 'numeric', 'country_code', 'currency_code', 'iban', 'vat_number'],
  number: ['integer', 'rate', 'amount'],
  date: ['period_begin', 'period_end'],
  enum: [],
}
/** As long as a schema id: the name is one. */
const MAX_NAME = 50
const assigned = { table: 'engine_field_schemas', own: 'engine_field_id', other: 'schema_id' }

export const engineFields = defineResource({
  path: 'engine_fields',
  singular: 'engine field',
  table: 'engine_fields',
  description: 'A field that an engine reads.',
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    engine: f.ref('engines', { required: true, createOnly: true }),
    name: f.text({ required: true, max: MAX_NAME }),
    label: f.text({ required: true, max: 255 }),
    type: f.oneOf(TYPES, { required: true }),
    subtype: f.text({ nullable: true, default: null }),
    pre_trained_field_id: f.text({ nullable: true, default: null }),
    tabular: f.bool({ default: false }),
    // A word on the wire; only `tabular` decides what is a column.
    multiline: f.oneOf(['true', 'false', ''], { default: 'false' }),
    schemas: (name) => ({
      ...f.refs('schemas', assigned, { default: [] })(name),
      load: visiblePairs('schemas', assigned),
    }),
  }),
  filters: {
    id: by.ids('engine_fields.id'),
    engine: by.ids('engine_fields.engine_id'),
    used: by.bool(USED),
  },
  ordering: columns('engine_fields', { id: 'bigint', name: 'text' }),
  visible: (query, caller) => {
    sameOrganization(query, caller, 'engine_fields')
    if (!ownQueues(caller)) return
    const seen = caller.db('engines').select('engines.id')
    visibleEngines(seen, caller, 'engines')
    void query.whereIn('engine_fields.engine_id', seen)
  },
  may: allowed('engines'),
  check: (values, { row }) => checkValues(values, row),
  save: { create: createField, update: changeField, destroy: (row, { db }) => deleteEngineField(db, row as never) },
  actions: [
    {
      method: 'get',
      path: 'pre_trained_fields',
      summary: 'The fields that `pre_trained_field_id` may name.',
      may: can('read'),
      responds: {
        status: 200,
        body: Type.Object({
          results: Type.Array(
            Type.Object({
              name: Type.String(),
              label: Type.String(),
              section: Type.String(),
              type: Type.String(),
              subtype: Type.Union([Type.String(), Type.Null()]),
              tabular: Type.Boolean(),
              multiline: Type.String(),
              description: Type.String(),
            }),
          ),
        }),
      },
      handle: async () => {
        return ok({ results: PRE_TRAINED_FIELDS })
      },
    },
  ],
})

function checkValues(values: Values, row: Row | null): FieldErrors | null {
  const errors: FieldErrors = {}
  const { name, subtype, pre_trained_field_id: known } = values
  const type = (values.type ?? row?.type) as string
  if (name !== undefined) {
    if (row && name !== row.name) errors.name = ['The name of a field cannot be changed.']
    else if (!/^[A-Za-z0-9_]+$/.test(name as string)) errors.name = ['Use letters, digits and underscores only.']
  }
  const wanted = subtype === undefined ? (row?.subtype as string | null | undefined) : (subtype as string | null)
  if (wanted && !SUBTYPES[type]!.includes(wanted))
    errors.subtype = [`"${wanted}" is not a valid choice for type ${type}.`]
  if (known && !PRE_TRAINED_NAMES.has(known as string))
    errors.pre_trained_field_id = [`"${known}" is not a valid choice.`]
  return Object.keys(errors).length ? errors : null
}

function createField(values: Values, request: Request): Promise<{ id: number }> {
  return transact(request.deps, async (trx) => {
    const inside = within(request, trx)
    const { engine_id } = await columnsOf(engineFields.fields, values, inside)
    await lockEngine(trx, engine_id as number)
    const taken = (await trx('engine_fields').where({ engine_id, name: values.name }).first('id')) as unknown
    if (taken) throw invalid({ name: ['The engine has a field with this name already.'] })
    agree(values, await given(values, inside))
    return insert(engineFields, values, inside, { organization_id: request.who.organization_id })
  })
}

async function changeField(row: Row, values: Values, request: Request): Promise<void> {
  const id = row.id as number
  await lockEngine(request.db, row.engine_id as number)
  // Names every reference that does not hold before the schemas behind them are looked at.
  await columnsOf(engineFields.fields, values, request)
  const field = { name: row.name, type: row.type, tabular: row.tabular, ...values } as Values
  const held =
    values.schemas === undefined ? await schemasOfField(request.db, id) : await drawingSchemas(request.db, id)
  agree(field, [...held, ...(await given(values, request))])
  return patch(engineFields, row, values, request)
}

/** Schemas that the request assigns. */
async function given(values: Values, caller: Caller): Promise<{ id: number; content: SchemaContent }[]> {
  if (values.schemas === undefined) return []
  return caller
    .db('schemas')
    .whereIn('id', await resolveReferences('schemas', values.schemas, caller))
    .select('id', 'content')
}

/** Type and place must be those that the field has in all of its schemas. */
function agree(field: Values, schemas: { id: number; content: SchemaContent }[]): void {
  for (const { id, content } of schemas) {
    const placed = findField(content, field.name as string)
    if (!placed) continue
    if (placed.field.type !== field.type)
      throw invalid({ type: [`The field is of type ${placed.field.type} in schema ${id}.`] })
    if ((placed.tuple !== undefined) !== field.tabular) {
      const place = placed.tuple ? 'a column of a table' : 'not a column of a table'
      throw invalid({ tabular: [`The field is ${place} in schema ${id}.`] })
    }
  }
}
