/**
 * The transitions of an annotation as a table. A new transition is one more row of MOVES, a new trigger one more name. `mayMove`
 * (status.ts) evaluates it; no other code decides about statuses.
 */
export const STATUSES = [
  'created',
  'importing',
  'failed_import',
  'split',
  'to_review',
  'reviewing',
  'in_workflow',
  'confirmed',
  'rejected',
  'exporting',
  'exported',
  'failed_export',
  'postponed',
  'deleted',
  'purged',
] as const
export type Status = (typeof STATUSES)[number]

export const isStatus = (value: unknown): value is Status => STATUSES.includes(value as Status)

/** `POST …/export?to_status=` moves annotations in these statuses; others selected by its filter are skipped. */
export const EXPORTABLE: readonly Status[] = ['confirmed', 'to_review', 'postponed', 'failed_export']

export type Trigger =
  | 'hooks_finished'
  | 'engine_finished'
  | 'engine_failed'
  | 'separator_found'
  | 'automate'
  | 'rule'
  | 'start'
  | 'cancel'
  | 'session_timeout'
  | 'confirm'
  | 'postpone'
  | 'delete'
  | 'reject'
  | 'approve'
  | 'reset_workflow'
  | 'edit_pages'
  | 'edit_single'
  | 'rotate'
  | 'export'
  | 'export_succeeded'
  | 'export_failed'
  | 'patch'
  | 'purge'
  | 'expire'
  | 'erase'

/** Columns that a move sets. `columnsOf` fills in `now` and `caller`. */
export type Column =
  | 'status_before_review'
  | 'modifier_id'
  | 'assigned_at'
  | 'confirmed_at'
  | 'confirmed_by'
  | 'deleted_at'
  | 'deleted_by'
  | 'exported_at'
  | 'exported_by'
  | 'export_failed_at'
  | 'purged_at'
  | 'purged_by'
  | 'rejected_at'
  | 'rejected_by'
  | 'automated'
  | 'automatically_rejected'
export type Sets = Partial<Record<Column, 'now' | 'caller' | 'from' | null | true | false>>

/** The context of a move beyond the status. Each trigger uses only its own part. */
export interface MoveContext {
  /** Id of the acting user; null when the service itself acts. */
  caller?: number | null
  /** Id of the reviewing user. */
  modifier?: number | null
  /** An administrator may end reviews of other users. */
  admin?: boolean
  /** `start`: the statuses the caller listed. */
  statuses?: readonly Status[]
  /** `cancel`: the status in which the review was started. */
  status_before_review?: Status | null
  /** `cancel`: the review has changed the data so that it could not be confirmed now without a user. */
  unconfirmed?: boolean
  /** The requested status, if the caller names it: `patch`, `rule`, `export`. */
  to?: Status
  /** Queue setting that determines the target of confirm, approve and automate. */
  use_confirmed_state?: boolean
  /** An approval workflow of the queue applies to the annotation. */
  workflows_enabled?: boolean
  /** Why it is not known which approval workflow applies, although one may; a sentence. */
  undecided?: string
  /** The values have changed since they were approved, and require another approval. */
  outdated?: boolean
  /** `approve`: there are further steps. */
  more_steps?: boolean
}

interface Move {
  trigger: Trigger
  from: readonly Status[]
  to: readonly Status[]
  /** Selects one of `to`. By default the requested status if this row has it, and the first if none was requested. */
  choose?: (context: MoveContext, from: Status) => Status
  /** `self`: only the reviewing user. `holder`: the reviewing user, or an administrator who ends an abandoned review. Both apply only if `from` is reviewing. */
  by?: 'self' | 'holder'
  sets?: Sets
  /** The move is no change of the annotation: `modified_at` stays. */
  unmodified?: true
  /** The move would skip the approval of an annotation that was not confirmed: not possible while an approval workflow applies to it. */
  skipsApproval?: true
  /** The move confirms the data of an annotation that was not confirmed: the data must be valid. */
  confirms?: true
}

const confirmed: Sets = { confirmed_at: 'now', confirmed_by: 'caller' }
const deleted: Sets = { deleted_at: 'now', deleted_by: 'caller' }
const rejected: Sets = { rejected_at: 'now', rejected_by: 'caller' }
const exported: Sets = { exported_at: 'now', exported_by: 'caller' }
const purged: Sets = { purged_at: 'now', purged_by: 'caller' }

const afterConfirm = (context: MoveContext): Status =>
  context.workflows_enabled ? 'in_workflow' : afterApproval(context)
const afterApproval = (context: MoveContext): Status => (context.use_confirmed_state ? 'confirmed' : 'exporting')
/** The status that a rule requests, unless it has to be approved before. */
const approvedFirst = ({ to, workflows_enabled }: MoveContext, from: Status): Status =>
  workflows_enabled && (to === 'confirmed' || to === 'exporting') ? 'in_workflow' : (to ?? from)
const before = ({ status_before_review: status, unconfirmed }: MoveContext): Status =>
  status === 'postponed' || (status === 'confirmed' && !unconfirmed) ? status : 'to_review'

