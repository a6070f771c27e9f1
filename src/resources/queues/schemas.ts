import { Type } from 'typebox'
import { invalid, type FieldErrors } from '../../errors.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { checkSchemaEngines } from '../../domain/engines/engines.ts'
import { deleteSchema, reshapeAnnotations } from '../../domain/queues/schemas.ts'
import { TEMPLATE_NAMES, templateSchema } from '../../domain/queues/templates/index.ts'
import { checkSchemaContent, type SchemaContent } from '../../rules/schema-content.ts'
import { columns, defineResource } from '../engine/define.ts'
import { f, fieldsOf, Url } from '../engine/fields.ts'
import { by } from '../engine/filters.ts'
import { group, visibleIds } from '../engine/references.ts'
import { idFromFilter } from '../engine/urls.ts'
import { columnsOf } from '../engine/validate.ts'
import { insert, respond } from '../engine/verbs.ts'
import { ok, type Answer, type Caller, type Request } from '../engine/request.ts'
import { allowed, assignedQueues, can, ownQueues, sameOrganization } from '../access.ts'
import { SchemaContentShape } from '../shapes.ts'

export const schemas = defineResource({
  path: 'schemas',
  singular: 'schema',
  table: 'schemas',
  description: 'The structure of the data to extract.',
  fields: fieldsOf({
    id: f.id(),
    name: f.text({ required: true, max: 255 }),
    url: f.self(),
    queues: f.loaded(Type.Array(Url), async (rows, caller) => {
      const query = caller
        .db('queues')
        .whereIn(
          'schema_id',
          rows.map((row) => row.id),
        )
        .orderBy('id')
        .select('id', 'schema_id')
      assignedQueues('queues', 'id')(query, caller)
      return group(await query, 'schema_id', (queue) => caller.urls.of('queues', queue.id as number))
    }),
    content: f.custom({
      output: SchemaContentShape,
      // The shape is checked by the rules, which answer with a tree of errors.
      input: Type.Unknown(),
      shape: () => SchemaContentShape,
      required: true,
      show: (row) => row.content as unknown,
      accept: (value) => ({ content: JSON.stringify(value) }),
    }),
    metadata: f.metadata(),
    rules: f.loaded(Type.Array(Url), async (rows, { db, urls }) => {
      const found = await db('rules')
        .whereIn(
          'schema_id',
          rows.map((row) => row.id),
        )
        .orderBy('id')
        .select('id', 'schema_id')
      return group(found, 'schema_id', (rule) => urls.of('rules', rule.id as number))
    }),
    modified_by: f.ref('users', { readOnly: true, nullable: true, column: 'modified_by' }),
    modified_at: f.time({ nullable: true }),
  }),
  filters: {
    id: by.ids('schemas.id'),
    name: by.text('schemas.name'),
    queue: by.custom('Ids of queues, separated by commas.', (query, values, caller, name) => {
      const used = caller.db('queues').select('queues.schema_id')
      by.ids('queues.id').apply(used, values, caller, name)
      void query.whereIn('schemas.id', used)
    }),
  },
  ordering: columns('schemas', { id: 'bigint' }),
  visible: (query, caller) => {
    sameOrganization('schemas')(query, caller)
    void query.whereNull('schemas.deleted_at')
    const mine = ownQueues(caller)
    if (!mine) return
    // What is behind the queues one works on: their schemas, and older ones of their annotations.
    const behind = (table: string, queue: string) =>
      caller.db(table).whereRaw(`${table}.schema_id = schemas.id`).whereIn(`${table}.${queue}`, mine)
    void query.where(
      (either) => void either.whereExists(behind('queues', 'id')).orWhereExists(behind('annotations', 'queue_id')),
    )
  },
  may: allowed('schemas'),
  check: async (values, { row, caller }) =>
    values.content === undefined
      ? null
      : asErrors(
          checkSchemaContent(values.content) ??
            (row && (await checkSchemaEngines(caller.db, row.id as number, values.content as SchemaContent))),
        ),
  save: {
    create: (values, caller) =>
      insert(schemas, values, caller, {
        organization_id: caller.who.organization_id,
        modified_by: caller.who.user_id,
        modified_at: caller.db.fn.now(),
      }),
    update: async (row, values, caller) => {
      const changes = await columnsOf(schemas.fields, values, caller)
      await transact(caller.deps, async (trx) => {
        await trx('schemas')
          .where('id', row.id)
          .update({ ...changes, modified_by: caller.who.user_id, modified_at: trx.fn.now() })
        if (values.content !== undefined)
          await reshapeAnnotations(trx, caller.deps.blobs, row.id as number, row.content, values.content)
      })
    },
    destroy: (row, { db }) => deleteSchema(db, row.id as number),
  },
  actions: [
    {
      method: 'post',
      path: 'validate',
      summary:
        'Check a schema without saving it: an empty object when it is valid, else the tree of errors. ' +
        'With the `id` of a schema also against the engines of its queues.',
      may: can('read'),
      body: Type.Object({ content: Type.Optional(Type.Unknown()), id: Type.Optional(Type.Unknown()) }),
      shape: Type.Object({
        content: SchemaContentShape,
        id: Type.Optional(Type.Union([Type.String(), Type.Integer(), Type.Null()])),
      }),
      responds: { status: 200, body: Type.Record(Type.String(), Type.Unknown()) },
      handle: validate,
    },
    {
      method: 'post',
      path: 'from_template',
      summary: 'Create a schema from one of the templates.',
      may: allowed('schemas').create,
      body: Type.Object({
        name: Type.String({ minLength: 1, maxLength: 255 }),
        template_name: Type.String({ enum: [...TEMPLATE_NAMES] }),
      }),
      responds: { status: 201, body: Type.Ref('schemas') },
      handle: fromTemplate,
    },
  ],
})

const asErrors = (errors: object | null): FieldErrors | null => errors && { ...errors }

async function validate(request: Request): Promise<Answer> {
  const body = request.body as Record<string, unknown>
  const errors = 'content' in body ? checkSchemaContent(body.content) : { content: ['This field is required.'] }
  return ok(errors ?? (await withEngines(body, request)) ?? {})
}

/** Errors of valid content with the engines of the schema that it is meant for. */
async function withEngines({ content, id }: Record<string, unknown>, caller: Caller): Promise<object | null> {
  if (id === undefined || id === null) return null
  const schema_id = idFromFilter(String(id as string | number))
  const [seen] = schema_id === null ? [] : await visibleIds('schemas', [schema_id], caller)
  if (seen === undefined) return { id: ['The schema does not exist.'] }
  return checkSchemaEngines(caller.db, seen, content as SchemaContent)
}

async function fromTemplate(request: Request): Promise<Answer> {
  const { name, template_name } = request.body as { name: string; template_name: string }
  if (!TEMPLATE_NAMES.includes(template_name))
    throw invalid({ template_name: [`"${template_name}" is not a valid choice.`] })
  const { id } = await insert(schemas, { name, content: templateSchema(template_name).content }, request, {
    organization_id: request.who.organization_id,
    modified_by: request.who.user_id,
    modified_at: request.db.fn.now(),
  })
  return respond(schemas, request, id, 201)
}
