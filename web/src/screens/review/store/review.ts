/**
 * One annotation under review: what the service has stored, what the user has entered since, and what both mean for the form. Parts of
 * the screen read signals of this object and call its functions; none of them sends a request about the content itself.
 */
import { computed, effect, signal } from '@preact/signals'
import { isOwnRequest } from '../../../api/client.ts'
import { follow } from '../../../api/events.ts'
import type { Page } from '../../../api/types.ts'
import { user } from '../../../app/session.ts'
import { storage } from '../../../app/storage.ts'
import { t } from '../../../i18n/index.ts'
import { showError } from '../../../ui/toasts.tsx'
import { needsReview } from '../model/state.ts'
import { createAccess, type Access } from './access.ts'
import { createChanges } from './changes.ts'
import { createClock, secondsOf } from './clock.ts'
import { createForm } from './form.ts'
import { loadParts } from './load.ts'
import { createQueue, type TaskQueue } from './queue.ts'
import { createSaving } from './saving.ts'
import { createStarting } from './starting.ts'
import { createContent } from './stored-content.ts'
import type { Review } from './types.ts'
import { createValidation } from './validation.ts'

export { NotStored } from './saving.ts'
export type * from './types.ts'

/** Loads an annotation for review, and starts the review if its status allows that. Throws ApiError; AbortError if the user has left. */
export async function openReview(id: number, abort: AbortSignal): Promise<Review> {
  const path = `/annotations/${id}`
  const { document, queue, schema, ...loaded } = await loadParts(id)
  abort.throwIfAborted()
  const access = createAccess(path, loaded.annotation)
  const content = createContent(path, loaded.content)
  const tasks = createQueue()
  const clock = createClock(secondsOf(queue.session_timeout))
  const active = signal<number | null>(null)

  /** Reads the content again, because something else than this page may have changed it. */
  const readContent = (): Promise<void> =>
    tasks.add(async () => {
      await content.read()
      saving.reconcile()
    })
  const starting = createStarting({
    path,
    access,
    clock,
    onStarted: () => saving.send().then(() => validation.validate([], true), showError),
  })
  const validation = createValidation({
    path,
    annotation: loaded.annotation,
    onChanged: (nodes) => {
      content.show(nodes)
      saving.reconcile()
      return readContent()
    },
    onEnded: access.read,
  })
  const saving = createSaving({
    userId: user.value?.id ?? 0,
    annotationId: id,
    storage,
    stored: content.byId,
    queue: tasks,
    ready: () =>
      access.readOnly.value === null ? starting.started() : Promise.reject(new Error(t('review.notInReview'))),
    send: async (operations) => {
      await content.operate(operations)
      clock.reset()
    },
    reload: content.read,
    validate: validation.validate,
    onEnded: () => void access.read().catch(showError),
  })
  const form = createForm({ schema, content, saving, validation })

  const review: Review = {
    id,
    annotation: access.annotation,
    document,
    queue,
    schema,
    pages: signal<readonly Page[]>(loaded.pages),
    ...form,
    aggregations: validation.aggregations,
    suggestions: validation.suggestions,
    readOnly: access.readOnly,
    active,
    pointing: signal(false),
    uncertainOnly: signal(false),
    saving,
    clock,
    validating: computed(() => starting.isStarting.value || validation.isRunning.value),
    focus: (node) => {
      active.value = node
    },
    type: saving.type,
    discard: saving.discard,
    accept: saving.accept,
    acceptAll: saving.acceptAll,
    ...createChanges({ path, access, clock, tasks, content, saving, validation, form }),
    reload: async () => {
      await Promise.all([access.read(), readContent()])
    },
    start: starting.start,
    get isOver() {
      return access.isOver
    },
    set isOver(isOver) {
      access.isOver = isOver
    },
    assertChecks: validation.assertPassed,
    settle: async () => {
      saving.finish()
      await saving.settle()
      await validation.settled()
    },
    close: () => {
      for (const end of stop) end()
      saving.close()
      clock.close()
    },
  }
  const stop = [followChanges(path, { tasks, access, readContent }), leaveRemoved(review), starting.close]
  active.value = firstToReview(review)
  // Not awaited: the pages are shown meanwhile.
  if (access.willStart) void starting.startOpened()
  return review
}

interface Followed {
  tasks: TaskQueue
  access: Access
  readContent: () => Promise<void>
}

/** Reads again what others have changed. Returns a function that ends this. */
const followChanges = (path: string, { tasks, access, readContent }: Followed): (() => void) =>
  follow(`${path}/events`, ({ event, data }) => {
    if (event === 'annotation_content.changed' || event === 'resync')
      // Checked when the requests under way are answered: then it is known whether the change is one of them.
      void tasks.idle().then(
        () => (isOwnRequest(data.request_id) ? undefined : readContent()),
        () => undefined,
      )
    if (event !== 'annotation_content.changed') void access.read().catch(() => undefined)
  })

/** Leaves the active field when it has been removed, with its row. Returns a function that ends this. */
const leaveRemoved = ({ active, fieldById }: Review): (() => void) =>
  effect(() => {
    if (active.value !== null && !fieldById.value.has(active.value)) active.value = null
  })

function firstToReview(review: Review): number | null {
  const fields = review.fields.value
  return (fields.find((field) => needsReview(review.stateOf(field))) ?? fields[0])?.id ?? null
}
