import { Context } from '@temporalio/activity'
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import type { Deps } from '../deps.ts'
import { finishExport, isExporting } from '../domain/annotations/status/finish-export.ts'
import { sendDelivery } from '../domain/exports/deliveries.ts'
import { buildHookFunction } from '../domain/hooks/build.ts'
import { attemptCall } from '../domain/hooks/delivery/attempt.ts'
import { callSave } from '../domain/connectors/save.ts'
import { sendQueued } from '../domain/mail/outgoing.ts'
import { presentWith } from '../resources/index.ts'
import type { HookActivities } from '../workflows/contract.ts'
import { withHeartbeat } from './heartbeat.ts'

/** Activities of the `hooks` queue: calls to external servers and functions. */
export const hookActivities = (deps: Deps): HookActivities => ({
  /**
   * One attempt to call a hook. Idempotent by call: a finished call is not repeated, and the effects of a response are stored with its result.
   * If a worker stops during the attempt, the effect on the receiver is unknown, and the attempt is repeated with the same id.
   */
  async callHook(run_id) {
    const { cancellationSignal } = Context.current()
    const attempt = () => attemptCall(deps, presentWith(deps), run_id, { signal: cancellationSignal })
    const finished = await withHeartbeat(attempt).catch((error: unknown) => {
      throw cancellationSignal.aborted ? interrupted() : error
    })
    return finished.attempt
  },

  /** Idempotent by hook and code. */
  buildFunction: (hookId) => withHeartbeat(() => buildHookFunction(deps, hookId)),

  /**
   * Calls `save` of the queue's connector and finishes the export with its response. A response is final. If a worker stops during the
   * call, the effect of the call is unknown and another worker repeats it with the same `Idempotency-Key`.
   */
  async saveToConnector(step) {
    const { cancellationSignal } = Context.current()
    // An earlier attempt may have finished the export and only failed to report its result.
    if (!(await isExporting(deps, step))) return finishExport(deps, step, { failed: false, messages: null })
    const outcome = await withHeartbeat(() => callSave(deps, step, cancellationSignal)).catch((error: unknown) => {
      throw cancellationSignal.aborted ? interrupted() : error
    })
    return finishExport(deps, step, outcome ?? { failed: false, messages: null })
  },

  /** Idempotent by delivery: the same file under the same name, and an email in the transaction that marks it as sent. */
  deliverExport: (deliveryId) => withHeartbeat(() => sendDelivery(deps, deliveryId)),

  /** Idempotent by message once the mail server has accepted it (`sendQueued`). */
  sendEmail: (input) => sendQueued(deps, input),
})

export const interrupted = (): ApplicationFailure =>
  ApplicationFailure.create({
    message: 'The worker is shutting down.',
    type: 'WorkerStopping',
    category: ApplicationFailureCategory.BENIGN,
  })
