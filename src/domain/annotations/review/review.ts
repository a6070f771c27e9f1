import type { Knex } from 'knex'
import { badRequest, forbidden, notFound } from '../../../errors.ts'
import type { Status } from '../../../rules/annotations/status.ts'
import { assertMove } from '../status/decide.ts'
import { lockAnnotation } from '../status/lock.ts'
import { moveAllowed, moveAnnotation } from '../status/move.ts'
import type { Moved, Mover } from '../status/move.ts'
import { rememberContent } from '../content/former.ts'
import { transact, type Transactor } from '../../outbox/transaction.ts'
import { storeUnreadTree } from '../../intake/first-tree.ts'
import type { Queue, RowOf } from '../../../models/index.ts'

export { moveAnnotation } from '../status/move.ts'
export type { Moved, Mover } from '../status/move.ts'

/** The parts of the time spent on an annotation, in seconds. `time_spent` of the annotation is `time_spent_overall`. */
export const DURATION_PARTS = [
  'time_spent_active',
  'time_spent_overall',
  'time_spent_edit',
  'time_spent_blockers',
  'time_spent_emails',
  'time_spent_opening',
] as const
export type DurationPart = (typeof DURATION_PARTS)[number]

/** Seconds spent, as sent by a reviewing client: totals, not differences. `time_spent` is the name used by older clients. */
export type ProcessingDuration = Partial<Record<DurationPart | 'time_spent', number>>

export interface ActionOptions {
  processing_duration?: ProcessingDuration | null
  request_id?: string | null
}

/** Returns the columns of a duration. */
export function durationColumns(duration: ProcessingDuration): Record<string, number> {
  const overall = duration.time_spent_overall ?? duration.time_spent
  return Object.fromEntries(
    DURATION_PARTS.flatMap((part): [string, number][] => {
      if (part === 'time_spent_overall') return overall === undefined ? [] : [['time_spent', overall]]
      const seconds = duration[part]
      return seconds === undefined ? [] : [[part, seconds]]
    }),
  )
}

const timeSpent = ({ processing_duration }: ActionOptions) => durationColumns(processing_duration ?? {})

/** Opens an annotation for review by `who`. Throws 409 if its status is not among `statuses` or another user reviews it. */
export async function startAnnotation(
  deps: Transactor,
  who: Mover,
  id: number,
  { statuses, ...options }: ActionOptions & { statuses?: readonly Status[] } = {},
): Promise<Moved & { session_timeout: string }> {
  const moved = await moveAnnotation(deps, who, id, 'start', {
    context: statuses ? { statuses } : {},
    request_id: options.request_id ?? null,
  })
  return { ...moved, session_timeout: await sessionTimeout(deps.db, id) }
}

/** Returns how long a review of the annotation may be idle, as `HH:MM:SS`. */
export async function sessionTimeout(db: Knex, id: number): Promise<string> {
  const row = await db('annotations as a')
    .join('queues as q', 'q.id', 'a.queue_id')
    .where('a.id', id)
    // Whole hours and minutes for any interval style of the server; a timeout of days is converted to hours.
    .first<{ session_timeout: string } | undefined>(
      db.raw(`to_char(floor(extract(epoch from q.session_timeout) / 3600), 'FM9900') || ':' ||
        to_char(justify_hours(q.session_timeout), 'MI:SS') as session_timeout`),
    )
  if (!row) throw notFound('Annotation')
  return row.session_timeout
}

/** Ends a review; the annotation returns to the status in which the review was started. */
export const cancelAnnotation = (
  deps: Transactor,
  who: Mover,
  id: number,
  options: ActionOptions = {},
): Promise<Moved> =>
  moveAnnotation(deps, who, id, 'cancel', { changes: timeSpent(options), request_id: options.request_id ?? null })

