/** A small model of the service, derived from the table of moves: what an action of a user does, or why it is refused. */
import { MOVES, START_STATUSES, type Column, type Status, type Trigger } from '../../../src/rules/annotations/status.ts'
import { copyStatus } from '../../../src/rules/annotations/copy.ts'
import { mayDo, mayUse, type Role } from '../../../src/rules/access/permissions.ts'

export interface Person {
  role: Role
  user_id: number
}

/** `time`: some time. */
export type Columns = Record<Column, 'time' | number | string | boolean | null>

export interface Item {
  status: Status
  columns: Columns
  /** Ids of the users to whom it is assigned. */
  assignees: readonly number[]
  /** Who has approved steps of the current approval. */
  approvers: number[]
  /** The current step of its approval: 0 or 1. */
  step: number | null
  /** The changes of its status, with the user; null for the service. */
  moves: { from: Status | null; to: Status; actor: number | null }[]
}

export interface Model {
  useConfirmed: boolean
  /** The approvers of the two steps of an approval; null if the queue has none. */
  steps: readonly [readonly number[], readonly number[]] | null
  items: Item[]
}

export type Refusal = 400 | 403 | 409
/** What an action does to the model; the status code if it is refused. */
export type Prediction = Refusal | (() => void)

const NO_COLUMNS: Columns = {
  status_before_review: null,
  modifier_id: null,
  assigned_at: null,
  confirmed_at: null,
  confirmed_by: null,
  deleted_at: null,
  deleted_by: null,
  exported_at: null,
  exported_by: null,
  export_failed_at: null,
  purged_at: null,
  purged_by: null,
  rejected_at: null,
  rejected_by: null,
  automated: false,
  automatically_rejected: false,
}
export const newItem = (status: Status): Item => ({
  status,
  columns: { ...NO_COLUMNS },
  assignees: [],
  approvers: [],
  step: null,
  moves: [],
})

export const isAdmin = ({ role }: Person) => role === 'admin'
/** Statuses that the worker ends. */
export const isPending = ({ status }: Item) => status === 'importing' || status === 'exporting'

interface Request {
  to?: Status
  /** Statuses from which it is requested. */
  statuses?: readonly Status[]
}

/** Returns the row of the table that lets the user move the item, and the target. */
function rowFor(model: Model, item: Item, trigger: Trigger, who: Person | null, { to, statuses }: Request = {}) {
  const { status, columns } = item
  if (statuses && !statuses.includes(status)) return null
  const move = MOVES.find((one) => one.trigger === trigger && one.from.includes(status) && (!to || one.to.includes(to)))
  if (!move) return null
  const isUnconfirmed = status === 'to_review' || status === 'postponed'
  if (move.skipsApproval && model.steps && isUnconfirmed) return null
  const holds = who !== null && columns.modifier_id === who.user_id
  if (status === 'reviewing' && move.by && !holds && !(move.by === 'holder' && who && isAdmin(who))) return null
  return { move, to: to ?? targetOf(model, item, trigger) ?? move.to[0]! }
}

function targetOf({ useConfirmed, steps }: Model, { columns, step }: Item, trigger: Trigger): Status | null {
  const approved = useConfirmed ? 'confirmed' : 'exporting'
  if (trigger === 'confirm') return steps ? 'in_workflow' : approved
  if (trigger === 'approve') return step === 0 ? 'in_workflow' : approved
  if (trigger !== 'cancel') return null
  const before = columns.status_before_review
  return before === 'postponed' || before === 'confirmed' ? before : 'to_review'
}

function apply(item: Item, { move, to }: NonNullable<ReturnType<typeof rowFor>>, actor: number | null): void {
  const from = item.status
  if (from === to) return
  for (const [column, value] of Object.entries(move.sets ?? {}) as [Column, string | boolean | null][])
    item.columns[column] = value === 'now' ? 'time' : value === 'caller' ? actor : value === 'from' ? from : value
  item.status = to
  item.moves.push({ from, to, actor })
}

/** Moves the item by the service itself. */
export function moveByService(model: Model, item: Item, trigger: Trigger, to?: Status): void {
  const row = rowFor(model, item, trigger, null, to ? { to } : {})
  if (!row) throw new Error(`The table has no move ${trigger} from ${item.status}.`)
  const requester = item.moves.at(-1)?.actor ?? null
  apply(item, row, null)
  // The user who requested the export has exported it.
  if (trigger === 'export_succeeded') item.columns.exported_by = requester
}

/** Enters a step of the approval, or ends it. */
function enterStep({ steps }: Model, item: Item, step: 0 | 1 | null): void {
  item.step = step
  item.assignees = step === null ? [] : steps![step].filter((id) => !isBarred(item, id))
  if (step !== null) item.columns.assigned_at = 'time'
}

