/** Messages of an annotation in groups: errors, warnings, infos. */
import type { Annotation } from '../../../api/types.ts'
import type { Message } from '../model/state.ts'
import type { Place } from './places.ts'

/** A message with the node that it is about; 0 is the whole document. */
export interface PlacedMessage extends Message {
  nodeId: number
}
export interface MessageGroup {
  type: Message['type']
  messages: readonly PlacedMessage[]
}

const TYPES = ['error', 'warning', 'info'] as const

/** Returns the messages by type, in the order of the form: those about the document first, those about unknown nodes last. */
export function groupMessages(
  messages: ReadonlyMap<number, readonly Message[]>,
  places: ReadonlyMap<number, Place>,
): MessageGroup[] {
  const order = new Map([0, ...places.keys()].map((id, index) => [id, index]))
  const all = [...messages]
    .sort(([one], [other]) => (order.get(one) ?? Infinity) - (order.get(other) ?? Infinity) || 0)
    .flatMap(([nodeId, found]) => found.map((message): PlacedMessage => ({ ...message, nodeId })))
  return TYPES.map((type) => ({ type, messages: all.filter((message) => message.type === type) })).filter(
    (group) => group.messages.length > 0,
  )
}

/**
 * Returns the messages that are stored with the annotation and are not shown as present ones, such as the reason of a failed export. Hooks
 * may have stored them in the older form `{error: "…"}`.
 */
export function earlierMessages(
  stored: Annotation['messages'],
  present: ReadonlyMap<number, readonly Message[]>,
): PlacedMessage[] {
  return (stored ?? []).flatMap((one): PlacedMessage[] => {
    const old = TYPES.find((type) => typeof one[type] === 'string')
    const type = old ?? TYPES.find((known) => known === (one.type ?? 'error'))
    const content = old ? one[old] : one.content
    if (!type || typeof content !== 'string' || content === '') return []
    const nodeId = Number(one.id) || 0
    const isPresent = present.get(nodeId)?.some((message) => message.content === content)
    return isPresent ? [] : [{ nodeId, type, content }]
  })
}

/** Number of messages of a type. */
export const countOf = (messages: ReadonlyMap<number, readonly Message[]>, type: Message['type']): number =>
  [...messages.values()].flat().filter((message) => message.type === type).length
