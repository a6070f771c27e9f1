import { Type } from 'typebox'
import { deleteEngineField, USED } from '../../domain/engines/fields.ts'
import { PRE_TRAINED_FIELDS, PRE_TRAINED_NAMES } from '../../domain/engines/pre-trained-fields.ts'
import { createEngineField, updateEngineField } from '../../domain/engines/save-fields.ts'
import type { FieldErrors } from '../../errors.ts'
import { EngineField, type RowOf } from '../../models/index.ts'
import { allowed, can, ownQueues, sameOrganization } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import { ok } from '../framework/request.ts'
import { visibleEngines } from './engines.ts'

type Row = RowOf<EngineField>

const TYPES = ['string', 'number', 'date', 'enum'] as const
/** Subtypes by type; null and `""` are accepted too and mean none. */
const SUBTYPES: Record<Row['type'], readonly string[]> = {
  string: ['alphanumeric', 'numeric', 'country_code', 'currency_code', 'iban', 'vat_number'],
  number: ['integer', 'rate', 'amount'],
  date: ['period_begin', 'period_end'],
  enum: [],
}
const SUBTYPE_LIST = Object.entries(SUBTYPES)
  .flatMap(([type, subtypes]) => (subtypes.length ? [`${type}: ${subtypes.join(', ')}`] : []))
  .join('; ')
/** Maximum length of a schema id, which the name is used as. */
const MAX_NAME = 50

const PreTrainedField = Type.Object({
  name: Type.String({ description: 'Name of the field; the value for `pre_trained_field_id`.' }),
  label: Type.String({ description: 'Display name.' }),
  section: Type.String({ description: 'Section of a schema that usually contains the field.' }),
  type: Type.String({ description: 'Type of the values.' }),
  subtype: Type.Union([Type.String(), Type.Null()], { description: 'Subtype of the values; null if none.' }),
  tabular: Type.Boolean({ description: 'Whether the field is a column of a table.' }),
  multiline: Type.String({ description: 'Whether a value may span several lines: `true`, `false` or empty.' }),
  description: Type.String({ description: 'Description for users.' }),
})

export const engineFields = defineResource(EngineField, {
  path: 'engine_fields',
  singular: 'engine field',
  description: 'A field that an engine extracts.',
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    engine: f.ref('URL of the engine that extracts it.', { required: true, createOnly: true, example: 1 }),
    label: f.text('Display name.', { required: true, max: 255, example: 'Number' }),
    name: f.text('Name of the output: letters, digits and underscores. Cannot change while a schema uses the field.', {
      required: true,
      max: MAX_NAME,
      example: 'document_id',
    }),
    type: f.oneOf(TYPES, 'Type of the values.', { required: true, example: 'string' }),
    subtype: f.text(`Subtype of the values (${SUBTYPE_LIST}); null or empty if none.`, {
      nullable: true,
      default: null,
      example: 'alphanumeric',
    }),
    pre_trained_field_id: f.text(
      'Name of a field that the engine extracts without training; `GET /v1/engine_fields/pre_trained_fields` lists the names.',
      { nullable: true, default: null, example: 'document_id' },
    ),
    tabular: f.bool('Whether the field is a column of a table.', { default: false }),
    // A string in the API; `tabular` alone determines whether the field is a column.
    multiline: f.oneOf(
      ['true', 'false', ''],
      'Whether a value may span several lines: the string `true` or `false`, or empty. Stored without effect.',
      {
        default: 'false',
      },
    ),
    schemas: f.refs('URLs of the schemas that use its values.', { default: [], visible: true }),
  }),
  filters: (by) => ({ id: by.ids(), engine: by.ref(), used: by.bool(USED) }),
  ordering: { id: 'bigint', name: 'text' },
  visible: (query, caller) => {
    sameOrganization(query, caller, 'engine_fields')
    if (!ownQueues(caller)) return
    const seen = caller.db('engines').select('engines.id')
    visibleEngines(seen, caller, 'engines')
    void query.whereIn('engine_fields.engine_id', seen)
  },
  may: allowed('engines'),
  check: ({ columns }, { row }) => checkField(columns, row),
  save: {
    create: ({ columns, ids }, { db, who }) => {
      const { engine_id, name, type, tabular, ...rest } = columns
      const field = { ...rest, engine_id: engine_id!, name: name!, type: type!, tabular: tabular! }
      return createEngineField(db, who, field, ids.schemas ?? [])
    },
    update: (row, { columns, ids }, { db, who }) => updateEngineField(db, who, row, columns, ids.schemas),
    destroy: (row, { db }) => deleteEngineField(db, row),
  },
  actions: [
    {
      method: 'get',
      path: 'pre_trained_fields',
      summary: 'List the pre-trained fields that `pre_trained_field_id` accepts.',
      may: can('read'),
      responds: {
        status: 200,
        body: Type.Object({ results: Type.Array(PreTrainedField, { description: 'All pre-trained fields.' }) }),
      },
      handle: () => Promise.resolve(ok({ results: PRE_TRAINED_FIELDS })),
    },
  ],
})

function checkField(columns: Partial<Row>, row: Row | null): FieldErrors | null {
  const errors: FieldErrors = {}
  const { name, pre_trained_field_id: known } = columns
  const { type, subtype } = { ...row, ...columns }
  if (name !== undefined && !/^[A-Za-z0-9_]+$/.test(name)) errors.name = ['Use letters, digits and underscores only.']
  if (type && subtype && !SUBTYPES[type].includes(subtype))
    errors.subtype = [`"${subtype}" is not a valid choice for type ${type}.`]
  if (known && !PRE_TRAINED_NAMES.has(known)) errors.pre_trained_field_id = [`"${known}" is not a valid choice.`]
  return Object.keys(errors).length ? errors : null
}
