/** What operators read in Temporal about an annotation: whether its workflow is open, its state, and each move as a line. */
import type { Status } from './annotation-moves.ts'

/** Statuses in which the workflow of an annotation has ended; taking the annotation up again starts a new run. */
const ENDED: readonly Status[] = ['exported', 'deleted', 'purged', 'failed_import', 'failed_export']
/** Those in which it ends as failed, because a person has to act. */
const FAILED: readonly Status[] = ['failed_import', 'failed_export']

export const statusIsOpen = (status: Status): boolean => !ENDED.includes(status)
export const statusIsFailure = (status: Status): boolean => FAILED.includes(status)

/** Answered by the query `state`: ids, names and sentences that the API shows as well, never content of a document. */
export interface LifecycleState {
  annotation_id: number
  organization_id: number
  queue_id: number
  queue: string
  upload_id: number | null
  /** Null where names of files must not be stored in Temporal. */
  file: string | null
  /** `removed`: the annotation is gone for good. */
  status: Status | 'removed'
  /** When it got this status, ISO 8601 in UTC. */
  since: string
  /** The username of the person who reviews it. */
  reviewer: string | null
  /** Usernames of the people it is assigned to. */
  assignees: string[]
  /** The sentence of the last failure, as the API shows it. */
  failure: string | null
  /** The annotation in the API. */
  url: string
}

const ACTIONS: Partial<Record<LifecycleState['status'], string>> = {
  created: 'Nothing. A client starts the import with a PATCH of the status.',
  importing: 'Nothing. Temporary failures are retried.',
  to_review: 'Nothing. It waits for a person to start the review.',
  reviewing: 'Nothing. The review returns to to_review after the session timeout of the queue.',
  postponed: 'Nothing. It stays here until a user changes its status.',
  confirmed: 'Nothing. It waits for the next export of its queue.',
  in_workflow: 'Nothing. It waits for approval.',
  rejected: 'Nothing. It stays here until a user changes its status.',
  split: 'Nothing. Its parts are separate annotations.',
  exporting: 'Nothing. Temporary failures are retried.',
  failed_import:
    'Correct the cause, then PATCH status importing with rir_poll_id null to read it again, or to_review to enter values by hand.',
  failed_export: 'Correct the cause, then export it again, or PATCH status to_review.',
}

/** Details of a running workflow as Markdown. */
export function describeState(state: LifecycleState): string {
  const { status, since, reviewer, assignees, failure, queue, queue_id, upload_id, url } = state
  const rows: [string, string | null][] = [
    ['Status', `${status} since ${since}`],
    ['Queue', `${queue} (${queue_id})`],
    ['Reviewer', reviewer],
    ['Assigned to', assignees.join(', ') || null],
    ['Last failure', failure],
    ['What you can do', ACTIONS[status] ?? 'Nothing.'],
    ['Annotation', url],
    ['Upload', upload_id === null ? null : `workflow upload/${upload_id}`],
  ]
  return rows.flatMap(([name, text]) => (text === null ? [] : [`- **${name}**: ${text}`])).join('\n')
}

/** A move of an annotation, with who made it; `by` is null for the service itself. */
export interface Move {
  kind:
    | 'annotation_status.changed'
    | 'annotation.reopened'
    | 'annotation.assigned'
    | 'annotation.moved'
    | 'annotation.removed'
  from?: Status | null
  to?: Status
  from_queue?: number
  to_queue?: number
  assignees?: number[]
  by: string | null
}

const VERBS: Partial<Record<Status, string>> = {
  importing: 'Reading requested',
  reviewing: 'Review started',
  confirmed: 'Confirmed',
  exporting: 'Export requested',
  exported: 'Exported',
  postponed: 'Postponed',
  rejected: 'Rejected',
  deleted: 'Moved to the bin',
  purged: 'Purged',
  split: 'Divided into parts',
  failed_export: 'Export failed',
  failed_import: 'Import failed',
  in_workflow: 'Sent to approval',
}

/** One line of history: `Review started by ada@example.com (to_review → reviewing)`. */
export function describeMove(move: Move): string {
  const by = `by ${move.by ?? 'the service'}`
  switch (move.kind) {
    case 'annotation.removed':
      return `Permanently removed ${by}`
    case 'annotation.moved':
      return `Moved from queue ${move.from_queue} to queue ${move.to_queue} ${by}`
    case 'annotation.assigned':
      return move.assignees?.length ? `Assigned to users ${move.assignees.join(', ')} ${by}` : `Assignees removed ${by}`
    case 'annotation.reopened':
      return `Reopened by reconcile (${move.to})`
    case 'annotation_status.changed': {
      const { from, to } = move
      const path = from ? ` (${from} → ${to})` : ''
      if (from === null || from === undefined) return `Created as ${to} ${by}`
      if (from === 'reviewing' && to === 'to_review') {
        return move.by === null ? `Review timed out${path}` : `Review cancelled ${by}${path}`
      }
      const verb = (to && VERBS[to]) ?? (to === 'to_review' ? 'Returned to review' : 'Moved')
      return `${verb} ${by}${path}`
    }
  }
}
