/** What ends or changes a review besides the data: confirm, postpone, reject, approve and so on. */
import { h } from 'preact'
import { ApiError, isEmbedded, request } from '../../api/client.ts'
import { returnTo } from '../../app/embedded.ts'
import { confirmLeaving, navigate } from '../../app/router.ts'
import { user } from '../../app/session.ts'
import { t } from '../../i18n/index.ts'
import { holdKeys } from '../../ui/overlay.ts'
import { ask } from '../../ui/question.tsx'
import { showError, showMessage } from '../../ui/toasts.tsx'
import type { FieldView } from './model/content.ts'
import { needsReview, type Duplicate } from './model/state.ts'
import { DuplicateLine } from './side/duplicate-line.tsx'
import { cancelReview, startNext } from './store/lifecycle.ts'
import { NotStored, type Review } from './store/review.ts'
import { offerUndo, turnBack } from './undo.ts'

type Outcome = 'return_url' | 'cancel_url' | 'postpone_url' | 'delete_url'

const queuePath = (review: Review): string => `/queues/${review.queue.id}`

/** Moves on to the next document of the queue, or back to its list if none is left. */
async function goOn(review: Review, outcome: Outcome): Promise<void> {
  review.isOver = true
  if (isEmbedded()) {
    if (!returnTo(outcome)) await review.reload()
    return
  }
  // Asked first: a user who stays must not lock the next document.
  if (!confirmLeaving()) return review.reload()
  // What is typed meanwhile is meant for the next document.
  const release = holdKeys()
  try {
    const next = await startNext(review.queue.id)
    if (next !== null) return navigate(`/documents/${next}`, { isAsked: true })
    showMessage(t('review.finished'))
    navigate(queuePath(review), { isAsked: true })
  } finally {
    release()
  }
}

/** Reviews with an action under way; a second press must not run another one. */
const busy = new WeakSet<Review>()

/**
 * Runs an action after what was entered is stored and validated; shows why it failed, at the field if one is the reason. `isLast`: entries
 * that cannot be stored now do not prevent the action, because the data do not matter any more or the review only starts with it. Returns
 * whether it succeeded.
 */
async function act(review: Review, run: () => Promise<unknown>, { isLast = false } = {}): Promise<boolean> {
  if (busy.has(review)) return false
  busy.add(review)
  const release = holdKeys()
  try {
    await review.settle().catch((error: unknown) => {
      if (!isLast) throw error
    })
    await run()
    return true
  } catch (error) {
    if (error instanceof NotStored) showField(review, error.nodeId)
    if (error instanceof ApiError && error.status === 409) await review.reload().catch(() => undefined)
    showError(error)
    return false
  } finally {
    busy.delete(review)
    release()
  }
}

function showField(review: Review, nodeId: number): void {
  review.pointing.value = false
  review.focus(nodeId)
}

const post = (review: Review, action: string, body: object = {}) =>
  request(`/annotations/${review.id}/${action}`, { body })
const timed = (review: Review, body: object = {}) => ({ ...body, processing_duration: review.clock.spent() })

/** Asks whether to confirm although the document is a duplicate; no key answers, so that it is not confirmed by habit. */
async function mayConfirmDuplicate(review: Review): Promise<boolean> {
  const found = duplicatesIn(review)
  if (!found.length) return true
  return ask({
    title: t('review.duplicateTitle'),
    text: t('review.duplicateText'),
    list: found.map((duplicate) => h(DuplicateLine, { review, duplicate })),
    go: t('review.duplicateGo'),
  })
}

/** The duplicates that the queue lets a user confirm. */
export const duplicatesIn = (review: Review): Duplicate[] =>
  (review.messages.value.get(0) ?? []).flatMap(({ type, duplicate }) =>
    type === 'warning' && duplicate ? [duplicate] : [],
  )

/** Asks whether to confirm although fields need a check. Returns whether to go on; otherwise the first of them is shown. */
async function mayConfirm(review: Review): Promise<boolean> {
  // An error is shown at its field instead.
  const open = openPoints(review).errors ? [] : review.fields.value.filter((field) => isUnchecked(review, field))
  if (!open.length) return true
  const goesOn = await ask({
    title: t('review.uncheckedTitle', { count: open.length }),
    text: t('review.uncheckedText'),
    list: open.map(({ schema }) => schema.label),
    stay: t('review.checkThem'),
    go: t('review.confirmAnyway'),
    keys: 'Ctrl+Enter',
  })
  if (!goesOn) showField(review, open[0]!.id)
  return goesOn
}

const isUnchecked = (review: Review, field: FieldView): boolean => review.stateOf(field) === 'uncertain'

/**
 * Confirms the annotation and opens the next one. Asks before if fields need a check, and if it is a duplicate; an error in the data is shown at its field instead.
 */
export async function confirm(review: Review): Promise<void> {
  if (busy.has(review)) return
  review.saving.finish()
  // Before the next key, so that what is typed then does not change a value.
  const { toCheck, errors } = openPoints(review)
  const asked = errors ? 0 : toCheck
  if (!(await mayConfirm(review))) return
  let goesOn = true
  const isDone = await act(review, async () => {
    // Without the messages of the service it is not known what to ask.
    await review.assertChecks()
    const wrong = review.fields.value.find((field) => review.stateOf(field) === 'error')
    if (wrong) throw new NotStored(wrong.id, t('review.correctFirst', { field: wrong.schema.label }))
    // The checks of the service may have found further fields.
    goesOn = openPoints(review).toCheck <= asked || (await mayConfirm(review))
    // Last, so that it is about the values as they are confirmed.
    goesOn = goesOn && (await mayConfirmDuplicate(review))
    if (goesOn) await post(review, 'confirm', timed(review))
  })
  if (!isDone || !goesOn) return
  void offerUndo(review)
  await goOn(review, 'return_url').catch(showError)
}

