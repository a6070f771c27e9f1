/** Runs the functions of the template store in the sandbox, with small contents of annotations. */
import { readHookTemplates } from '../../../db/hook-template-files.ts'
import type { FunctionAnswer, FunctionRequest, FunctionRuntime } from '../../../src/sandbox/functions/index.ts'
import type { Json } from '../../support/as.ts'
import { callOf, openForTests, responseOf } from '../functions/support.ts'

const templates = new Map(readHookTemplates().map((template) => [template.slug, template]))

export interface Given {
  settings?: Json
  /** Keys of the payload besides settings and annotation. */
  payload?: Json
  annotation?: Json
  /** Answers requests of the function, in order. */
  answers?: (request: FunctionRequest) => Omit<FunctionAnswer, 'headers'>
}

/** Returns a function that runs a template with values of header fields and rows of the table `lines`. */
export function template(slug: string) {
  const { config, settings } = templates.get(slug)!
  const functions = openForTests(undefined, 1)
  return async (content: Json[], given: Given = {}) => {
    const payload = {
      event: 'annotation_content',
      action: 'initialize',
      base_url: 'https://sheaf.example.com',
      svc_authorization_token: 'token',
      secrets: {},
      annotation: {
        id: 1,
        url: 'https://sheaf.example.com/api/v1/annotations/1',
        created_at: '2026-01-02T03:04:05.000000Z',
        labels: [],
        ...given.annotation,
        content,
      },
      ...given.payload,
      settings: { ...(settings as Json), ...given.settings },
    }
    const requests: FunctionRequest[] = []
    const result = await functions.run(
      { organization_id: 1 },
      callOf(config.runtime as FunctionRuntime, config.code as string, {
        payload: JSON.stringify(payload),
        fetch: async (request) => {
          requests.push(request)
          return { headers: { 'content-type': 'application/json' }, ...given.answers!(request) }
        },
      }),
    )
    return { result, requests, ...(responseOf(result) as { messages: Json[]; operations: Json[] } & Json) }
  }
}

let ids = 0

/** A datapoint; `normalized` is null for texts and unreadable values. */
export const field = (schema_id: string, value: string, normalized: string | null = null, given: Json = {}) => ({
  id: ++ids,
  category: 'datapoint',
  schema_id,
  content: { value, normalized_value: normalized },
  hidden: false,
  ...given,
})
/** A datapoint with a number or an ISO date. */
export const amount = (schema_id: string, value: string) => field(schema_id, value, value || null)

/** A section with datapoints. */
export const section = (...children: Json[]) => ({ id: ++ids, category: 'section', schema_id: 'section', children })

/** A section with a table; each row is a list of cells. */
export const table = (...rows: Json[][]) =>
  section({
    id: ++ids,
    category: 'multivalue',
    schema_id: 'lines',
    children: rows.map((children) => ({ id: ++ids, category: 'tuple', schema_id: 'line', children })),
  })

export const contents = (messages: Json[]) => messages.map(({ content }) => content as string)