/** The whole table. For a trigger and status, the first matching row applies. */
export const MOVES: readonly Move[] = [
  { trigger: 'hooks_finished', from: ['created'], to: ['importing'] },
  { trigger: 'engine_finished', from: ['importing'], to: ['to_review'] },
  { trigger: 'engine_failed', from: ['importing'], to: ['failed_import'] },
  { trigger: 'separator_found', from: ['importing'], to: ['split'] },
  {
    trigger: 'automate',
    from: ['importing'],
    to: ['confirmed', 'in_workflow', 'exporting'],
    choose: afterConfirm,
    sets: { automated: true, confirmed_at: 'now', confirmed_by: null },
  },
  // A rule cannot skip an approval.
  { trigger: 'rule', from: ['importing'], to: ['in_workflow'], choose: approvedFirst, sets: confirmed },
  { trigger: 'rule', from: ['importing'], to: ['postponed', 'exporting'] },
  { trigger: 'rule', from: ['importing'], to: ['confirmed'], sets: confirmed },
  { trigger: 'rule', from: ['importing'], to: ['deleted'], sets: deleted },
  {
    trigger: 'rule',
    from: ['importing'],
    to: ['rejected'],
    sets: { ...rejected, automatically_rejected: true },
  },

  {
    trigger: 'start',
    from: ['to_review', 'postponed', 'confirmed', 'exported', 'rejected', 'failed_export'],
    to: ['reviewing'],
    sets: { modifier_id: 'caller', assigned_at: 'now', status_before_review: 'from' },
  },
  { trigger: 'start', from: ['reviewing'], to: ['reviewing'], by: 'self' },
  { trigger: 'cancel', from: ['reviewing'], to: ['to_review', 'postponed', 'confirmed'], choose: before, by: 'holder' },
  { trigger: 'session_timeout', from: ['reviewing'], to: ['to_review'], unmodified: true },
  {
    trigger: 'confirm',
    from: ['reviewing'],
    to: ['in_workflow', 'confirmed', 'exporting'],
    choose: afterConfirm,
    by: 'self',
    sets: confirmed,
    confirms: true,
  },
  { trigger: 'postpone', from: ['to_review', 'reviewing', 'confirmed'], to: ['postponed'], by: 'self' },
  {
    trigger: 'delete',
    from: [
      'to_review',
      'reviewing',
      'postponed',
      'confirmed',
      'failed_import',
      'failed_export',
      'rejected',
      'exported',
      'split',
    ],
    to: ['deleted'],
    by: 'self',
    sets: deleted,
  },
  {
    trigger: 'reject',
    from: ['to_review', 'reviewing', 'postponed', 'confirmed', 'in_workflow'],
    to: ['rejected'],
    by: 'self',
    sets: rejected,
  },
  {
    trigger: 'approve',
    from: ['in_workflow'],
    to: ['in_workflow', 'confirmed', 'exporting'],
    choose: (context) => (context.more_steps ? 'in_workflow' : afterApproval(context)),
  },
  { trigger: 'reset_workflow', from: ['in_workflow'], to: ['to_review'] },

  { trigger: 'edit_pages', from: ['to_review', 'reviewing', 'split'], to: ['split'], by: 'self' },
  { trigger: 'edit_single', from: ['to_review', 'reviewing'], to: ['importing'], by: 'self' },
  { trigger: 'rotate', from: ['to_review', 'reviewing'], to: ['importing'], by: 'self' },

  { trigger: 'export', from: EXPORTABLE, to: ['exporting'], skipsApproval: true, confirms: true },
  { trigger: 'export', from: EXPORTABLE, to: ['exported'], sets: exported, skipsApproval: true, confirms: true },
  {
    trigger: 'export',
    from: EXPORTABLE,
    to: ['failed_export'],
    sets: { export_failed_at: 'now' },
    skipsApproval: true,
    confirms: true,
  },
  { trigger: 'export_succeeded', from: ['exporting'], to: ['exported'], sets: exported },
  { trigger: 'export_failed', from: ['exporting'], to: ['failed_export'], sets: { export_failed_at: 'now' } },

  {
    trigger: 'patch',
    from: ['failed_export', 'postponed', 'rejected', 'exported', 'deleted', 'confirmed', 'failed_import'],
    to: ['to_review'],
  },
  { trigger: 'patch', from: ['to_review', 'postponed', 'failed_import'], to: ['importing'] },
  {
    trigger: 'patch',
    from: ['to_review', 'postponed', 'confirmed', 'failed_export'],
    to: ['exporting'],
    skipsApproval: true,
    confirms: true,
  },
  { trigger: 'patch', from: ['to_review', 'confirmed'], to: ['postponed'] },
  {
    trigger: 'patch',
    from: ['to_review', 'postponed'],
    to: ['confirmed'],
    sets: confirmed,
    skipsApproval: true,
    confirms: true,
  },
  { trigger: 'patch', from: ['to_review', 'postponed', 'confirmed'], to: ['rejected'], sets: rejected },
  { trigger: 'patch', from: ['to_review', 'postponed', 'confirmed'], to: ['deleted'], sets: deleted },

  { trigger: 'purge', from: ['deleted'], to: ['purged'], sets: purged },
  {
    trigger: 'expire',
    from: STATUSES.filter((status) => status !== 'purged'),
    to: ['purged'],
    sets: { purged_at: 'now', purged_by: null },
  },
  { trigger: 'erase', from: STATUSES.filter((status) => status !== 'purged'), to: ['purged'], sets: purged },
]