export async function postpone(review: Review): Promise<void> {
  if (await act(review, () => post(review, 'postpone', timed(review))))
    await goOn(review, 'postpone_url').catch(showError)
}

export async function remove(review: Review): Promise<void> {
  if (!(await act(review, () => post(review, 'delete', timed(review)), { isLast: true }))) return
  if (!isEmbedded())
    showMessage(t('review.deleted', { file: review.document.original_file_name ?? '' }), {
      label: t('review.undo'),
      run: () =>
        void request(`/annotations/${review.id}`, { method: 'PATCH', body: { status: 'to_review' } }).then(
          () => navigate(`/documents/${review.id}`),
          showError,
        ),
    })
  await goOn(review, 'delete_url').catch(showError)
}

/** Returns whether the annotation was rejected. */
export async function reject(review: Review, reason: string): Promise<boolean> {
  const body = timed(review, { note_content: reason })
  const isDone = await act(review, () => post(review, 'reject', body), { isLast: true })
  if (isDone) await goOn(review, 'return_url').catch(showError)
  return isDone
}

/**
 * Approves the current step. Calls `askReason` instead if an administrator may do so only with a reason: with the sentence of the service that
 * says why.
 */
export async function approve(review: Review, askReason: (why: string) => void): Promise<void> {
  let why: string | undefined
  const send = () =>
    post(review, 'approve').catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.body.code !== 'reason_required') throw error
      why = error.message
    })
  if (!(await act(review, send, { isLast: true }))) return
  if (why === undefined) await showApproval(review)
  else askReason(why)
}

/** Approves the current step as an administrator who overrides the approval rules. Returns whether it was approved. */
export async function approveWithReason(review: Review, reason: string): Promise<boolean> {
  const isDone = await act(review, () => post(review, 'approve', { reason }), { isLast: true })
  if (isDone) await showApproval(review).catch(showError)
  return isDone
}

async function showApproval(review: Review): Promise<void> {
  await review.reload()
  showMessage(t(review.annotation.value.status === 'in_workflow' ? 'review.approvedStep' : 'review.approved'))
}

/**
 * Turns all pages clockwise and has the document read again, after a question. Values that a person has entered or checked stay, and the
 * message offers to undo it.
 */
export async function rotate(review: Review, degrees: 90 | 180 | 270): Promise<void> {
  if (!(await ask({ title: t('review.rotateTitle'), text: t('review.rotateText'), go: t('review.rotateNow') }))) return
  if (!(await act(review, () => post(review, 'rotate', { rotation_deg: degrees, content: 'keep' })))) return
  review.isOver = true
  showMessage(t('review.readAgain'), {
    label: t('review.undo'),
    run: () => void turnBack(review.id, 360 - degrees).catch(showError),
  })
  navigate(isEmbedded() ? location.pathname : queuePath(review))
}

/** Takes a document that another user has in review. Administrators only. */
export async function takeOver(review: Review): Promise<void> {
  const take = async () => {
    await request(`/annotations/${review.id}`, { method: 'PATCH', body: { modifier: user.value?.url } })
    await review.start(['reviewing'])
  }
  await act(review, take, { isLast: true })
}

/** Leaving the review cancels nothing from now on. */
export const markEnded = (review: Review): void => void (review.isOver = true)

/** Starts the review of a document whose status does not start it by itself, such as an exported one. */
export async function startAgain(review: Review): Promise<void> {
  const start = async () => {
    const { status } = review.annotation.value
    if (!['deleted', 'failed_import'].includes(status)) return review.start([status])
    await request(`/annotations/${review.id}`, { method: 'PATCH', body: { status: 'to_review' } })
    await review.start()
  }
  await act(review, start, { isLast: true })
}

/** Skips the document: ends its review without a result and opens the next one. */
export async function skip(review: Review): Promise<void> {
  if (!(await act(review, () => post(review, 'cancel', timed(review)), { isLast: true }))) return
  review.isOver = true
  if (isEmbedded()) return void (returnTo('cancel_url') || (await review.reload()))
  const waiting = await request<{ results: { id: number }[] }>('/annotations', {
    query: { queue: review.queue.id, status: 'to_review', fields: 'id', page_size: 100, ordering: 'created_at' },
  })
  const ids = waiting.results.map(({ id }) => id)
  const next = ids.find((id) => id > review.id) ?? ids.find((id) => id !== review.id)
  navigate(next === undefined ? queuePath(review) : `/documents/${next}`)
}

/** Ends the review that the user leaves, so that others can have the document. `keepalive`: the request survives the window. */
export function leave(review: Review): void {
  if (review.isOver || review.readOnly.value !== null) return
  review.isOver = true
  cancelReview(review.id)
}

/** Ends the review without a result and returns to where the user came from. */
export async function cancel(review: Review): Promise<void> {
  const isMine = review.readOnly.value === null
  if (isMine && !(await act(review, () => post(review, 'cancel', timed(review)), { isLast: true }))) return
  review.isOver = true
  if (isEmbedded()) return void (returnTo('cancel_url') || (await review.reload()))
  navigate(queuePath(review))
}

/** Number of fields that wait for the reviewer, and of those with an error. */
export function openPoints(review: Review): { toCheck: number; errors: number } {
  const states = review.fields.value.map((field) => review.stateOf(field))
  return { toCheck: states.filter(needsReview).length, errors: states.filter((state) => state === 'error').length }
}
