/** `sheaf queue create` and `sheaf queue templates` */
import { Problem } from '../problem.ts'
import { workspaceNamed, type Queue } from './queues.ts'
import { pathIn, type Rest } from './rest.ts'

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

/** Creates a queue with the schema of a template; the service refuses unknown templates. */
export async function createQueue(rest: Rest, { name, template, workspace, locale }: NewQueue): Promise<Queue> {
  const { url } = await workspaceNamed(rest, workspace)
  const body = { name, template_name: template, workspace: url, include_documents: false }
  const queue = await rest.send<Queue>('POST', 'queues/from_template', body)
  return locale ? rest.send<Queue>('PATCH', pathIn(queue.url), { locale }) : queue
}
