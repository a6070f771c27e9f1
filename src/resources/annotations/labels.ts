import { Type } from 'typebox'
import { applyLabels, deleteLabel, labelRows } from '../../domain/annotations/labels.ts'
import { Label } from '../../models/index.ts'
import { allowed, sameOrganization } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import { urlOf } from '../framework/fields.ts'
import { referencesIn } from '../framework/relations.ts'
import { noContent, type Answer, type Request } from '../framework/request.ts'
import { invalid } from '../../errors.ts'

const LabelUrls = Type.Array(urlOf('labels', Type.String()))

export const labels = defineResource(Label, {
  path: 'labels',
  singular: 'label',
  description: 'Coloured tags that users assign to annotations.',
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    name: f.text('Text of the label, unique in the organization.', { required: true, max: 255, example: 'Urgent' }),
    organization: f.organization(),
    color: f.text('Colour as `#rrggbb`; null if none.', {
      nullable: true,
      default: null,
      pattern: '^#[0-9a-fA-F]{6}$',
      example: '#cc3300',
    }),
  }),
  filters: (by) => ({ id: by.ids(), name: by.text() }),
  ordering: { id: 'bigint', name: 'text' },
  visible: sameOrganization,
  may: allowed('labels'),
  check: async ({ columns: { name } }, { row, caller }) => {
    if (name === undefined) return null
    const taken = await Label.query(caller.db).findOne({ organization_id: caller.who.organization_id, name })
    return taken && taken.id !== row?.id ? { name: ['A label with this name already exists.'] } : null
  },
  save: {
    create: ({ columns }, { db, who }) => labelRows.create(db, who, columns),
    update: ({ id }, { columns }, { db, who }) => labelRows.update(db, who, id, columns),
    destroy: ({ id }, { deps }) => deleteLabel(deps, id),
  },
  actions: [
    {
      method: 'post',
      path: 'apply',
      summary: 'Add labels to annotations, or remove them.',
      may: allowed('annotations').update,
      body: Type.Object({
        operations: Type.Object(
          {
            add: Type.Optional({ ...LabelUrls, description: 'URLs of labels to add.' }),
            remove: Type.Optional({
              ...LabelUrls,
              description: 'URLs of labels to remove; these take precedence over `add`.',
            }),
          },
          { description: 'Changes; at least one of `add` and `remove` is required.' },
        ),
        objects: Type.Object(
          { annotations: Type.Array(urlOf('annotations', Type.String()), { description: 'URLs of the annotations.' }) },
          { description: 'Objects to change.' },
        ),
      }),
      example: (url) => ({
        operations: { add: [url('labels')], remove: [] },
        objects: { annotations: [url('annotations')] },
      }),
      responds: { status: 204, body: null },
      handle: apply,
    },
  ],
})

async function apply(
  request: Request<{ operations: { add?: string[]; remove?: string[] }; objects: { annotations: string[] } }>,
): Promise<Answer> {
  const { operations, objects } = request.body
  if (!operations.add && !operations.remove)
    throw invalid({ operations: ['At least one of add and remove is required.'] })
  await applyLabels(request.deps, request.who, {
    add: await referencesIn('labels', operations.add, ['operations', 'add'], request),
    remove: await referencesIn('labels', operations.remove, ['operations', 'remove'], request),
    annotations: await referencesIn('annotations', objects.annotations, ['objects', 'annotations'], request),
    request_id: request.request_id,
  })
  return noContent
}
