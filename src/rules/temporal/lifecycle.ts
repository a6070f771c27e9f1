/** What operators read in Temporal about an annotation: whether its workflow is open, its state, and one line per move. */
import type { Status } from '../annotations/moves.ts'
import { plainInMarkdown } from './markdown.ts'

/** Statuses in which the workflow of an annotation has ended. Changing such a status starts a new run. */
const ENDED: readonly Status[] = ['exported', 'deleted', 'purged', 'failed_import', 'failed_export']
/** Statuses in which the workflow ends as failed, because a user has to act. */
const FAILED: readonly Status[] = ['failed_import', 'failed_export']

export const statusIsOpen = (status: Status): boolean => !ENDED.includes(status)
export const statusIsFailure = (status: Status): boolean => FAILED.includes(status)

/** The result of the query `state`: ids, names and sentences that the API shows as well, never the content of a document. */
export interface LifecycleState {
  annotation_id: number
  organization_id: number
  queue_id: number
  queue: string
  upload_id: number | null
  /** Null if file names must not be stored in Temporal. */
  file: string | null
  /** `removed`: the annotation was permanently deleted. */
  status: Status | 'removed'
  /** Time of the last status change, ISO 8601 in UTC. */
  since: string
  /** The username of the reviewer. */
  reviewer: string | null
  /** Usernames of the assignees. */
  assignees: string[]
  /** The last failure, as the API shows it. */
  failure: string | null
  /** The URL of the annotation in the API. */
  url: string
  /** The approval in progress. */
  approval?: ApprovalInProgress | null
}

export interface ApprovalInProgress {
  run_id: number
  workflow: string
  /** Name of the current step. */
  step: string | null
}

const ACTIONS: Partial<Record<LifecycleState['status'], string>> = {
  created: 'None. The import starts when a client sets the status to importing.',
  importing: 'None. Temporary failures are retried automatically.',
  to_review: 'None. Waiting for a user to start the review.',
  reviewing: 'None. The annotation returns to to_review after the session timeout of the queue.',
  postponed: 'None. The annotation stays postponed until a user changes its status.',
  confirmed: 'None. Waiting for the next export of the queue.',
  in_workflow: 'None. Waiting for approval.',
  rejected: 'None. The annotation stays rejected until a user changes its status.',
  split: 'None. Its parts are separate annotations.',
  exporting: 'None. Temporary failures are retried automatically.',
  failed_import:
    'Fix the cause. Then PATCH the annotation with status importing and rir_poll_id null to import it again, or with status to_review to enter the values manually.',
  failed_export:
    'Fix the cause. Then export the annotation again, or PATCH it with status to_review to return it to review.',
}

/** Returns the details of a running workflow as Markdown. */
export function describeState(state: LifecycleState): string {
  const { status, since, reviewer, assignees, failure, queue, queue_id, upload_id, url, approval } = state
  const rows: [string, string | null][] = [
    ['Status', `${status} since ${since}`],
    ['Queue', `${queue} (${queue_id})`],
    ['Reviewer', reviewer],
    ['Assigned to', assignees.join(', ') || null],
    ['Approval', approval ? `workflow approval/${approval.run_id}: ${approval.workflow}, step ${approval.step}` : null],
    ['Last failure', failure],
    ['Action required', ACTIONS[status] ?? 'None.'],
    ['Annotation', url],
    ['Upload', upload_id === null ? null : `workflow upload/${upload_id}`],
  ]
  return rows.flatMap(([name, text]) => (text === null ? [] : [`- **${name}**: ${plainInMarkdown(text)}`])).join('\n')
}

/** A move of an annotation. `by` is the user who made it, or null for the service itself. */
export interface Move {
  kind:
    | 'annotation_status.changed'
    | 'annotation.reopened'
    | 'annotation.assigned'
    | 'annotation.reviewer_changed'
    | 'annotation.approved'
    | 'annotation.moved'
    | 'annotation.removed'
  from?: Status | null
  to?: Status
  from_queue?: number
  to_queue?: number
  assignees?: number[]
  /** Id of the new reviewer. */
  reviewer?: number | null
  /** Whether the approval completed its step. */
  completed?: boolean
  by: string | null
}

const VERBS: Partial<Record<Status, string>> = {
  importing: 'Import requested',
  reviewing: 'Review started',
  confirmed: 'Confirmed',
  exporting: 'Export requested',
  exported: 'Exported',
  postponed: 'Postponed',
  rejected: 'Rejected',
  deleted: 'Moved to the bin',
  purged: 'Purged',
  split: 'Split into parts',
  failed_export: 'Export failed',
  failed_import: 'Import failed',
  in_workflow: 'Sent for approval',
}

/** Returns one line of history: `Review started by ada@example.com (to_review → reviewing)`. */
export function describeMove(move: Move): string {
  const by = `by ${move.by ?? 'the service'}`
  switch (move.kind) {
    case 'annotation.removed':
      return `Permanently deleted ${by}`
    case 'annotation.moved':
      return `Moved from queue ${move.from_queue} to queue ${move.to_queue} ${by}`
    case 'annotation.assigned':
      return move.assignees?.length ? `Assigned to users ${move.assignees.join(', ')} ${by}` : `Assignees removed ${by}`
    case 'annotation.reviewer_changed':
      return move.reviewer === null ? `Reviewer removed ${by}` : `Review given to user ${move.reviewer} ${by}`
    case 'annotation.approved':
      return move.completed ? `Step approved ${by}` : `Approved ${by}; further approvals of the step are required`
    case 'annotation.reopened':
      return `Resumed by npm run reconcile (${move.to})`
    case 'annotation_status.changed': {
      const { from, to } = move
      const path = from ? ` (${from} → ${to})` : ''
      if (from === null || from === undefined) return `Created with status ${to} ${by}`
      if (from === 'reviewing' && to === 'to_review') {
        return move.by === null ? `Review timed out${path}` : `Review cancelled ${by}${path}`
      }
      const verb = (to && VERBS[to]) ?? (to === 'to_review' ? 'Returned to review' : 'Status changed')
      return `${verb} ${by}${path}`
    }
  }
}
