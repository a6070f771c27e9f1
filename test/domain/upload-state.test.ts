/** The end of uploads. */
import { describe, expect, it } from 'vitest'
import { changeStatus } from '../../src/domain/annotations/review.ts'
import { finishImport } from '../../src/domain/intake/finish-import.ts'
import { failArchive } from '../../src/domain/intake/start-import.ts'
import { finishUpload } from '../../src/domain/intake/upload-state.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import type { Consumer } from '../../src/rules/events.ts'
import { database, useDatabase } from '../support/database.ts'
import { anExtraction } from '../workflows/fake-documents.ts'
import { anOrganization, depsWithoutTemporal } from './fixtures.ts'

const zip = Buffer.from([0x50, 0x4b, 0x05, 0x06, ...Array<number>(18).fill(0)])

describe('an upload', () => {
  useDatabase()

  async function uploaded(files: { name: string; bytes: Buffer }[]) {
    const { deps } = depsWithoutTemporal(database.db)
    const { queue, who } = await anOrganization(database.db)
    const { upload_id, document_ids } = await createUpload(deps, { queue, who, files })
    const task = () => database.db('tasks').where({ upload_id }).first('status', 'detail')
    return { deps, who, upload_id, document_ids, task }
  }
  const pending = (consumer: Consumer, upload_id: number) =>
    database
      .db('deliveries as d')
      .join('events as e', 'e.id', 'd.event_id')
      .where({ 'e.upload_id': upload_id, 'd.consumer': consumer, 'd.state': 'pending' })
      .whereNotNull('e.annotation_id')
      .orderBy('e.id')
      .select('e.annotation_id', 'd.event_id', 'd.consumer')

  it('ends when a document that was imported again during the upload is finished', async () => {
    const files = ['a', 'b'].map((name) => ({ name: `${name}.pdf`, bytes: Buffer.from(`%PDF-1.7 ${name}`) }))
    const { deps, who, upload_id, task } = await uploaded(files)
    const [first, second] = await pending('intake', upload_id)
    await finishImport(deps, first, anExtraction())
    expect(await finishUpload(deps, upload_id)).toBeNull()
    await changeStatus(deps, who, first.annotation_id, 'importing', { rir_poll_id: null })
    await finishImport(deps, second, anExtraction())

    expect(await finishUpload(deps, upload_id)).toEqual({ failure: null })
    expect(await pending('intake', upload_id)).toEqual([])
    expect(await task()).toMatchObject({ status: 'running' })
    const again = await pending('lifecycle', upload_id)
    await finishImport(
      deps,
      again.find(({ annotation_id }) => annotation_id === first.annotation_id),
      anExtraction(),
    )
    expect(await task()).toMatchObject({ status: 'succeeded' })
  })

  it('reports the reason of an archive once, although the step that failed is repeated', async () => {
    const { deps, upload_id, document_ids, task } = await uploaded([{ name: 'a.zip', bytes: zip }])
    const failure = { code: 'damaged', message: 'The archive is damaged.' }
    const fail = () => failArchive(deps, { document_id: document_ids[0]! }, failure)
    await fail()
    await Promise.all([fail(), fail()])
    await finishUpload(deps, upload_id)
    expect(await task()).toEqual({ status: 'failed', detail: 'a.zip cannot be unpacked: The archive is damaged.' })
  })
})
