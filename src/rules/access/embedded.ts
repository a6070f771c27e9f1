/** The requests that the token of an embedded URL allows: the review of one annotation, and reading what belongs to it. */

/** The objects that belong to the annotation of a token. */
export interface EmbeddedObjects {
  annotation_id: number
  document_id: number
  queue_id: number
  schema_id: number
  organization_id: number
  user_id: number
  page_ids: readonly number[]
}

const READ = ['GET', 'HEAD', 'OPTIONS']
const ACTIONS = 'start|cancel|confirm|postpone|delete|rotate|edit_pages/in_place|content/validate|content/operations'
const NODE_ACTIONS = 'select|add_empty|transform_grid_to_datapoints|grid_operations|grid_parts_operations'
/** Lists that a response about the annotation may contain without naming other annotations. */
const SIDELOADS = ['content', 'documents', 'pages', 'queues', 'schemas', 'organizations']

/** Returns true if the token allows the request. `path` is below `/v1`. */
export function isEmbedded(
  objects: EmbeddedObjects,
  request: { method: string; path: string; query: Readonly<Record<string, string | string[] | undefined>> },
): boolean {
  const { annotation_id, document_id, queue_id, schema_id, organization_id, user_id, page_ids } = objects
  const { method, query } = request
  const path = request.path.replace(/\/$/, '')
  const is = (pattern: string) => new RegExp(`^${pattern}$`).test(path)
  const annotation = `/annotations/${annotation_id}`
  if (READ.includes(method)) {
    const wanted = [query.sideload ?? []].flat().flatMap((one) => one.split(','))
    if (!wanted.every((one) => one === '' || SIDELOADS.includes(one))) return false
    const page = /^\/pages\/(\d{1,15})(\/(content|preview))?$/.exec(path)
    if (page) return page_ids.includes(Number(page[1]))
    return (
      is(`${annotation}(/(content(/\\d+(/candidates)?)?|schema|events|page_data|search|processing_duration))?`) ||
      is(`/documents/${document_id}(/content)?`) ||
      is(`/(queues/${queue_id}|schemas/${schema_id}|organizations/${organization_id}|users/${user_id}|auth/user)`)
    )
  }
  if (method === 'POST') return is(`${annotation}/(${ACTIONS}|content/\\d+/(${NODE_ACTIONS}))`) || is('/auth/logout')
  return method === 'PATCH' && is(`${annotation}/(content(/\\d+)?|processing_duration)`)
}
