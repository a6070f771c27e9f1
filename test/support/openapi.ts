/** Checks responses against the OpenAPI document of the service. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { apiDocument } from '../../src/api/openapi/document.ts'
import type { Answer, Client } from './as.ts'

type Operation = { responses: Record<string, { content?: Record<string, { schema: object }> }> }

const document = apiDocument() as { paths: Record<string, Record<string, Operation>>; components: object }
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
;(addFormatsModule as unknown as (ajv: Ajv2020) => void)(ajv)
ajv.addSchema({ $id: 'openapi', components: document.components })

const rebased = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object
const compiled = new Map<string, (body: unknown) => boolean>()

/** Returns the operation of a request path; literal segments take precedence over parameters. */
export function operationOf(method: string, path: string): { name: string; operation: Operation } | null {
  const segments = path.split('?')[0]!.replace(/\/$/, '').split('/')
  const fits = Object.keys(document.paths)
    .filter((template) => {
      const parts = template.replace(/^\/v1/, '').split('/')
      return parts.length === segments.length && parts.every((part, i) => part.startsWith('{') || part === segments[i])
    })
    .sort((a, b) => a.split('{').length - b.split('{').length)
  const template = fits.find((fit) => document.paths[fit]![method.toLowerCase()])
  const operation = template && document.paths[template]![method.toLowerCase()]
  return operation ? { name: `${method} ${template}`, operation } : null
}

/** Throws if the response does not match the document for this operation and status. */
export function assertDocumented(method: string, path: string, answer: Answer): void {
  const found = operationOf(method, path)
  // Undeclared operations return 404 or 405 like unknown paths.
  if (!found) {
    if (answer.status !== 404 && answer.status !== 405)
      throw new Error(`${method} ${path} is not documented but answered ${answer.status}.`)
    return
  }
  const response = found.operation.responses[String(answer.status)]
  if (!response)
    throw new Error(`${found.name} does not document status ${answer.status}: ${JSON.stringify(answer.body)}`)
  const schema = response.content?.['application/json']?.schema
  if (!schema) return
  const key = `${found.name} ${answer.status}`
  let validate = compiled.get(key)
  if (!validate) compiled.set(key, (validate = ajv.compile(rebased(schema)) as (body: unknown) => boolean))
  if (!validate(answer.body)) {
    const errors = (validate as unknown as { errors: unknown }).errors
    throw new Error(
      `${key} does not fit its schema: ${JSON.stringify(errors, null, 1)}\n${JSON.stringify(answer.body)}`,
    )
  }
}

/** Throws if the value does not fit the component of this name. */
export function assertComponent(name: string, value: unknown): void {
  const validate = ajv.getSchema(`openapi#/components/schemas/${name}`)!
  if (!validate(value)) throw new Error(`${JSON.stringify(value)} is no ${name}: ${JSON.stringify(validate.errors)}`)
}

/** Returns a client that checks every response. */
export function documented(root: string, client: Client): Client {
  const send: Client['send'] = async (method, path, init) => {
    const answer = await client.send(method, path, init)
    assertDocumented(method, path.replace(root, ''), answer)
    return answer
  }
  return {
    send,
    get: (path, headers) => send('GET', path, { ...(headers ? { headers } : {}) }),
    post: (path, body, headers) => send('POST', path, { body, ...(headers ? { headers } : {}) }),
    put: (path, body, headers) => send('PUT', path, { body, ...(headers ? { headers } : {}) }),
    patch: (path, body, headers) => send('PATCH', path, { body, ...(headers ? { headers } : {}) }),
    delete: (path, headers) => send('DELETE', path, { ...(headers ? { headers } : {}) }),
  }
}
