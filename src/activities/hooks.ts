import { Context } from '@temporalio/activity'
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import type { Deps } from '../deps.ts'
import { finishExport, isExporting } from '../domain/annotations/finish-export.ts'
import { callSave } from '../domain/hooks/connector-save.ts'
import { sendQueued } from '../domain/mail/outgoing.ts'
import type { HookActivities } from '../workflows/contract.ts'

/** Activities of the `hooks` queue: calls to external servers. */
export const hookActivities = (deps: Deps): HookActivities => ({
  /**
   * Calls `save` of the queue's connector and finishes the export with its response. A response is final. If a worker stops during the
   * call, the effect of the call is unknown and another worker repeats it.
   */
  async saveToConnector(step) {
    const { cancellationSignal } = Context.current()
    // An earlier attempt may have finished the export and only failed to report its result.
    if (!(await isExporting(deps, step))) return finishExport(deps, step, { failed: false, messages: null })
    const outcome = await callSave(deps, step.annotation_id, cancellationSignal).catch((error: unknown) => {
      throw cancellationSignal.aborted ? interrupted() : error
    })
    return finishExport(deps, step, outcome ?? { failed: false, messages: null })
  },

  /** Idempotent by message once the mail server has accepted it (`sendQueued`). */
  sendEmail: (input) => sendQueued(deps, input),
})

export const interrupted = (): ApplicationFailure =>
  ApplicationFailure.create({
    message: 'The worker is shutting down.',
    type: 'WorkerStopping',
    category: ApplicationFailureCategory.BENIGN,
  })
