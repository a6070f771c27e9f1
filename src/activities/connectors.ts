import { Context } from '@temporalio/activity'
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import type { Deps } from '../deps.ts'
import { callSave } from '../domain/hooks/connector-save.ts'
import { finishExport } from '../domain/annotations/finish-export.ts'
import type { ImportStep, Settled } from '../domain/intake/finish-import.ts'

/** Activities of the `hooks` queue: calls of programs that others run. */
export function hookActivities(deps: Deps) {
  return {
    /**
     * Calls `save` of the queue's connector and ends the export by its answer. What the connector answers is never asked
     * twice; but where a worker ends in the middle of the call, nobody knows what it did, and another one calls again.
     */
    async saveToConnector(step: ImportStep): Promise<Settled> {
      const { cancellationSignal } = Context.current()
      if (!(await isExporting(deps, step))) return finishExport(deps, step, { failed: false, messages: null })
      const outcome = await callSave(deps, step.annotation_id, cancellationSignal).catch((error: unknown) => {
        throw cancellationSignal.aborted ? interrupted() : error
      })
      return finishExport(deps, step, outcome ?? { failed: false, messages: null })
    },
  }
}

/** False when an earlier run of the activity has ended the export and only its answer was lost. */
const isExporting = async ({ db }: Deps, { annotation_id, event_id }: ImportStep): Promise<boolean> =>
  Boolean(
    await db('annotations as a')
      .join('events as e', 'e.annotation_id', 'a.id')
      .where({ 'a.id': annotation_id, 'a.status': 'exporting', 'e.id': event_id })
      .whereNull('e.handled_at')
      .first('a.id'),
  )

const interrupted = () =>
  ApplicationFailure.create({
    message: 'The worker is stopping.',
    type: 'WorkerStopping',
    category: ApplicationFailureCategory.BENIGN,
  })
