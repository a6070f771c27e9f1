/** Messages, sums and formulas, which the service computes for the stored content. */
import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { ApiError, request } from '../../../api/client.ts'
import type { Annotation, AnnotationContentValidateResult, ContentNode } from '../../../api/types.ts'
import { showError } from '../../../ui/toasts.tsx'
import { duplicateOf, type Message } from '../model/state.ts'
import type { Aggregation, Operation } from './types.ts'

/** A message with the id of its node; 0 for the whole document. */
export type NodeMessage = Message & { nodeId: number }

export interface Validation {
  readonly messages: ReadonlySignal<readonly NodeMessage[]>
  readonly aggregations: Signal<readonly Aggregation[]>
  /** Changes that extensions propose; the user decides. */
  readonly suggestions: Signal<readonly Operation[]>
  readonly isRunning: ReadonlySignal<boolean>
  /**
   * Validates after nodes have changed; changes during a validation are validated together after it. Shows an error; a review that has
   * ended calls `onEnded`.
   */
  validate(changedIds: readonly number[], isStart?: boolean): Promise<void>
  /** Waits until the messages are those of the stored content. */
  settled(): Promise<void>
  /** Validates once more if the last validation failed, so that the messages are those of the stored content. Throws if it fails again. */
  assertPassed(): Promise<void>
}

interface ValidationOptions {
  /** Path of the annotation. */
  path: string
  annotation: Annotation
  /** Shows nodes that hooks, formulas and rules have changed, and reads the content, which has another version now. */
  onChanged: (nodes: readonly ContentNode[]) => Promise<void>
  onEnded: () => Promise<void>
}

const nodeIdOf = (id: unknown): number => (id === 'all' ? 0 : Number(id) || 0)

const isDuplicate = (detail: unknown): boolean =>
  (detail as { type?: unknown } | null | undefined)?.type === 'duplicate'

/** Messages stored with the annotation, such as the reason of a failed export. */
const storedMessages = ({ messages }: Annotation): NodeMessage[] =>
  (messages ?? []).flatMap(({ id, type, content }) =>
    typeof content === 'string' && type !== 'aggregation'
      ? [{ nodeId: nodeIdOf(id), type: (type ?? 'error') as Message['type'], content }]
      : [],
  )

export function createValidation({ path, annotation, onChanged, onEnded }: ValidationOptions): Validation {
  const messages = signal<readonly NodeMessage[]>(storedMessages(annotation))
  const aggregations = signal<readonly Aggregation[]>([])
  const suggestions = signal<readonly Operation[]>([])
  const isRunning = signal(false)
  let waiting: { ids: Set<number>; isStart: boolean } | null = null
  let running: Promise<void> = Promise.resolve()
  let isFailed = false

  const take = ({ messages: given, suggested_operations }: AnnotationContentValidateResult): void =>
    batch(() => {
      messages.value = given
        .filter(({ type }) => type !== 'aggregation')
        .map(({ id, type, content: text, detail }) => ({
          nodeId: nodeIdOf(id),
          type: type as Message['type'],
          content: text,
          ...(isDuplicate(detail) ? { duplicate: duplicateOf(detail) } : {}),
        }))
      aggregations.value = given.flatMap(({ id, type, content: value, schema_id }) =>
        type === 'aggregation' ? [{ tableId: nodeIdOf(id), schemaId: String(schema_id), value }] : [],
      )
      suggestions.value = suggested_operations as unknown as Operation[]
    })

  async function validateOnce({ ids, isStart }: { ids: Set<number>; isStart: boolean }): Promise<void> {
    const actions = ['user_update', ...(isStart ? ['started'] : ids.size ? ['updated'] : [])]
    const body = { actions, updated_datapoint_ids: [...ids] }
    const answer = await request<AnnotationContentValidateResult>(`${path}/content/validate`, { body })
    take(answer)
    if (answer.updated_datapoints.length) await onChanged(answer.updated_datapoints as unknown as ContentNode[])
  }

  async function run(): Promise<void> {
    isRunning.value = true
    isFailed = true
    try {
      while (waiting) {
        const next = waiting
        waiting = null
        await validateOnce(next)
      }
      isFailed = false
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await onEnded().catch(() => undefined)
      // The toolbar shows that the service cannot be reached, and the next change validates again.
      else if (!(error instanceof ApiError) || ![0, 401, 429].includes(error.status)) showError(error)
    } finally {
      isRunning.value = false
    }
  }

  return {
    messages,
    aggregations,
    suggestions,
    isRunning,
    validate: (changedIds, isStart = false) => {
      waiting = {
        ids: new Set([...(waiting?.ids ?? []), ...changedIds]),
        isStart: isStart || (waiting?.isStart ?? false),
      }
      if (!isRunning.value) running = run()
      return running
    },
    settled: () => running,
    assertPassed: async () => {
      await running
      if (!isFailed) return
      await validateOnce({ ids: new Set(), isStart: false })
      isFailed = false
    },
  }
}