/** Duties are separated: who confirmed the annotation or approved a step of it does not approve this step. */
const isBarred = (item: Item, user_id: number): boolean =>
  item.columns.confirmed_by === user_id || item.approvers.includes(user_id)

/** Whether the user may approve without a reason, which the requests of the model never have. */
const maySign = (item: Item, { user_id }: Person): boolean =>
  !isBarred(item, user_id) && (item.assignees.length === 0 || item.assignees.includes(user_id))

const PERMISSION: Partial<Record<Trigger, string>> = { reject: 'reject', approve: 'approve' }
export const VERBS = ['start', 'confirm', 'cancel', 'postpone', 'delete', 'reject', 'approve'] as const
export type Verb = (typeof VERBS)[number]

/** `POST annotations/{id}/<verb>`. */
export function predictVerb(model: Model, item: Item, verb: Verb, who: Person): Prediction {
  if (!mayDo(PERMISSION[verb] ?? 'review', [who.role])) return 403
  const isApprover = isAdmin(who) || (who.role === 'approver' && item.assignees.includes(who.user_id))
  // Both refuse a user who does not approve the annotation, but an approval is refused by the status first.
  if (verb === 'reject' && item.status === 'in_workflow' && !isApprover) return 403
  const row = rowFor(model, item, verb, who, verb === 'start' ? { statuses: START_STATUSES } : {})
  if (!row) return 409
  if (verb === 'approve' && !(isApprover && maySign(item, who))) return 403
  return () => {
    const wasInApproval = item.status === 'in_workflow'
    const { step } = item
    apply(item, row, who.user_id)
    if (verb === 'confirm' && row.to === 'in_workflow') {
      item.approvers = []
      enterStep(model, item, 0)
    } else if (verb === 'approve') {
      item.approvers.push(who.user_id)
      enterStep(model, item, step === 0 ? 1 : null)
    } else if (wasInApproval) enterStep(model, item, null)
    if (verb === 'reject') item.columns.automatically_rejected = false
  }
}

/** PATCH of the status. */
export function predictPatch(model: Model, item: Item, to: Status, who: Person): Prediction {
  if (!mayUse('annotations', 'update', [who.role])) return 403
  if (item.status === 'purged') return 409
  if (item.status === to) return () => undefined
  const row = rowFor(model, item, 'patch', who, { to })
  return row ? () => apply(item, row, who.user_id) : 409
}

/** PATCH of the reviewer, which only an administrator changes. */
export function predictGive(item: Item, to: Person, who: Person): Prediction {
  if (!mayUse('annotations', 'update', [who.role])) return 403
  if (item.status === 'purged') return 409
  return () => {
    if (isAdmin(who)) item.columns.modifier_id = to.user_id
  }
}

/** An export with `to_status`, which skips what it may not move. */
export function predictExport(model: Model, item: Item, to: 'exporting' | 'exported', who: Person): Prediction {
  if (!mayDo('review', [who.role])) return 403
  const row = rowFor(model, item, 'export', who, { to })
  return () => {
    if (row) apply(item, row, who.user_id)
  }
}

export function predictPurge(model: Model, item: Item, who: Person): Prediction {
  if (!mayDo('purge', [who.role])) return 403
  const row = rowFor(model, item, 'purge', who)
  return () => {
    if (row) apply(item, row, who.user_id)
  }
}

export function predictAssign(item: Item, to: Person, who: Person): Prediction {
  if (!mayDo('assign', [who.role])) return 403
  // Approvers see no other users, whom they therefore cannot name.
  if (who.role === 'approver' && to.user_id !== who.user_id) return 400
  if (item.status === 'purged') return 409
  if (who.role === 'approver' && !item.assignees.includes(who.user_id)) return 403
  if (item.status === 'in_workflow' && !isAdmin(who)) {
    if (!item.assignees.includes(who.user_id)) return 403
    if (item.assignees.some((id) => id !== who.user_id && id !== to.user_id)) return 403
  }
  if (item.status === 'in_workflow' && (!mayDo('approve', [to.role]) || isBarred(item, to.user_id))) return 400
  return () => {
    item.assignees = [to.user_id]
    item.columns.assigned_at = 'time'
  }
}

/** Columns that a copy does not take from its original. */
const NOT_COPIED: readonly Column[] = ['modifier_id', 'assigned_at', 'status_before_review', 'purged_at', 'purged_by']

/** A copy into the same queue. */
export function predictCopy(model: Model, item: Item, who: Person): Prediction {
  if (!mayDo('import', [who.role])) return 403
  const answer = copyStatus(item.status, null, false)
  if ('refused' in answer) return 409
  const made = newItem(answer.status)
  return () => {
    made.columns = { ...item.columns }
    for (const column of NOT_COPIED) made.columns[column] = null
    if (made.status === 'importing') made.columns.automated = false
    made.moves.push({ from: null, to: made.status, actor: who.user_id })
    model.items.push(made)
  }
}
