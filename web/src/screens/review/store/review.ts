/**
 * One annotation under review: what the service has stored, what the user has entered since, and what both mean for the form. Parts of
 * the screen read signals of this object and call its functions; none of them sends a request about the content itself.
 */
import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { ApiError, idOf, pathOf, request, send, versioned, type List } from '../../../api/client.ts'
import { follow } from '../../../api/events.ts'
import type {
  Annotation,
  AnnotationContentNodeCandidatesResult,
  AnnotationContentOperationsBody,
  AnnotationContentValidateResult,
  ContentNode,
  Document,
  Page,
  Queue,
  Schema,
  SchemaSection,
  Section,
} from '../../../api/types.ts'
import { embeddedAnnotation } from '../../../app/embedded.ts'
import { mayReview, user } from '../../../app/session.ts'
import { showError } from '../../../ui/toasts.tsx'
import { datapointOf, fieldsOf, sectionViews, withNodes, type FieldView, type SectionView } from '../model/content.ts'
import { needsReview, stateOf, type FieldState, type Message } from '../model/state.ts'
import { loadParts } from './load.ts'
import { createSaving, type Saving } from './saving.ts'
import { createClock, secondsOf, type Clock } from './clock.ts'

export type Candidate = AnnotationContentNodeCandidatesResult['results'][number]
export type Operation = AnnotationContentOperationsBody['operations'][number]
/** Left, top, right and bottom in pixels of the page image. */
export type Rectangle = readonly [number, number, number, number]

/** Why the user reads only. */
export type ReadOnlyReason = 'role' | 'status' | 'other' | 'ended' | null

/** Sums of columns, as `validate` reports them. */
export interface Aggregation {
  tableId: number
  schemaId: string
  value: string
}

export interface Review {
  readonly id: number
  readonly annotation: Signal<Annotation>
  readonly document: Document
  readonly queue: Queue
  readonly schema: Schema
  readonly pages: Signal<readonly Page[]>
  /** The content with what the user has entered. */
  readonly tree: ReadonlySignal<readonly Section[]>
  readonly sections: ReadonlySignal<readonly SectionView[]>
  /** All fields in the order of the form. */
  readonly fields: ReadonlySignal<readonly FieldView[]>
  readonly fieldById: ReadonlySignal<ReadonlyMap<number, FieldView>>
  /** Messages by id of the node; those about the whole document have the id 0. */
  readonly messages: ReadonlySignal<ReadonlyMap<number, readonly Message[]>>
  readonly aggregations: Signal<readonly Aggregation[]>
  readonly readOnly: Signal<ReadOnlyReason>
  /** Id of the field that keys and clicks on the page act on. */
  readonly active: Signal<number | null>
  /** Where the user works: typing in the form, or pointing on the page. */
  readonly pointing: Signal<boolean>
  /** Shows only fields that need review. */
  readonly uncertainOnly: Signal<boolean>
  readonly saving: Saving
  readonly clock: Clock
  /** Messages, buttons and formulas are being computed. */
  readonly validating: ReadonlySignal<boolean>

  valueOf(id: number): string
  stateOf(field: FieldView): FieldState
  focus(id: number | null): void
  /** Keeps a value while it is typed. */
  type(id: number, value: string): void
  /** Stores the value of a field and marks it as checked by a person. Without a value: as it is. */
  accept(id: number, value?: string): void
  /** Stores several values at once, as after a paste. */
  acceptAll(values: ReadonlyMap<number, string>): void
  /** Takes the text under a rectangle into a field. */
  take(id: number, page: Page, rectangle: Rectangle): Promise<void>
  /** Takes a candidate of the engine into a field. */
  pick(id: number, candidate: Candidate): void
  candidates(id: number): Promise<Candidate[]>
  /** Adds and removes rows, or changes several nodes. Waits for entries before it. Returns false if it failed, after showing why. */
  operate(operations: Operation[]): Promise<boolean>
  /** Sends a request that changes the content in another way, such as the grid of a table, and reads the content again. */
  change(path: string, body: unknown): Promise<boolean>
  /** Presses a button of a hook. */
  press(id: number): Promise<void>
  /** Reads the annotation and its content again. */
  reload(): Promise<void>
  /** Starts the review, or starts it again. */
  start(statuses?: string[]): Promise<void>
  close(): void
}

/** Statuses in which opening the annotation starts its review. */
const STARTABLE = ['to_review', 'postponed', 'reviewing']

