/**
 * One annotation under review: what the service has stored, what the user has entered since, and what both mean for the form. Parts of
 * the screen read signals of this object and call its functions; none of them sends a request about the content itself.
 */
import { batch, computed, effect, signal } from '@preact/signals'
import { ApiError, idOf, request } from '../../../api/client.ts'
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
import { t } from '../../../i18n/index.ts'
import { showError } from '../../../ui/toasts.tsx'
import { datapointOf, fieldsOf, sectionViews, withNodes } from '../model/content.ts'
import { needsReview, stateOf, type Message } from '../model/state.ts'
import { createClock, secondsOf } from './clock.ts'
import { loadParts } from './load.ts'
import { createSaving, type Saving } from './saving.ts'
import { createContent } from './stored-content.ts'
import type { ReadOnlyReason, Review } from './types.ts'
import { createValidation } from './validation.ts'

export type * from './types.ts'

/** Statuses in which opening the annotation starts its review. */
const STARTABLE = ['to_review', 'postponed', 'reviewing']

/** Loads an annotation for review, and starts the review if its status allows that. Throws ApiError. */
export async function openReview(id: number): Promise<Review> {
  const path = `/annotations/${id}`
  const { document, queue, schema, ...loaded } = await loadParts(id)
  const pages = signal<readonly Page[]>(loaded.pages)
  const annotation = signal<Annotation>(loaded.annotation)
  const content = createContent(path, loaded.content)
  const willStart = mayReview.value && isStartable(annotation.value)
  // The form can be used at once; entries wait until the service has started the review.
  const readOnly = signal<ReadOnlyReason>(willStart ? null : reasonOf(annotation.value))
  const isStarted = signal(false)
  const active = signal<number | null>(null)
  const clock = createClock(secondsOf(queue.session_timeout))
  const validation = createValidation(path, annotation.value, content, readAnnotation)
  const saving = createSaving({
    userId: user.value?.id ?? 0,
    annotationId: id,
    stored: content.tree,
    may: () => isStarted.value && readOnly.value === null,
    send: async (operations) => {
      await content.operate(operations)
      clock.reset()
    },
    reload: content.read,
    validate: validation.validate,
    onEnded: () => void readAnnotation().catch(showError),
  })

  const tree = computed(() => withValues(content.tree.value, saving.values.value))
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
      const hadReview = isStarted.value && readOnly.value === null
      annotation.value = now
      isStarted.value = reason === null
      readOnly.value = reason === 'status' && hadReview ? 'ended' : reason
    })
  }

  async function start(statuses?: string[]): Promise<void> {
    const { session_timeout } = await request<{ session_timeout: string }>(`${path}/start`, {
      body: statuses ? { statuses } : {},
    })
    clock.reset(secondsOf(session_timeout))
    await readAnnotation()
    // What was entered before the review started, or after it had ended, is sent now.
    await saving.resume()
    await validation.validate([], true)
  }

  /** Runs a change after all entries are stored. Returns false if it failed, after showing why. */
  async function change(run: () => Promise<void>): Promise<boolean> {
    try {
      saving.finish()
      await saving.settle()
      await run()
      clock.reset()
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        await content.read()
        showError(new Error(t('review.changedMeanwhile')))
      } else if (error instanceof ApiError && error.status === 409) await readAnnotation()
      else showError(error)
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
    readOnly,
    active,
    pointing: signal(false),
    uncertainOnly: signal(false),
    saving,
    clock,
    validating: validation.isRunning,
    valueOf: (node) =>
      saving.values.value.get(node)?.value ?? datapointOf(content.tree.value, node)?.content?.value ?? '',
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
    accept: saving.accept,
    acceptAll: saving.acceptAll,
    pick: (node, { value, page, position }) => saving.accept(node, value, { page, position }),
    candidates: async (node) =>
      (await request<AnnotationContentNodeCandidatesResult>(`${path}/content/${node}/candidates`)).results,
    take: async (node, page, rectangle) => {
      const isTaken = await change(() => content.changeNode(`${node}/select`, { rectangle, page: page.url }))
      // A person has looked at the value while taking it.
      if (isTaken) saving.accept(node)
    },
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
      await saving.settle().catch(showError)
      await validation.validate([node])
    },
    reload: async () => {
      await Promise.all([readAnnotation(), content.read()])
    },
    start,
    close: () => {
      for (const end of stop) end()
      saving.close()
      clock.close()
    },
  }

  const stop = [
    follow(`${path}/events`, ({ event }) => {
      // Own changes are answered with the version that this page already has.
      if (event === 'annotation_content.changed' || event === 'resync')
        void saving
          .idle()
          .then(content.read)
          .catch(() => undefined)
      if (event !== 'annotation_content.changed') void readAnnotation().catch(() => undefined)
    }),
    effect(() => {
      // The active field may have been removed, with its row.
      if (active.value !== null && !fieldById.value.has(active.value)) active.value = null
    }),
  ]
  active.value = firstToReview(review)
  // Not awaited: the pages are shown meanwhile.
  if (willStart) start().catch((error: unknown) => readAnnotation().then(() => showError(error), showError))
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
function withValues(tree: readonly Section[], values: Saving['values']['value']): readonly Section[] {
  const changed = [...values].flatMap(([id, { value, page, position }]) => {
    const node = datapointOf(tree, id)
    if (!node?.content) return []
    const place = position === undefined ? {} : { page: page ?? null, position: position && [...position] }
    return [{ ...node, content: { ...node.content, value, ...place } }]
  })
  return changed.length ? withNodes(tree, changed) : tree
}

function firstToReview(review: Review): number | null {
  const fields = review.fields.value
  return (fields.find((field) => needsReview(review.stateOf(field))) ?? fields[0])?.id ?? null
}
