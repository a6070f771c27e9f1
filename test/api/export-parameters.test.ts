/** The parameters that exports read are those of the OpenAPI document (contract 17.40). */
import { expect, it } from 'vitest'
import { apiDocument } from '../../src/api/openapi/document.ts'
import type { Answer, Query, Request } from '../../src/resources/framework/request.ts'
import { resourceAt } from '../../src/resources/framework/registry.ts'
import { urlsAt } from '../../src/resources/framework/urls.ts'
import { load } from '../../src/resources/framework/verbs.ts'
import { bytesOf } from '../support/as.ts'
import { server, tenant } from '../support/tenant-server.ts'
import { queue_id, useExport } from './export-setup.ts'

useExport()

/** A filter with the name of the path's parameter: the document of this path has it once (decision 160). */
const IN_PATH = 'id'

interface Documented {
  paths: Record<string, Record<string, { parameters: { name: string; in: string }[] }>>
}
const document = apiDocument() as unknown as Documented

const documented = (path: string, method: string): string[] =>
  document.paths[path]![method]!.parameters.filter((one) => one.in === 'query').map(({ name }) => name)

/** A query that records the names that are read. */
function recording(given: Query): { query: Query; names: Set<string> } {
  const names = new Set<string>()
  const query = new Proxy(given, {
    get: (target, name) => {
      if (typeof name === 'string') names.add(name)
      return target[name as string]
    },
  })
  return { query, names }
}

async function drain({ body }: Answer): Promise<void> {
  await bytesOf(new Response(body as unknown as ConstructorParameters<typeof Response>[0]))
}

/** Returns the names of the parameters that exports of each format read. */
async function readBy(path: 'queues' | 'annotations', method: 'get' | 'post'): Promise<Set<string>> {
  const found = new Set<string>()
  const resource = resourceAt(path)
  const actions = path === 'queues' ? resource.itemActions! : resource.actions!
  const action = actions.find((one) => one.path === 'export' && one.method === method)!
  const { deps } = server
  for (const given of [{ format: 'json' }, { format: 'csv' }, { format: 'csv', page_size: '2' }]) {
    const { query, names } = recording(given)
    const request = {
      who: {
        user_id: tenant.user_id,
        organization_id: tenant.organization_id,
        organization_group_id: tenant.organization_group_id,
        username: 'admin',
        email: '',
        roles: ['admin'],
      },
      db: deps.db,
      deps,
      config: deps.config,
      urls: urlsAt(server.root.replace(/\/v1$/, '')),
      request_id: 'test',
      method: method.toUpperCase(),
      path: path === 'queues' ? `/queues/${queue_id}/export` : '/annotations/export',
      query,
      params: {},
      body: undefined,
      header: () => '',
    } as unknown as Request
    const row = path === 'queues' ? await load(resource, request, String(queue_id)) : undefined
    await drain(await action.handle(request, row as never))
    for (const name of names) found.add(name)
  }
  return found
}

it.each([
  ['queues', 'get'],
  ['queues', 'post'],
  ['annotations', 'get'],
  ['annotations', 'post'],
] as const)('the document of %s/…/export has exactly the parameters that %s reads', async (path, method) => {
  const read = await readBy(path, method)
  // Read by GET to refuse it.
  if (method === 'get') read.delete('to_status')
  if (path === 'queues') expect(read.delete(IN_PATH)).toBe(true)
  const name = path === 'queues' ? '/v1/queues/{id}/export' : '/v1/annotations/export'
  expect(documented(name, method).sort()).toEqual([...read].sort())
})
