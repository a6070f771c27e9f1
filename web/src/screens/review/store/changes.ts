/** Changes of the content by requests of their own, after all entries are stored: rows, tables, text taken from a page, buttons of hooks. */
import { ApiError, request } from '../../../api/client.ts'
import type { AnnotationContentNodeCandidatesResult } from '../../../api/types.ts'
import { showError } from '../../../ui/toasts.tsx'
import type { Access } from './access.ts'
import type { Clock } from './clock.ts'
import type { Form } from './form.ts'
import type { TaskQueue } from './queue.ts'
import { replacing } from './replaced.ts'
import type { Saving } from './saving.ts'
import type { StoredContent } from './stored-content.ts'
import type { Review } from './types.ts'
import type { Validation } from './validation.ts'

export type Changes = Pick<Review, 'pick' | 'candidates' | 'take' | 'operate' | 'change' | 'press'>

interface ChangesParts {
  /** Path of the annotation. */
  path: string
  access: Access
  clock: Clock
  tasks: TaskQueue
  content: StoredContent
  saving: Saving
  validation: Validation
  form: Form
}

export function createChanges(parts: ChangesParts): Changes {
  const { path, content, saving, validation } = parts
  const fields = { fieldById: parts.form.fieldById, valueOf: parts.form.valueOf, saving }
  const run = (change: () => Promise<void>) => runStored(parts, change)
  return {
    pick: (node, { value, page, position }) =>
      void replacing(fields, node, () => saving.accept(node, value, { page, position })),
    candidates: async (node) =>
      (await request<AnnotationContentNodeCandidatesResult>(`${path}/content/${node}/candidates`)).results,
    take: (node, page, rectangle) =>
      replacing(fields, node, async () => {
        // The text on the page replaces what was typed, also what the service has refused.
        saving.discard(node)
        const isTaken = await run(() => content.changeNode(`${node}/select`, { rectangle, page: page.url }))
        // A person has looked at the value while taking it.
        if (isTaken) saving.accept(node)
      }),
    operate: async (operations) => {
      const isDone = await run(() => content.operate(operations))
      if (isDone) void validation.validate(operations.flatMap((one) => (one.op === 'remove' ? [] : [one.id])))
      return isDone
    },
    change: async (to, body) => {
      const isDone = await run(async () => {
        await request(`${path}/content/${to}`, { body, ifMatch: content.version() })
        await content.read()
      })
      if (isDone) void validation.validate([])
      return isDone
    },
    press: async (node) => {
      saving.finish()
      await saving.send().catch(showError)
      await validation.validate([node])
    },
  }
}

/** Runs a change after all entries are stored; once more if the content has changed meanwhile. Returns false if it failed, after showing why. */
async function runStored(
  { access, clock, tasks, content, saving }: ChangesParts,
  change: () => Promise<void>,
): Promise<boolean> {
  try {
    saving.finish()
    await saving.send()
    await tasks.add(async () => {
      try {
        await change()
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412) throw error
        await content.read()
        saving.reconcile()
        await change()
      }
    })
    clock.reset()
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) await access.read().catch(() => undefined)
    showError(error)
    return false
  }
}
