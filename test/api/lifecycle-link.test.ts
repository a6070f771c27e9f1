/** The link from an annotation to its workflow in Temporal's UI. */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { anAnnotation, aPerson, aTenant } from '../support/factories.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

/** The answer while Temporal's UI has this address. */
async function linkAt(uiUrl: string | undefined, headers: Record<string, string> = {}) {
  const { annotation_id } = await anAnnotation(server.deps.db, tenant)
  const before = server.deps.config
  const { uiUrl: _, ...temporal } = before.temporal
  server.deps.config = { ...before, temporal: { ...temporal, ...(uiUrl ? { uiUrl } : {}) } }
  try {
    const { status, body } = await admin.get(`/annotations/${annotation_id}/lifecycle`, headers)
    expect([status, body.workflow_id]).toEqual([200, `annotation/${annotation_id}`])
    return { link: body.temporal_ui as string | null, id: annotation_id }
  } finally {
    server.deps.config = before
  }
}

describe('GET annotations/{id}/lifecycle', () => {
  it('names the workflow and its page for administrators', async () => {
    const { link, id } = await linkAt('https://temporal.example.com/')
    expect(link).toBe(`https://temporal.example.com/namespaces/default/workflows/annotation%2F${id}`)
  })

  it('has no link without an address, or to an address of this machine for clients elsewhere', async () => {
    expect((await linkAt(undefined)).link).toBeNull()
    const local = 'http://127.0.0.1:8233'
    expect((await linkAt(local)).link).toContain(`${local}/namespaces/`)
    expect((await linkAt(local, { 'X-Forwarded-Host': 'sheaf.example' })).link).toBeNull()
  })

  it('is refused for other roles, and 404 for administrators of other organizations', async () => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant)
    for (const role of ['viewer', 'annotator', 'manager', 'approver'] as const) {
      const { token } = await aPerson(server.deps.db, tenant, role, [tenant.queue_id])
      expect((await as(server.root, token).get(`/annotations/${annotation_id}/lifecycle`)).status, role).toBe(403)
    }
    const other = await aTenant(server.deps.db)
    expect((await as(server.root, other.token).get(`/annotations/${annotation_id}/lifecycle`)).status).toBe(404)
  })
})
