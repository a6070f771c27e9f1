/**
 * One annotation under review: what the service has stored, what the user has entered since, and what both mean for the form. Parts of
 * the screen read signals of this object and call its functions; none of them sends a request about the content itself.
 */
import { batch, computed, effect, signal } from '@preact/signals'
import { ApiError, idOf, isOwnRequest, request } from '../../../api/client.ts'
import { follow } from '../../../api/events.ts'
import type {
  Annotation,
  AnnotationContentNodeCandidatesResult,
  Page,
  SchemaSection,
  Section,
} from '../../../api/types.ts'
import { embeddedAnnotation } from '../../../app/embedded.ts'
import { mayReview, user } from '../../../app/session.ts'
import { storage } from '../../../app/storage.ts'
import { t } from '../../../i18n/index.ts'
import { showError } from '../../../ui/toasts.tsx'
import { fieldsOf, sectionViews, withNodes } from '../model/content.ts'
import { needsReview, stateOf, type Message } from '../model/state.ts'
import { createClock, secondsOf } from './clock.ts'
import { loadParts } from './load.ts'
import { createSaving, type Saving } from './saving.ts'
import { createQueue } from './queue.ts'
import { replacing } from './replaced.ts'
import { createContent, type StoredContent } from './stored-content.ts'
import type { ReadOnlyReason, Review } from './types.ts'
import { createValidation } from './validation.ts'

export { NotStored } from './saving.ts'
export type * from './types.ts'

/** Statuses in which opening the annotation starts its review. */
const STARTABLE = ['to_review', 'postponed', 'reviewing']

/** Seconds until a start that failed because of the connection is tried again. */
const START_AGAIN_S = 3

