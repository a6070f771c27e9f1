import { continueAsNew, setHandler, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow'
import { batches } from './activities.ts'
import { lookSignal, searchAttributes } from './contract.ts'
import type { SchemaInput, Workflows } from './contract.ts'

/** Converts the annotations of a changed schema, in batches, until no change of the schema is left. */
export async function reshapeAnnotations({ schema_id }: SchemaInput): Promise<void> {
  let signals = 0
  setHandler(lookSignal, () => {
    signals++
  })
  let seen: number
  do {
    seen = signals
    while (await batches.reshapeBatch(schema_id))
      if (workflowInfo().continueAsNewSuggested) await continueAsNew<Workflows['reshapeAnnotations']>({ schema_id })
  } while (signals !== seen)
  upsertSearchAttributes([{ key: searchAttributes.status, value: 'converted' }])
}
