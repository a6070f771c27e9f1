/** Actions on the selected documents: they run a few at a time, and what failed stays selected with its reason. */
import { batch, signal } from '@preact/signals'
import { request } from '../../api/client.ts'
import type { Label, User } from '../../api/types.ts'
import { t } from '../../i18n/index.ts'
import { sentenceOf, showMessage } from '../../ui/toasts.tsx'
import { fits, statusToRestore, type Action, type Actor } from './bulk-rules.ts'
import type { ListStore } from './list-store.ts'
import { patiently } from './patient.ts'
import { nameOf, type Row } from './rows.ts'
import { runEach } from './run-each.ts'

/** Annotations in one request, for endpoints that take several. */
const CHUNK = 50

export interface Problems {
  text: string
  items: readonly { id: number; name: string; reason: string }[]
}
export type BulkStore = ReturnType<typeof createBulk>

const post = (path: string, body?: unknown): Promise<void> => request(path, { method: 'POST', body })
const patch = (url: string, body: unknown): Promise<void> => request(url, { method: 'PATCH', body })

/** The request of an action for one document. */
const REQUESTS: Record<Exclude<Action, 'label' | 'assign' | 'purge'>, (row: Row) => Promise<void>> = {
  postpone: ({ url }) => post(`${url}/postpone`),
  delete: ({ url }) => post(`${url}/delete`),
  restore: ({ url }) => patch(url, { status: 'to_review' }),
  to_review: ({ url }) => patch(url, { status: 'to_review' }),
  retry_import: ({ url }) => patch(url, { status: 'importing', rir_poll_id: null }),
  retry_export: ({ url }) => patch(url, { status: 'exporting' }),
}

export function createBulk(list: ListStore, actor: Actor) {
  const running = signal<{ done: number; total: number } | null>(null)
  const problems = signal<Problems | null>(null)
  let abort = new AbortController()

  const reasonFor = (row: Row, error: unknown): string => {
    const { annotation, reviewer } = list.rows.value.find(({ id }) => id === row.id) ?? row
    const isHeld = annotation.status === 'reviewing' && reviewer !== null && annotation.modifier !== actor.url
    return isHeld ? t('documents.inReviewBy', { name: nameOf(reviewer) }) : sentenceOf(error)
  }

  /** Runs requests for groups of documents and reports the outcome. Returns the documents that changed. */
  const run = async (action: Action, groups: Row[][], work: (rows: Row[]) => Promise<void>): Promise<Row[]> => {
    const rows = groups.flat()
    if (running.value || !rows.length) return []
    batch(() => ((running.value = { done: 0, total: rows.length }), (problems.value = null)))
    let done = 0
    const send = async (group: Row[]) => {
      await patiently(() => work(group)).finally(() => {
        done += group.length
        running.value = { done, total: rows.length }
      })
    }
    abort = new AbortController()
    const { failures, skipped } = await runEach(groups, send, { abort: abort.signal })
    await list.refresh(rows.map(({ id }) => id)).catch(() => undefined)
    const failed = failures.flatMap(({ item, error }) => item.map((row) => ({ row, error })))
    const bad = new Set([...failed.map(({ row }) => row), ...skipped.flat()].map(({ id }) => id))
    batch(() => {
      running.value = null
      if (bad.size) list.setSelected([...bad])
      if (!failed.length) return
      const values = { failed: failed.length, count: rows.length }
      problems.value = {
        text: t(`documents.failed.${action}`, values),
        items: failed.map(({ row, error }) => ({ id: row.id, name: row.fileName, reason: reasonFor(row, error) })),
      }
    })
    return rows.filter(({ id }) => !bad.has(id))
  }

  const single = (rows: readonly Row[]): Row[][] => rows.map((row) => [row])
  const chunks = (rows: readonly Row[]): Row[][] =>
    Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, n) => rows.slice(n * CHUNK, (n + 1) * CHUNK))

  /** Restores documents to where they were before a deletion or a postponement. */
  const undo = async (rows: readonly Row[]): Promise<void> => {
    await run('restore', single(rows), async ([row]) => {
      await patch(row!.url, { status: 'to_review' })
      if (row!.annotation.status === 'postponed') await post(`${row!.url}/postpone`)
    })
  }

  const applyAll = async (action: keyof typeof REQUESTS): Promise<void> => {
    const rows = list.selectedRows.value.filter(({ annotation }) => fits(action, annotation, actor))
    const changed = await run(action, single(rows), ([row]) => REQUESTS[action](row!))
    if (!changed.length) return
    const isReversible =
      action === 'delete'
        ? changed.every(({ annotation }) => statusToRestore(annotation.status) !== null)
        : action === 'postpone' && changed.every(({ annotation }) => annotation.status !== 'confirmed')
    showMessage(
      t(`documents.did.${action}`, { count: changed.length }),
      isReversible ? { label: t('documents.undo'), run: () => void undo(changed) } : undefined,
    )
  }

  const setLabel = async (label: Label, isOn: boolean): Promise<void> => {
    const rows = list.selectedRows.value.filter(
      ({ annotation }) => fits('label', annotation, actor) && annotation.labels.includes(label.url) !== isOn,
    )
    const apply = (on: boolean) => (group: Row[]) =>
      post('/labels/apply', {
        operations: { [on ? 'add' : 'remove']: [label.url] },
        objects: { annotations: group.map(({ url }) => url) },
      })
    const changed = await run('label', chunks(rows), apply(isOn))
    if (!changed.length) return
    showMessage(
      t(isOn ? 'documents.did.label' : 'documents.did.unlabel', { count: changed.length, name: label.name }),
      {
        label: t('documents.undo'),
        run: () => void run('label', chunks(changed), apply(!isOn)),
      },
    )
  }

  const setAssignee = async (user: User, isOn: boolean): Promise<void> => {
    const rows = list.selectedRows.value.filter(
      ({ annotation }) => fits('assign', annotation, actor) && annotation.assignees.includes(user.url) !== isOn,
    )
    // The endpoint takes one document at a time, and replaces all of its assignees.
    const changed = await run('assign', single(rows), ([row]) => {
      const others = row!.annotation.assignees.filter((url) => url !== user.url)
      return post('/annotations/assign', { annotations: [row!.url], assignees: isOn ? [...others, user.url] : others })
    })
    if (changed.length)
      showMessage(
        t(isOn ? 'documents.did.assign' : 'documents.did.unassign', { count: changed.length, name: nameOf(user) }),
      )
  }

  const purge = async (): Promise<void> => {
    const rows = list.selectedRows.value.filter(({ annotation }) => fits('purge', annotation, actor))
    const send = (group: Row[]) => post('/annotations/purge_deleted', { annotations: group.map(({ url }) => url) })
    const changed = await run('purge', chunks(rows), send)
    if (changed.length) showMessage(t('documents.did.purge', { count: changed.length }))
  }

  return { actor, running, problems, stop: () => abort.abort(), applyAll, setLabel, setAssignee, purge }
}