/** Loads an annotation for review, and starts the review if its status allows that. Throws ApiError; AbortError if the user has left. */
export async function openReview(id: number, abort: AbortSignal): Promise<Review> {
  const path = `/annotations/${id}`
  const { document, queue, schema, ...loaded } = await loadParts(id)
  abort.throwIfAborted()
  const pages = signal<readonly Page[]>(loaded.pages)
  const annotation = signal<Annotation>(loaded.annotation)
  const content = createContent(path, loaded.content)
  const tasks = createQueue()
  const willStart = mayReview.value && isStartable(annotation.value)
  // The form can be used at once; entries wait until the service has started the review.
  const readOnly = signal<ReadOnlyReason>(willStart ? null : reasonOf(annotation.value))
  let started = Promise.resolve()
  /** The service has not answered yet that the review has started and what it has found in the data. */
  const isStarting = signal(willStart)
  const active = signal<number | null>(null)
  const clock = createClock(secondsOf(queue.session_timeout))

  /** Reads the content again, because something else than this page may have changed it. */
  const readContent = (): Promise<void> =>
    tasks.add(async () => {
      await content.read()
      saving.reconcile()
    })
  const validation = createValidation({
    path,
    annotation: annotation.value,
    onChanged: (nodes) => {
      content.show(nodes)
      saving.reconcile()
      return readContent()
    },
    onEnded: readAnnotation,
  })
  const saving = createSaving({
    userId: user.value?.id ?? 0,
    annotationId: id,
    storage,
    stored: content.byId,
    queue: tasks,
    ready: () => (readOnly.value === null ? started : Promise.reject(new Error(t('review.notInReview')))),
    send: async (operations) => {
      await content.operate(operations)
      clock.reset()
    },
    reload: content.read,
    validate: validation.validate,
    onEnded: () => void readAnnotation().catch(showError),
  })

  const tree = computed(() => withValues(content, saving.values.value))
  const sections = computed(() => sectionViews(schema.content as SchemaSection[], tree.value))
  const fields = computed(() => fieldsOf(sections.value))
  const fieldById = computed(() => new Map(fields.value.map((field) => [field.id, field])))
  const messages = computed(() => {
    const byNode = new Map<number, Message[]>()
    const refused = [...saving.refused.value].map(([nodeId, text]) => ({
      nodeId,
      type: 'error' as const,
      content: text,
    }))
    for (const message of [...validation.messages.value, ...refused])
      byNode.set(message.nodeId, [...(byNode.get(message.nodeId) ?? []), message])
    return byNode
  })

  async function readAnnotation(): Promise<void> {
    const now = await request<Annotation>(path)
    batch(() => {
      const reason = reasonOf(now)
      const hadReview = readOnly.value === null && isMine(annotation.value)
      annotation.value = now
      readOnly.value = reason === 'status' && hadReview && !review.isOver ? 'ended' : reason
    })
  }

  async function startOnce(statuses?: string[]): Promise<void> {
    const body = statuses ? { statuses } : {}
    const { session_timeout } = await request<{ session_timeout: string }>(`${path}/start`, { body })
    clock.reset(secondsOf(session_timeout))
    review.isOver = false
    await readAnnotation()
  }

  async function start(statuses?: string[]): Promise<void> {
    started = startOnce(statuses)
    started.catch(() => undefined)
    await started
    // What was entered before the review started, or after it had ended, is sent now.
    saving
      .send()
      .then(() => validation.validate([], true), showError)
      .finally(() => (isStarting.value = false))
  }

  /** Starts the review that opening the document asks for, again and again while the service cannot be reached. */
  async function startOpened(): Promise<void> {
    try {
      await start()
    } catch (error) {
      const isLater = error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
      if (!isLater) {
        isStarting.value = false
        return readAnnotation().then(() => showError(error), showError)
      }
      const wait = (error.retryAfter ?? START_AGAIN_S) * 1000
      const again = setTimeout(() => void startOpened(), wait)
      stop.push(() => clearTimeout(again))
    }
  }

  /** Runs a change after all entries are stored; once more if the content has changed meanwhile. Returns false if it failed, after showing why. */
  async function change(run: () => Promise<void>): Promise<boolean> {
    try {
      saving.finish()
      await saving.send()
      await tasks.add(async () => {
        try {
          await run()
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 412) throw error
          await content.read()
          saving.reconcile()
          await run()
        }
      })
      clock.reset()
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await readAnnotation().catch(() => undefined)
      showError(error)
      return false
    }
  }

  const review: Review = {
    id,
    annotation,
    document,
    queue,
    schema,
    pages,
    tree,
    sections,
    fields,
    fieldById,
    messages,
    aggregations: validation.aggregations,
    suggestions: validation.suggestions,
    readOnly,
    active,
    pointing: signal(false),
    uncertainOnly: signal(false),
    saving,
    clock,
    validating: computed(() => isStarting.value || validation.isRunning.value),
    valueOf: (node) => saving.values.value.get(node)?.value ?? content.byId.value.get(node)?.content?.value ?? '',
    stateOf: ({ id: node, node: datapoint, schema: part }) => {
      const found = messages.value.get(node)
      const isAccepted = saving.values.value.get(node)?.isAccepted ?? false
      const checked = isAccepted ? { ...datapoint, validation_sources: ['human' as const] } : datapoint
      return stateOf(part, checked, datapoint.content?.value ?? '', found)
    },
    focus: (node) => {
      active.value = node
    },
    type: saving.type,
    discard: saving.discard,
    accept: saving.accept,
    acceptAll: saving.acceptAll,
    pick: (node, { value, page, position }) =>
      void replacing(review, node, () => saving.accept(node, value, { page, position })),
    candidates: async (node) =>
      (await request<AnnotationContentNodeCandidatesResult>(`${path}/content/${node}/candidates`)).results,
    take: (node, page, rectangle) =>
      replacing(review, node, async () => {
        // The text on the page replaces what was typed, also what the service has refused.
        saving.discard(node)
        const isTaken = await change(() => content.changeNode(`${node}/select`, { rectangle, page: page.url }))
        // A person has looked at the value while taking it.
        if (isTaken) saving.accept(node)
      }),
    operate: async (operations) => {
      const isDone = await change(() => content.operate(operations))
      if (isDone) void validation.validate(operations.flatMap((one) => (one.op === 'remove' ? [] : [one.id])))
      return isDone
    },
    change: async (to, body) => {
      const isDone = await change(async () => {
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
    reload: async () => {
      await Promise.all([readAnnotation(), readContent()])
    },
    start,
    isOver: false,
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

  const stop: (() => void)[] = [
    follow(`${path}/events`, ({ event, data }) => {
      if (event === 'annotation_content.changed' || event === 'resync')
        // Checked when the requests under way are answered: then it is known whether the change is one of them.
        void tasks.idle().then(
          () => (isOwnRequest(data.request_id) ? undefined : readContent()),
          () => undefined,
        )
      if (event !== 'annotation_content.changed') void readAnnotation().catch(() => undefined)
    }),
    effect(() => {
      // The active field may have been removed, with its row.
      if (active.value !== null && !fieldById.value.has(active.value)) active.value = null
    }),
  ]
  active.value = firstToReview(review)
  // Not awaited: the pages are shown meanwhile.
  if (willStart) void startOpened()
  return review
}

const isMine = ({ modifier }: Annotation): boolean => modifier !== null && idOf(modifier) === user.value?.id

const isStartable = (annotation: Annotation): boolean =>
  STARTABLE.includes(annotation.status) && (annotation.status !== 'reviewing' || isMine(annotation))

function reasonOf(annotation: Annotation): ReadOnlyReason {
  if (!mayReview.value && embeddedAnnotation() === null) return 'role'
  if (annotation.status !== 'reviewing') return 'status'
  return isMine(annotation) ? null : 'other'
}

/** Returns the tree with the values that the user has entered. */
function withValues({ tree, byId }: StoredContent, values: Saving['values']['value']): readonly Section[] {
  const changed = [...values].flatMap(([id, { value, page, position }]) => {
    const node = byId.value.get(id)
    if (!node?.content) return []
    const place = position === undefined ? {} : { page: page ?? null, position: position && [...position] }
    return [{ ...node, content: { ...node.content, value, ...place } }]
  })
  return changed.length ? withNodes(tree.value, changed) : tree.value
}

function firstToReview(review: Review): number | null {
  const fields = review.fields.value
  return (fields.find((field) => needsReview(review.stateOf(field))) ?? fields[0])?.id ?? null
}
