import { Type } from 'typebox'
import { checkSchemaEngines } from '../../domain/engines/engines.ts'
import { createSchema, deleteSchema, updateSchema } from '../../domain/queues/schemas.ts'
import { TEMPLATE_NAMES, templateSchema } from '../../domain/queues/templates/index.ts'
import { invalid, type FieldErrors } from '../../errors.ts'
import { Schema } from '../../models/index.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { withoutNulls } from '../../rules/schema/defaults.ts'
import { allowed, can, ownQueues, sameOrganization } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import { idsOf } from '../framework/filters.ts'
import { visibleIds } from '../framework/relations.ts'
import { ok, type Answer, type Caller, type Request } from '../framework/request.ts'
import { idFromFilter } from '../framework/urls.ts'
import { createBy, respond } from '../framework/verbs.ts'
import { FORCE, isForced } from './force.ts'
import { schemaChangeActions } from './schema-changes.ts'
import { SchemaContentSchema } from './schema-nodes.ts'

const FIELD = { category: 'datapoint', id: 'number', label: 'Number', type: 'string' }
const CONTENT = [
  {
    category: 'section',
    id: 'invoice',
    label: 'Invoice',
    children: [
      { ...FIELD, rir_field_names: ['document_id'] },
      { category: 'datapoint', id: 'issued', label: 'Date', type: 'date', format: 'YYYY-MM-DD' },
      {
        category: 'multivalue',
        id: 'items',
        label: 'Items',
        children: {
          category: 'tuple',
          id: 'item',
          label: 'Item',
          children: [
            { category: 'datapoint', id: 'item_text', label: 'Text', type: 'string' },
            { category: 'datapoint', id: 'item_amount', label: 'Amount', type: 'number', format: '# ##0.#' },
          ],
        },
      },
    ],
  },
]
const Id = Type.Union([Type.String(), Type.Integer(), Type.Null()])

export const schemas = defineResource(Schema, {
  path: 'schemas',
  singular: 'schema',
  description: 'Defines the structure of the data to extract.',
  fields: (f) => ({
    id: f.id(),
    name: f.text('Name of the schema.', { required: true, max: 255, example: 'Invoices' }),
    url: f.url(),
    queues: f.refs('URLs of the queues that use it.', { readOnly: true, visible: true }),
    content: f.custom(
      'Sections with their fields and tables. `POST /v1/schemas/validate` validates content without saving it.',
      // src/rules/schema/index.ts validates the input and returns a tree of errors.
      { output: SchemaContentSchema, input: Type.Unknown(), required: true, large: true, example: CONTENT },
      {
        documented: () => SchemaContentSchema,
        show: ({ content }) => withoutNulls(content),
        accept: (content) => ({ content }),
      },
    ),
    metadata: f.metadata(),
    rules: f.refs('URLs of the rules that use it.', { readOnly: true }),
    modified_by: f.modifiedBy(),
    modified_at: f.modifiedAt({ nullable: true }),
  }),
  filters: (by) => ({
    id: by.ids(),
    name: by.text(),
    queue: by.custom('Ids of queues, separated by commas.', (query, values, { db }, name) => {
      void query.whereIn('schemas.id', db('queues').whereIn('id', idsOf(values, name)).select('schema_id'))
    }),
  }),
  ordering: { id: 'bigint' },
  visible: (query, caller, table) => {
    sameOrganization(query, caller, table)
    void query.whereNull(`${table}.deleted_at`)
    const mine = ownQueues(caller)
    if (!mine) return
    // Schemas of the caller's queues, and earlier schemas of their annotations.
    const behind = (from: string, queue: string) =>
      caller.db(from).whereRaw(`${from}.schema_id = ${table}.id`).whereIn(`${from}.${queue}`, mine)
    void query.where(
      (either) => void either.whereExists(behind('queues', 'id')).orWhereExists(behind('annotations', 'queue_id')),
    )
  },
  may: allowed('schemas'),
  examine: async ({ content }, _row, request) =>
    content === undefined
      ? null
      : asErrors(await request.deps.userChecks.run(request.who, 'content', 'schemaContent', content)),
  check: async ({ columns: { content } }, { row, caller }) =>
    content === undefined || !row ? null : asErrors(await checkSchemaEngines(caller.db, row.id, content)),
  save: {
    create: ({ columns }, { db, who }) => createSchema(db, who, columns),
    update: (row, { columns }, { deps, db, who, query }) =>
      updateSchema(db, deps.blobs, who, row, columns, { force: isForced(query) }),
    destroy: ({ id }, { db }) => deleteSchema(db, id),
  },
  documented: { update: { query: FORCE }, replace: { query: FORCE } },
  actions: [
    {
      method: 'post',
      path: 'validate',
      summary:
        'Validate a schema without saving it. Returns an empty object if it is valid, otherwise a tree of errors. ' +
        'With the `id` of a schema, also checks the engines of its queues.',
      may: can('read'),
      body: Type.Object({ content: Type.Optional(Type.Unknown()), id: Type.Optional(Type.Unknown()) }),
      documented: Type.Object({
        content: { ...SchemaContentSchema, description: 'Content to validate.' },
        id: Type.Optional({ ...Id, description: 'Id of the schema for which the content is intended.' }),
      }),
      example: () => ({ content: [{ category: 'section', id: 'invoice', label: 'Invoice', children: [FIELD] }] }),
      responds: { status: 200, body: Type.Record(Type.String(), Type.Unknown()) },
      handle: validate,
    },
    {
      method: 'post',
      path: 'from_template',
      summary: 'Create a schema from a template.',
      may: allowed('schemas').create,
      body: Type.Object({
        name: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the new schema.' }),
        template_name: Type.String({ enum: [...TEMPLATE_NAMES], description: 'Name of the template.' }),
      }),
      example: () => ({ name: 'Invoices EU', template_name: 'Tax Invoice EU Demo Template' }),
      responds: { status: 201, body: Type.Ref('schemas') },
      handle: fromTemplate,
    },
  ],
  itemActions: schemaChangeActions,
})

const asErrors = (errors: object | null): FieldErrors | null => errors && { ...errors }

async function validate(request: Request<{ content?: unknown; id?: unknown }>): Promise<Answer> {
  const { body } = request
  if (!('content' in body)) return ok({ content: ['This field is required.'] })
  const errors = await request.deps.userChecks.run(request.who, 'content', 'schemaContent', body.content)
  return ok(errors ?? (await checkWithEngines(body.content as SchemaContent, body.id, request)) ?? {})
}

/** Returns conflicts between valid content and the engines that use the schema. */
async function checkWithEngines(content: SchemaContent, id: unknown, caller: Caller): Promise<object | null> {
  if (id === undefined || id === null) return null
  const schema_id = idFromFilter(String(id as string | number))
  const [seen] = schema_id === null ? [] : await visibleIds('schemas', [schema_id], caller)
  if (seen === undefined) return { id: ['The schema does not exist.'] }
  return checkSchemaEngines(caller.db, seen, content)
}

async function fromTemplate(request: Request<{ name: string; template_name: string }>): Promise<Answer> {
  const { name, template_name } = request.body
  if (!TEMPLATE_NAMES.includes(template_name))
    throw invalid({ template_name: [`"${template_name}" is not a valid choice.`] })
  const { content } = templateSchema(template_name)
  const id = await createBy(schemas, request, ({ db, who }) => createSchema(db, who, { name, content }))
  return respond(schemas, request, id, 201)
}