/** Loads an annotation for review. Throws ApiError. */
export async function openReview(id: number): Promise<Review> {
  const path = `/annotations/${id}`
  const { document, queue, schema, content, ...loaded } = await loadParts(id)
  const pages = signal<readonly Page[]>(loaded.pages)
  const annotation = signal<Annotation>(loaded.annotation)
  const stored = signal<readonly Section[]>(content.value.content)
  const etag = signal(content.etag)
  const readOnly = signal<ReadOnlyReason>(reasonOf(annotation.value))
  const active = signal<number | null>(null)
  const allMessages = signal<readonly (Message & { nodeId: number })[]>(storedMessages(annotation.value))
  const aggregations = signal<readonly Aggregation[]>([])
  const pendingValidations = signal(0)
  const clock = createClock(secondsOf(queue.session_timeout))

  const take = (value: { content: Section[] }, version: string | null): void =>
    batch(() => {
      stored.value = value.content
      etag.value = version
    })

  const readContent = async (): Promise<void> => {
    const response = await send(`${path}/content`, {
      headers: etag.value ? { 'If-None-Match': etag.value } : {},
    }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 304) return null
      throw error
    })
    if (response) take((await response.json()) as { content: Section[] }, response.headers.get('ETag'))
  }

  const saving = createSaving({
    userId: user.value?.id ?? 0,
    annotationId: id,
    stored,
    may: () => readOnly.value === null,
    send: async (operations) => {
      const answer = await versioned<{ content: Section[] }>(`${path}/content/operations`, {
        body: { operations },
        ifMatch: etag.value,
      })
      take(answer.value, answer.etag)
      clock.reset()
    },
    reload: readContent,
    validate: (ids) => validate(ids),
    onEnded: () => void readAnnotation(),
  })

  const tree = computed(() => withValues(stored.value, saving.values.value))
  const sections = computed(() => sectionViews(schema.content as SchemaSection[], tree.value))
  const fields = computed(() => fieldsOf(sections.value))
  const fieldById = computed(() => new Map(fields.value.map((field) => [field.id, field])))
  const messages = computed(() => {
    const byNode = new Map<number, Message[]>()
    for (const message of allMessages.value)
      byNode.set(message.nodeId, [...(byNode.get(message.nodeId) ?? []), message])
    for (const [nodeId, content] of saving.refused.value)
      byNode.set(nodeId, [...(byNode.get(nodeId) ?? []), { type: 'error', content }])
    return byNode
  })

  const takeValidation = (answer: AnnotationContentValidateResult): void =>
    batch(() => {
      allMessages.value = answer.messages
        .filter(({ type }) => type !== 'aggregation')
        .map(({ id: node, type, content: text }) => ({
          nodeId: node === 'all' ? 0 : Number(node),
          type: type as Message['type'],
          content: text,
        }))
      aggregations.value = answer.messages.flatMap(({ id: node, type, content: value, schema_id }) =>
        type === 'aggregation' ? [{ tableId: Number(node), schemaId: String(schema_id), value }] : [],
      )
      stored.value = withNodes(stored.value, answer.updated_datapoints as unknown as ContentNode[])
    })

  async function validate(ids: readonly number[], started = false): Promise<void> {
    pendingValidations.value += 1
    try {
      const actions = ['user_update', ...(started ? ['started'] : ids.length ? ['updated'] : [])]
      const answer = await request<AnnotationContentValidateResult>(`${path}/content/validate`, {
        body: { actions, updated_datapoint_ids: ids },
      })
      takeValidation(answer)
      // Hooks, formulas and rules have written the content: its version is another one.
      if (answer.updated_datapoints.length) await readContent()
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await readAnnotation()
      else showError(error)
    } finally {
      pendingValidations.value -= 1
    }
  }

  async function readAnnotation(): Promise<void> {
    const now = await request<Annotation>(path)
    batch(() => {
      annotation.value = now
      const reason = reasonOf(now)
      const wasMine = readOnly.value === null
      readOnly.value = reason !== null && wasMine && reason === 'status' ? 'ended' : reason
    })
  }

  async function start(statuses?: string[]): Promise<void> {
    const { session_timeout } = await request<{ session_timeout: string }>(`${path}/start`, {
      body: statuses ? { statuses } : {},
    })
    clock.reset(secondsOf(session_timeout))
    await readAnnotation()
    // What was entered before the review ended is sent now. Hooks may take seconds: the user reads meanwhile.
    pendingValidations.value += 1
    void saving
      .resume()
      .then(() => validate([], true))
      .catch(showError)
      .finally(() => (pendingValidations.value -= 1))
  }

  const stop: (() => void)[] = []
  const operate = async (operations: Operation[]): Promise<boolean> => {
    try {
      await saving.settle()
      const answer = await versioned<{ content: Section[] }>(`${path}/content/operations`, {
        body: { operations },
        ifMatch: etag.value,
      })
      take(answer.value, answer.etag)
      clock.reset()
      void validate(operations.flatMap((operation) => (operation.op === 'remove' ? [] : [operation.id])))
      return true
    } catch (error) {
      return failed(error)
    }
  }

  async function failed(error: unknown): Promise<false> {
    if (error instanceof ApiError && error.status === 412) {
      await readContent()
      showError(new ApiError(412, { detail: 'changed' }))
    } else if (error instanceof ApiError && error.status === 409) await readAnnotation()
    else showError(error)
    return false
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
    aggregations,
    readOnly,
    active,
    pointing: signal(false),
    uncertainOnly: signal(false),
    saving,
    clock,
    validating: computed(() => pendingValidations.value > 0),
    valueOf: (node) => saving.values.value.get(node)?.value ?? datapointOf(stored.value, node)?.content?.value ?? '',
    stateOf: ({ id: node, node: datapoint, schema: part }) =>
      saving.values.value.get(node)?.isAccepted
        ? messages.value.get(node)?.some(({ type }) => type === 'error')
          ? 'error'
          : 'checked'
        : stateOf(part, datapoint, datapoint.content?.value ?? '', messages.value.get(node)),
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
      try {
        await saving.settle()
        const answer = await versioned<ContentNode>(`${path}/content/${node}/select`, {
          body: { rectangle, page: page.url },
          ifMatch: etag.value,
        })
        batch(() => {
          stored.value = withNodes(stored.value, [answer.value])
          etag.value = answer.etag
        })
        clock.reset()
        // A person has looked at the value while taking it.
        saving.accept(node)
      } catch (error) {
        await failed(error)
      }
    },
    operate,
    change: async (to, body) => {
      try {
        await saving.settle()
        await request(`${path}/content/${to}`, { body, ifMatch: etag.value })
        await readContent()
        clock.reset()
        void validate([])
        return true
      } catch (error) {
        return failed(error)
      }
    },
    press: async (node) => {
      await saving.settle().catch(showError)
      await validate([node])
    },
    reload: async () => {
      await Promise.all([readAnnotation(), readContent()])
    },
    start,
    close: () => {
      for (const end of stop) end()
      saving.close()
      clock.close()
    },
  }

  stop.push(
    follow(`${path}/events`, ({ event }) => {
      if (event === 'annotation_content.changed' || event === 'resync')
        // Own changes are answered with the version that this page already has.
        void saving.idle().then(readContent, () => undefined)
      if (event !== 'annotation_content.changed') void readAnnotation().catch(() => undefined)
    }),
    effect(() => {
      // The active field may have been removed, with its row.
      if (active.value !== null && !fieldById.value.has(active.value)) active.value = null
    }),
  )
  active.value = firstToReview(review)
  if (reasonOf(annotation.value) === null || STARTABLE.includes(annotation.value.status)) {
    if (mayReview.value && (await mayStart(annotation.value))) await start().catch((error: unknown) => failed(error))
  }
  return review

  function reasonOf({ status, modifier }: Annotation): ReadOnlyReason {
    if (!mayReview.value && embeddedAnnotation() === null) return 'role'
    if (status !== 'reviewing') return 'status'
    return modifier !== null && idOf(modifier) === user.value?.id ? null : 'other'
  }
  async function mayStart({ status, modifier }: Annotation): Promise<boolean> {
    return STARTABLE.includes(status) && (status !== 'reviewing' || idOf(modifier) === user.value?.id)
  }
}

