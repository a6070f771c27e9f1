/** What operators read in Temporal about an approval. */
import { plainInMarkdown } from './markdown.ts'

/** The result of the query `approval`: ids, names and times that the API shows as well. */
export interface ApprovalState {
  run_id: number
  annotation_id: number
  organization_id: number
  queue_id: number
  queue: string
  /** Null if file names must not be stored in Temporal. */
  file: string | null
  workflow: string
  /** `pending` while users have to decide; `removed` if the annotation is gone or left the approval in another way. */
  status: 'pending' | 'approved' | 'rejected' | 'in_review' | 'removed'
  step: { name: string; mode: 'any' | 'all' | 'auto' } | null
  /** Start of the step, ISO 8601 in UTC. */
  since: string | null
  /** Usernames of the approvers who have not decided. */
  waiting_for: string[]
  /** Usernames of those who have approved the step. */
  approved_by: string[]
  /** Reminders sent about the step. */
  reminders: number
  /** The URL of the annotation in the API. */
  url: string
}

const NEEDED = { any: 'one of them', all: 'all of them', auto: 'none' } as const

/** Returns the details of an approval as Markdown. */
export function describeApproval(state: ApprovalState): string {
  const { status, workflow, step, since, waiting_for, approved_by, reminders, queue, queue_id, annotation_id } = state
  const isPending = status === 'pending'
  const people = waiting_for.length ? waiting_for.join(', ') : 'an administrator, because no user is assigned'
  const rows: [string, string | null][] = [
    ['Status', status],
    ['Workflow', workflow],
    ['Step', isPending && step ? `${step.name} (required: ${NEEDED[step.mode]})` : null],
    ['Waiting for', isPending ? people : null],
    ['Since', isPending ? since : null],
    ['Approved by', approved_by.join(', ') || null],
    ['Reminders sent', reminders > 0 ? String(reminders) : null],
    ['Queue', `${queue} (${queue_id})`],
    [
      'Action required',
      isPending
        ? 'None. The approvers use approve or reject; assign gives the step to other users, and a reset of the run returns the annotation to review.'
        : 'None.',
    ],
    ['Annotation', `${state.url} (workflow annotation/${annotation_id})`],
  ]
  return rows.flatMap(([name, text]) => (text === null ? [] : [`- **${name}**: ${plainInMarkdown(text)}`])).join('\n')
}
