/** Roles and statuses in which content can be written. */
import { describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { anAnnotation, aPerson } from '../support/factories.ts'
import { admin, server, tenant } from '../support/tenant-server.ts'
import { anOpenOne, schema_id, useBills } from './content-setup.ts'

useBills()

describe('permission to write content', () => {
  const writes = (client: Client, path: string, node: number) => [
    client.patch(path, { content: [{ schema_id: 'bill_no', content: { value: 'w' } }] }),
    client.patch(`${path}/${node}`, { content: { value: 'w' } }),
    client.post(`${path}/operations`, {
      operations: [{ op: 'replace', id: node, value: { content: { value: 'w' } } }],
    }),
  ]

  it('is granted to the reviewer', async () => {
    const person = await aPerson(server.deps.db, tenant, 'annotator')
    const client = as(server.root, person.token)
    const { annotation_id, path, id } = await anOpenOne(client)
    for (const answer of await Promise.all(writes(client, path, id('bill_no')))) expect(answer.status).toBe(200)
    expect((await admin.get(`/annotations/${annotation_id}`)).body.modified_by).toBe(
      `${server.root}/users/${person.user_id}`,
    )
    const second = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator')).token)
    for (const answer of await Promise.all(writes(second, path, id('bill_no'))))
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: 'conflict_status',
          detail: expect.stringMatching(
            /^Start the review of the annotation before you change its content\. Pat \(annotator-\S+\) started the review on /,
          ) as string,
        },
      })
    await client.post(`/annotations/${annotation_id}/cancel`, {})
    for (const answer of await Promise.all(writes(client, path, id('bill_no')))) expect(answer.status).toBe(409)
  })

  it.each(['to_review', 'postponed', 'confirmed', 'exported', 'rejected'])(
    'is granted to administrators also in status %s',
    async (status) => {
      const { annotation_id } = await anAnnotation(server.deps.db, tenant, { schema_id, status })
      const path = `/annotations/${annotation_id}/content`
      expect((await admin.patch(path, { content: [{ schema_id: 'bill_no', content: { value: 'w' } }] })).status).toBe(
        200,
      )
    },
  )

  it.each(['in_workflow', 'exporting', 'purged', 'deleted'])('is denied to all in status %s', async (status) => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant, { schema_id, status })
    const path = `/annotations/${annotation_id}/content`
    for (const answer of await Promise.all(writes(admin, path, 1)))
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'conflict_status', detail: `The content cannot be changed while the annotation is ${status}.` },
      })
  })
})
