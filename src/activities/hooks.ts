import { Context } from '@temporalio/activity'
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import type { Deps } from '../deps.ts'
import { finishExport, isExporting } from '../domain/annotations/finish-export.ts'
import { callSave } from '../domain/hooks/connector-save.ts'
import { sendQueued } from '../domain/mail/outgoing.ts'
import type { HookActivities } from '../workflows/contract.ts'

/** Activities of the `hooks` queue: calls of servers that others run. */
export const hookActivities = (deps: Deps): HookActivities => ({
  /**
   * Calls `save` of the queue's connector and ends the export by its answer. An answer is final; but where a worker ends in the middle of the call,
   * its effect is unknown, and another worker calls again.
   */
  async saveToConnector(step) {
    const { cancellationSignal } = Context.current()
    // An earlier run of the activity may have ended the export, with only its answer lost.
    if (!(await isExporting(deps, step))) return finishExport(deps, step, { failed: false, messages: null })
    const outcome = await callSave(deps, step.annotation_id, cancellationSignal).catch((error: unknown) => {
      throw cancellationSignal.aborted ? interrupted() : error
    })
    return finishExport(deps, step, outcome ?? { failed: false, messages: null })
  },

  /** Idempotent by message once the mail server has taken it (`sendQueued`). */
  sendEmail: (input) => sendQueued(deps, input),
})

export const interrupted = (): ApplicationFailure =>
  ApplicationFailure.create({
    message: 'The worker is stopping.',
    type: 'WorkerStopping',
    category: ApplicationFailureCategory.BENIGN,
  })
