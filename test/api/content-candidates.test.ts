/** `GET annotations/{id}/content/{node}/candidates`. */
import { describe, expect, it } from 'vitest'
import { documented } from '../support/openapi.ts'
import { aTenant } from '../support/factories.ts'
import { as } from '../support/as.ts'
import { admin, server } from '../support/tenant-server.ts'
import { anExtraction, extractedValue } from '../workflows/fake-documents.ts'
import { anOpenOne, useBills } from './content-setup.ts'

useBills({ wrap: documented })

async function withCandidates() {
  const opened = await anOpenOne()
  const extraction = {
    ...anExtraction({ document_id: extractedValue('A-1', 0.6) }),
    alternatives: {
      document_id: [extractedValue('A-2', 0.3), extractedValue('A-1', 0.2), extractedValue('B-7', 0.05)],
    },
  }
  await server.deps.blobs.put(`extractions/${opened.annotation_id}`, Buffer.from(JSON.stringify(extraction)))
  return opened
}

describe('candidates of a field', () => {
  it('are the different values of the engine, the most probable first', async () => {
    const opened = await withCandidates()
    const { status, body } = await admin.get(`${opened.path}/${opened.id('bill_no')}/candidates`)
    expect(status).toBe(200)
    expect(
      body.results.map(({ value, confidence }: { value: string; confidence: number }) => [value, confidence]),
    ).toEqual([
      ['A-1', 0.6],
      ['A-2', 0.3],
      ['B-7', 0.05],
    ])
    expect(body.results[0]).toEqual({
      value: 'A-1',
      normalized_value: null,
      text: 'A-1',
      page: 1,
      position: [10, 10, 90, 30],
      confidence: 0.6,
      source: 'document_id',
    })
  })

  it('are none for tables, buttons and documents without extraction', async () => {
    const opened = await withCandidates()
    for (const name of ['lines', 'press'])
      expect((await admin.get(`${opened.path}/${opened.id(name)}/candidates`)).body).toEqual({ results: [] })
    const other = await anOpenOne()
    expect((await admin.get(`${other.path}/${other.id('bill_no')}/candidates`)).body).toEqual({ results: [] })
    expect((await admin.get(`${other.path}/1/candidates`)).status).toBe(404)
    const stranger = as(server.root, (await aTenant(server.deps.db)).token)
    expect((await stranger.get(`${opened.path}/${opened.id('bill_no')}/candidates`)).status).toBe(404)
  })
})
