import { documents, quick } from './activities.ts'
import type { Outcome, Step } from './contract.ts'
import { orElse } from './failures.ts'

/** Imports a document that can be read in milliseconds; returns null if this one takes longer. */
export const importQuickly = (step: Step): Promise<Outcome | null> =>
  orElse(
    () => quick.importQuickly(step),
    () => quick.failImport(step),
  )

/** Imports a document that is read by the `documents` queue. */
export const importSlowly = (step: Step): Promise<Outcome> =>
  orElse(
    async () => {
      const read = await documents.readDocument(step)
      if (read === 'overtaken') return { state: null, work: null }
      return read === 'read' ? quick.finishImport(step) : read
    },
    () => quick.failImport(step),
  )
