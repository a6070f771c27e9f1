/** `sheaf queue create` and `sheaf queue templates` */
import { Problem } from '../problem.ts'
import { workspaceNamed, type Queue } from './queues.ts'
import { naming, suggestion } from './refusals.ts'
import { Refused, type Rest } from './rest.ts'

interface Described {
  paths: Record<string, { post?: { requestBody: { content: { 'application/json': { schema: DescribedBody } } } } }>
}
interface DescribedBody {
  properties: { template_name: { enum: string[] } }
}

export interface NewQueue {
  name: string
  template: string
  workspace?: string | undefined
  locale?: string | undefined
}

/** Returns the names of the templates, which the API lists in its description. */
export async function templateNames(rest: Rest): Promise<string[]> {
  const described = (await (await rest.download('../openapi.json')).json()) as Described
  const body = described.paths['/v1/queues/from_template']?.post?.requestBody.content['application/json'].schema
  if (!body) throw new Problem('The service does not describe its templates.')
  return body.properties.template_name.enum
}

/** The service accepts several queues with one name. */
export async function idsOfNamesakes(rest: Rest, { id, name }: Queue): Promise<number[]> {
  const queues = await rest.all<Queue>('queues')
  return queues.filter((one) => one.name === name && one.id !== id).map((one) => one.id)
}

const LISTED_BY = '"sheaf queue templates" lists the templates.'

/** Creates a queue with the schema of a template. Throws Problem for a template that the service does not know. */
export async function createQueue(rest: Rest, { name, template, workspace, locale }: NewQueue): Promise<Queue> {
  const { url } = await workspaceNamed(rest, workspace)
  // With the queue: the formats of its new schema follow the locale.
  const formats = locale ? { locale } : {}
  const body = { name, template_name: template, workspace: url, include_documents: false, ...formats }
  return naming({ name: 'name', template_name: '--template', locale: '--locale' }, create(rest, body))
}

async function create(rest: Rest, body: { template_name: string }): Promise<Queue> {
  try {
    return await rest.send<Queue>('POST', 'queues/from_template', body)
  } catch (error) {
    if (!(error instanceof Refused) || !error.message.startsWith('template_name: ')) throw error
    const { template_name } = body
    throw new Problem(
      `--template: there is no template "${template_name}".${suggestion(template_name, await templateNames(rest), LISTED_BY)}`,
    )
  }
}
