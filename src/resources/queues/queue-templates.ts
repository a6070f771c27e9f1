/** `POST /queues/from_template`: creates a queue from a template. */
import { Type } from 'typebox'
import { templateForEngine } from '../../domain/engines/engines.ts'
import { createUpload } from '../../domain/intake/uploads.ts'
import { createQueueFromTemplate } from '../../domain/people/organizations.ts'
import { TEMPLATE_NAMES } from '../../domain/queues/templates/index.ts'
import { templateExamples } from '../../domain/queues/templates/examples.ts'
import { invalid } from '../../errors.ts'
import { allowed } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { parseBoolean } from '../framework/filters.ts'
import { resourceAt } from '../framework/registry.ts'
import { visibleIds } from '../framework/relations.ts'
import type { Answer, Request } from '../framework/request.ts'
import { idFromFilter, idFromUrl } from '../framework/urls.ts'
import { createBy, respond } from '../framework/verbs.ts'

interface Body {
  name: string
  template_name: string
  include_documents: boolean
  workspace: string | number
  locale?: string
  engine?: string | null
}

export const createFromTemplate: Action = {
  method: 'post',
  path: 'from_template',
  summary: 'Create a queue with its own schema from a template.',
  may: allowed('queues').create,
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the new queue.' }),
    template_name: Type.String({ enum: [...TEMPLATE_NAMES], description: 'Name of the template.' }),
    workspace: Type.Union([Type.String(), Type.Integer()], { description: 'URL or id of the workspace.' }),
    include_documents: Type.Boolean({
      description: 'Whether to import the example documents of the template, if it has some.',
    }),
    locale: Type.Optional(
      Type.String({
        format: 'locale',
        description: "Locale of the queue and of the formats of its schema, e.g. `de_DE`; by default the template's.",
      }),
    ),
    engine: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'URL of the engine; by default the generic engine.' }),
    ),
  }),
  example: (url) => ({
    name: 'Invoices EU',
    template_name: 'Tax Invoice EU Demo Template',
    workspace: url('workspaces'),
    include_documents: false,
  }),
  query: { legacy: Type.Boolean({ description: 'If `true`, uses the generic engine regardless of `engine`.' }) },
  responds: { status: 201, body: Type.Ref('queues') },
  handle: fromTemplate,
}

async function fromTemplate(request: Request<Body>): Promise<Answer> {
  const { body, who, deps } = request
  if (!TEMPLATE_NAMES.includes(body.template_name))
    throw invalid({ template_name: [`"${body.template_name}" is not a valid choice.`] })
  const workspace = idFromFilter(String(body.workspace))
  const [workspace_id] = workspace === null ? [] : await visibleIds('workspaces', [workspace], request)
  if (workspace_id === undefined) throw invalid({ workspace: ['Invalid hyperlink - object does not exist.'] })
  const legacy = parseBoolean([request.query.legacy].flat()[0] ?? '') === true
  const engine = legacy ? null : body.engine
  const [engine_id] = engine ? await visibleIds('engines', [idFromUrl('engines', engine) ?? 0], request) : []
  if (engine && engine_id === undefined) throw invalid({ engine: ['Invalid hyperlink - object does not exist.'] })
  const queues = resourceAt('queues')
  const queue_id = await createBy(queues, request, async ({ db }) => {
    const made = await createQueueFromTemplate(db, {
      organization_id: who.organization_id,
      workspace_id,
      user_id: who.user_id,
      template_name: body.template_name,
      name: body.name,
      mail_domain: deps.config.mailDomain,
      ...(body.locale === undefined ? {} : { locale: body.locale }),
      ...(engine_id === undefined
        ? {}
        : {
            engine: { id: engine_id, content: await templateForEngine(db, engine_id, body.template_name, body.locale) },
          }),
    })
    return made.queue_id
  })
  const files = body.include_documents ? templateExamples(body.template_name) : []
  const queue = { id: queue_id, organization_id: who.organization_id }
  if (files.length) await createUpload(deps, { queue, files, who, request_id: request.request_id })
  return respond(queues, request, queue_id, 201)
}
