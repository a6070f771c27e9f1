import { condition, defineSignal, isCancellation, setHandler } from '@temporalio/workflow'
import { documents, quick } from './activities.ts'
import { LOOK } from './contract.ts'
import type { ImportUploadInput } from './contract.ts'

/**
 * An upload from its files to annotations that have all left `importing`: unpacks archives, makes the annotations (each
 * goes on by itself) and closes the task when the last is done. The last one signals; should that get lost with Temporal
 * away, the dispatcher signals instead, so no timer has to run for every upload.
 */
export async function importUpload({ upload_id }: ImportUploadInput): Promise<void> {
  let told = false
  setHandler(defineSignal(LOOK), () => {
    told = true
  })
  const start = () => {
    // The signal that started this run is not the one that tells of the last annotation.
    told = false
    return quick.startImport(upload_id)
  }
  let started = await start()
  while (started.archives.length > 0) {
    for (const document_id of started.archives) await unpack(document_id)
    started = await start()
  }
  for (;;) {
    if (started.importing > 0) await condition(() => told)
    // Only the first time: what is left then waits for a signal too.
    started.importing = 1
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
