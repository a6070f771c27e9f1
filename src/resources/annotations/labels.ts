import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { applyLabels, deleteLabel } from '../../domain/annotations/labels.ts'
import { columns, defineResource } from '../engine/define.ts'
import { FieldError } from '../engine/field-error.ts'
import { f, fieldsOf } from '../engine/fields.ts'
import { by } from '../engine/filters.ts'
import { resolveReferences } from '../engine/references.ts'
import { insert } from '../engine/verbs.ts'
import { noContent, type Answer, type Request } from '../engine/request.ts'
import { allowed, sameOrganization } from '../access.ts'

const Urls = Type.Array(Type.String())

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
  check: async (values, { row, caller }) => {
    if (values.name === undefined) return null
    const taken = await caller
      .db('labels')
      .where({ organization_id: caller.who.organization_id, name: values.name })
      .first('id')
    return taken && taken.id !== row?.id ? { name: ['A label with this name exists already.'] } : null
  },
  save: {
    create: (values, caller) => insert(labels, values, caller, { organization_id: caller.who.organization_id }),
    destroy: (row, { deps }) => deleteLabel(deps, row.id as number),
  },
  actions: [
    {
      method: 'post',
      path: 'apply',
      summary: 'Add labels to annotations, or take them away.',
      may: allowed('annotations').update,
      body: Type.Object({
        operations: Type.Object({ add: Type.Optional(Urls), remove: Type.Optional(Urls) }),
        objects: Type.Object({ annotations: Urls }),
      }),
      responds: { status: 204, body: null },
      handle: apply,
    },
  ],
})

interface Application {
  operations: { add?: string[]; remove?: string[] }
  objects: { annotations: string[] }
}

async function apply(request: Request): Promise<Answer> {
  const { operations, objects } = request.body as Application
  if (!operations.add && !operations.remove)
    throw invalid({ operations: ['At least one of add and remove is required.'] })
  const ids = async (collection: string, urls: string[] | undefined, path: string[]) => {
    try {
      return await resolveReferences(collection, urls ?? [], request)
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      throw invalid({ [path[0]!]: { [path[1]!]: [error.message] } })
    }
  }
  await applyLabels(request.deps, request.who, {
    add: await ids('labels', operations.add, ['operations', 'add']),
    remove: await ids('labels', operations.remove, ['operations', 'remove']),
    annotations: await ids('annotations', objects.annotations, ['objects', 'annotations']),
    request_id: request.request_id,
  })
  return noContent
}
