import { condition, defineSignal, isCancellation, setHandler } from '@temporalio/workflow'
import { documents, quick } from './activities.ts'
import { LOOK } from './messages.ts'
import type { ImportUploadInput } from './messages.ts'

/** Nobody relies on the signal alone: without one the upload is looked at again after these waits, then after the last. */
const WAITS = ['1 m', '5 m', '30 m'] as const

/**
 * An upload from its files to annotations that have all left `importing`: unpacks archives, makes the annotations (each
 * goes on by itself) and closes the task when the last is done.
 */
export async function importUpload({ upload_id }: ImportUploadInput): Promise<void> {
  let told = false
  setHandler(defineSignal(LOOK), () => {
    told = true
  })
  for (const document_id of await quick.archivesToUnpack(upload_id)) await unpack(document_id)
  // The signal that started this run is not the one that tells of the last annotation.
  told = false
  const importing = await quick.startImport(upload_id)
  if (importing === 0 && (await quick.finishUpload(upload_id))) return
  for (let round = 0; ; round++) {
    await condition(() => told, WAITS[Math.min(round, WAITS.length - 1)]!)
    told = false
    if (await quick.finishUpload(upload_id)) return
  }
}

async function unpack(document_id: number): Promise<void> {
  try {
    await documents.unpackArchive({ document_id })
  } catch (error) {
    if (isCancellation(error)) throw error
    await quick.failArchive({ document_id })
  }
}