/** Messages stored with the annotation, such as the reason of a failed export. */
function storedMessages({ messages }: Annotation): (Message & { nodeId: number })[] {
  return (messages ?? []).flatMap(({ id, type, content }) =>
    typeof content === 'string' && type !== 'aggregation'
      ? [{ nodeId: id === 'all' ? 0 : Number(id) || 0, type: (type ?? 'error') as Message['type'], content }]
      : [],
  )
}

/** Returns the tree with the values that the user has entered. */
function withValues(tree: readonly Section[], values: Saving['values']['value']): readonly Section[] {
  if (!values.size) return tree
  const changed = [...values].flatMap(([id, { value, page, position }]) => {
    const node = datapointOf(tree, id)
    if (!node?.content) return []
    const place =
      position === undefined ? {} : { page: page ?? null, position: position === null ? null : [...position] }
    return [{ ...node, content: { ...node.content, value, ...place } }]
  })
  return withNodes(tree, changed)
}

function firstToReview(review: Review): number | null {
  const fields = review.fields.value
  return (fields.find((field) => needsReview(review.stateOf(field))) ?? fields[0])?.id ?? null
}

/** Starts the review of the next annotation of a queue. Returns its id; null if none is left. */
export async function startNext(queueId: number): Promise<number | null> {
  const { annotation } = await request<{ annotation: string | null }>(`/queues/${queueId}/next`, { method: 'POST' })
  return annotation === null ? null : idOf(annotation)
}

/** Ends a review that the user leaves. `keepalive`: the request survives the window. */
export function cancelReview(id: number, init: { headers: Record<string, string> }): void {
  void fetch(pathOf(`/annotations/${id}/cancel`), {
    method: 'POST',
    keepalive: true,
    body: '{}',
    ...init,
  }).catch(() => undefined)
}

export type { List }
