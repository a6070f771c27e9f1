import { beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { readTree } from '../../src/domain/annotations/content/contents.ts'
import { presentAnnotation } from '../../src/resources/annotations/presenter.ts'
import type { Caller } from '../../src/resources/framework/request.ts'
import { urlsAt } from '../../src/resources/framework/urls.ts'
import '../../src/resources/index.ts'
import type { Role } from '../../src/rules/access/permissions.ts'
import { contentNodes } from '../../src/rules/content/index.ts'
import { database, useDatabase } from '../support/database.ts'
import { anAnnotation, aPerson, aTenant, type MadeAnnotation, type Tenant } from '../support/factories.ts'

const SECRET = 'at least 32 characters for signing keys'
const root = 'https://sheaf.example.com/api/v1'

let tenant: Tenant
let created: MadeAnnotation
useDatabase()
beforeAll(async () => {
  tenant = await aTenant(database.db)
  created = await anAnnotation(database.db, tenant, { metadata: JSON.stringify({ reference: 'A-17' }) })
})

const callerOf = (user_id: number, role: Role): Caller => ({
  who: {
    user_id,
    organization_id: tenant.organization_id,
    organization_group_id: tenant.organization_group_id,
    username: 'ada@example.org',
    email: 'ada@example.org',
    roles: [role],
  },
  db: database.db,
  urls: urlsAt('https://sheaf.example.com/api'),
  config: readConfig(
    {},
    { mode: 'embedded', secrets: { postgres_password: SECRET, secret_key: SECRET, secrets_key: SECRET } },
  ),
})

it('returns an annotation with its content for a caller without a request', async () => {
  const shown = await presentAnnotation(created.annotation_id, callerOf(tenant.user_id, 'admin'))
  const url = `${root}/annotations/${created.annotation_id}`
  expect(shown).toMatchObject({
    id: created.annotation_id,
    url,
    status: 'to_review',
    document: `${root}/documents/${created.document_id}`,
    queue: `${root}/queues/${tenant.queue_id}`,
    metadata: { reference: 'A-17' },
    suggested_edit: null,
  })
  const nodes = [...contentNodes(await readTree(database.db, created.annotation_id))].map(([node]) => node)
  type Node = { id: number; url: string; children?: Node[] }
  const content = shown!.content as Node[]
  const flat = (list: Node[]): Node[] => list.flatMap((node) => [node, ...flat(node.children ?? [])])
  expect(flat(content).map((node) => node.url)).toEqual(nodes.map(({ id }) => `${url}/content/${id}`))
  expect(nodes.length).toBeGreaterThan(5)
  expect(content[0]).toMatchObject({ category: 'section', children: expect.any(Array) })
})

it('returns null for an annotation outside the queues of the caller', async () => {
  const { user_id } = await aPerson(database.db, tenant, 'annotator', [])
  expect(await presentAnnotation(created.annotation_id, callerOf(user_id, 'annotator'))).toBeNull()
})