/**
 * Confirms a reviewed annotation: moves it to `in_workflow` if an approval workflow of the queue applies to it, to `confirmed` if the queue
 * requires confirmation before export, otherwise to `exporting`.
 * Throws 403 for `skip_workflows` unless the queue allows it, and 400 with the messages if the data has errors (`assertValid`).
 */
export async function confirmAnnotation(
  deps: Transactor,
  who: Mover,
  id: number,
  { skip_workflows, ...options }: ActionOptions & { skip_workflows?: boolean } = {},
): Promise<Moved> {
  if (skip_workflows) {
    const queue = await deps
      .db('annotations as a')
      .join('queues as q', 'q.id', 'a.queue_id')
      .where('a.id', id)
      .first<Pick<RowOf<Queue>, 'settings'> | undefined>('q.settings')
    if (!queue?.settings.workflows?.bypass_workflows_allowed) {
      throw forbidden('The queue does not allow skipping workflows.')
    }
  }
  return moveAnnotation(deps, who, id, 'confirm', {
    ...(skip_workflows ? { context: { workflows_enabled: false } } : {}),
    changes: timeSpent(options),
    request_id: options.request_id ?? null,
  })
}

/** Throws 404 or 409 if the user cannot confirm the annotation now. */
export async function assertConfirmable(deps: Transactor, who: Mover, id: number): Promise<void> {
  await transact(deps, async (tx) => assertMove(tx, who, await lockAnnotation(tx, id), 'confirm'))
}

export const postponeAnnotation = (
  deps: Transactor,
  who: Mover,
  id: number,
  options: ActionOptions = {},
): Promise<Moved> =>
  moveAnnotation(deps, who, id, 'postpone', { changes: timeSpent(options), request_id: options.request_id ?? null })

/** Moves an annotation to the bin, from which it can be restored. */
export const deleteAnnotation = (
  deps: Transactor,
  who: Mover,
  id: number,
  options: ActionOptions = {},
): Promise<Moved> =>
  moveAnnotation(deps, who, id, 'delete', { changes: timeSpent(options), request_id: options.request_id ?? null })

/**
 * Handles PATCH of `status`. `importing` requires `rir_poll_id: null`, which requests a new extraction (400 without). Throws 409
 * `conflict_status` if the table does not allow the move, and 400 with the messages if it would confirm data that has errors.
 */
export async function changeStatus(
  deps: Transactor,
  who: Mover,
  id: number,
  status: Status,
  options: { rir_poll_id?: null; request_id?: string | null } = {},
): Promise<Moved> {
  const again = status === 'importing'
  if (again && options.rir_poll_id !== null) {
    throw badRequest('status: importing is only possible together with rir_poll_id null.', {
      status: ['importing is only possible together with rir_poll_id null.'],
    })
  }
  return transact(deps, async (tx) => {
    const moved = await moveAnnotation(tx, who, id, 'patch', {
      context: { to: status },
      changes: again ? { rir_poll_id: null, messages: '[]' } : {},
      request_id: options.request_id ?? null,
    })
    // A file that could not be read: what a person has entered by hand stays with another attempt.
    if (again)
      await rememberContent(tx, id, { choice: moved.from === 'failed_import' ? 'keep' : 'extract', turned: null })
    // Earlier releases stored no content for files that could not be opened.
    if (moved.from === 'failed_import' && status === 'to_review') await storeUnreadTree(tx, id)
    return moved
  })
}

/**
 * Applies the `to_status` of an export. Annotations that are not in an exportable status are skipped. Returns the moved ones. `exported`
 * takes effect immediately; `exporting` leaves the export to the lifecycle. Throws 400 and moves none if unconfirmed data has errors.
 */
export const moveForExport = (
  deps: Transactor,
  who: Mover,
  annotationIds: number[],
  to: 'exporting' | 'exported',
  options: { request_id?: string | null } = {},
): Promise<number[]> =>
  moveAllowed(deps, who, annotationIds, 'export', { context: { to }, request_id: options.request_id ?? null })
