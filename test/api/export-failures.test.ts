/** Responses to exports that fail. */
import { request as httpRequest } from 'node:http'
import { describe, expect, it } from 'vitest'
import { anAnnotation } from '../support/factories.ts'
import { server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

describe('an export that fails', () => {
  const read = (path: string) =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, fail) => {
      const sent = httpRequest(
        server.root + path,
        { headers: { Authorization: `Bearer ${tenant.token}` } },
        (answer) => {
          let text = ''
          answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
          answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }))
        },
      )
      sent.on('error', fail)
      sent.end()
    })

  it.each(['csv', 'xlsx', 'xml', 'json'])('is JSON without an attachment header: %s', async (format) => {
    await anAnnotation(server.deps.db, tenant)
    const path = `/queues/${tenant.queue_id}/export?format=${format}`
    for (const wrong of ['&to_status=exported', '&queue=none', ...(format === 'csv' ? ['&columns=no_such'] : [])]) {
      const { status, headers, text } = await read(path + wrong)
      expect(status, wrong).toBe(400)
      expect(headers['content-type']).toMatch(/^application\/json/)
      expect(headers['content-disposition']).toBeUndefined()
      expect(JSON.parse(text)).toMatchObject({ code: 'bad_request', detail: expect.any(String) })
    }
  })

  it.each(['csv', 'xlsx', 'xml', 'json'])(
    'before its first byte is JSON without an attachment header: %s',
    async (format) => {
      const { annotation_id } = await anAnnotation(server.deps.db, tenant)
      // The tree is read only when the stream starts; a tree that no exporter can read ends the stream with an error.
      await server.deps.db('annotation_contents').where({ annotation_id }).update({ tree: '7' })
      const { status, headers, text } = await read(
        `/queues/${tenant.queue_id}/export?format=${format}&id=${annotation_id}`,
      )
      expect({ status, type: headers['content-type'], disposition: headers['content-disposition'] }).toEqual({
        status: 500,
        type: expect.stringMatching(/^application\/json/),
        disposition: undefined,
      })
      expect(JSON.parse(text)).toEqual({ code: 'error', detail: expect.any(String) })
    },
  )
})
