/** Messages, sums and formulas, which the service computes for the stored content. */
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { ApiError, request } from '../../../api/client.ts'
import type { Annotation, AnnotationContentValidateResult, ContentNode } from '../../../api/types.ts'
import { showError } from '../../../ui/toasts.tsx'
import type { Message } from '../model/state.ts'
import type { StoredContent } from './stored-content.ts'
import type { Aggregation } from './types.ts'

/** A message with the id of its node; 0 for the whole document. */
export type NodeMessage = Message & { nodeId: number }

export interface Validation {
  readonly messages: ReadonlySignal<readonly NodeMessage[]>
  readonly aggregations: Signal<readonly Aggregation[]>
  readonly isRunning: ReadonlySignal<boolean>
  /** Validates after nodes have changed. Shows an error; a review that has ended calls `onEnded`. */
  validate(changedIds: readonly number[], isStart?: boolean): Promise<void>
}

const nodeIdOf = (id: unknown): number => (id === 'all' ? 0 : Number(id) || 0)

/** Messages stored with the annotation, such as the reason of a failed export. */
const storedMessages = ({ messages }: Annotation): NodeMessage[] =>
  (messages ?? []).flatMap(({ id, type, content }) =>
    typeof content === 'string' && type !== 'aggregation'
      ? [{ nodeId: nodeIdOf(id), type: (type ?? 'error') as Message['type'], content }]
      : [],
  )

export function createValidation(
  path: string,
  annotation: Annotation,
  content: StoredContent,
  onEnded: () => Promise<void>,
): Validation {
  const messages = signal<readonly NodeMessage[]>(storedMessages(annotation))
  const aggregations = signal<readonly Aggregation[]>([])
  const running = signal(0)

  const take = ({ messages: given, updated_datapoints }: AnnotationContentValidateResult): void =>
    batch(() => {
      messages.value = given
        .filter(({ type }) => type !== 'aggregation')
        .map(({ id, type, content: text }) => ({ nodeId: nodeIdOf(id), type: type as Message['type'], content: text }))
      aggregations.value = given.flatMap(({ id, type, content: value, schema_id }) =>
        type === 'aggregation' ? [{ tableId: nodeIdOf(id), schemaId: String(schema_id), value }] : [],
      )
      content.show(updated_datapoints as unknown as ContentNode[])
    })

  return {
    messages,
    aggregations,
    isRunning: computed(() => running.value > 0),
    validate: async (changedIds, isStart = false) => {
      running.value += 1
      try {
        const actions = ['user_update', ...(isStart ? ['started'] : changedIds.length ? ['updated'] : [])]
        const answer = await request<AnnotationContentValidateResult>(`${path}/content/validate`, {
          body: { actions, updated_datapoint_ids: changedIds },
        })
        take(answer)
        // Hooks, formulas and rules have written the content, which has another version now.
        if (answer.updated_datapoints.length) await content.read()
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) await onEnded()
        else showError(error)
      } finally {
        running.value -= 1
      }
    },
  }
}
