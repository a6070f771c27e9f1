/**
 * The check of a dedicated engine's schema for every write: its structure, and the existence of the objects it names. Errors have the
 * structure of the request, like those of a queue's schema.
 */
import {
  checkKeys,
  choice,
  EXPECTED_LIST,
  EXPECTED_OBJECT,
  isObject,
  REQUIRED,
  text,
  type Check,
  type NodeErrors,
} from '../schema/checks.ts'
import { findField } from '../schema/walk.ts'
import { OUTPUT_TYPES, TABLE_KINDS, type QueueOf } from './types.ts'

type Json = Record<string, unknown>
export interface ContentErrors {
  content: NodeErrors | string[]
}

export const hasErrors = (errors: NodeErrors): boolean => Object.keys(errors).length > 0
/** Returns a list of errors parallel to a list of nodes, or nothing if there are none. */
export const parallel = (key: string, errors: NodeErrors[]): NodeErrors =>
  errors.some(hasErrors) ? { [key]: errors } : {}

const named = (types: readonly string[]): Record<string, Check> => ({
  engine_output_id: text({ max: 255, blank: false }),
  label: text({ max: 255, blank: false }),
  type: choice(types),
  description: text(),
})
const REQUIRED_KEYS = ['engine_output_id', 'label', 'type']

/** Checks content sent by a client; null if it can be stored. */
export function checkEngineSchema(content: unknown, queueOf: QueueOf): ContentErrors | null {
  if (!isObject(content)) return { content: [content === undefined || content === null ? REQUIRED : EXPECTED_OBJECT] }
  const errors: NodeErrors = {
    ...checkList(content, 'training_queues', (queues): NodeErrors => {
      const said = queues.flatMap((url) => {
        const queue = queueOf(url)
        if (!queue) return ['Invalid hyperlink - object does not exist.']
        return queue.deleting ? [`Queue ${queue.id} is being deleted.`] : []
      })
      return said.length ? { training_queues: [...new Set(said)] } : {}
    }),
    ...checkList(content, 'fields', (fields) =>
      parallel(
        'fields',
        fields.map((field) => checkNode(field, ['datapoint', 'multivalue'], queueOf)),
      ),
    ),
  }
  return hasErrors(errors) ? { content: errors } : null
}

function checkList(node: Json, key: string, check: (list: unknown[]) => NodeErrors): NodeErrors {
  const list = node[key]
  if (list === undefined || list === null) return { [key]: [REQUIRED] }
  return Array.isArray(list) ? check(list) : { [key]: [EXPECTED_LIST] }
}

function checkNode(node: unknown, allowed: readonly string[], queueOf: QueueOf): NodeErrors {
  if (!isObject(node)) return { non_field_errors: [EXPECTED_OBJECT] }
  const errors = checkKeys(node, { category: choice(allowed) }, ['category'])
  if (errors.category) return errors
  if (node.category === 'datapoint')
    return { ...checkKeys(node, named(OUTPUT_TYPES), REQUIRED_KEYS), ...checkSources(node, queueOf) }
  if (node.category === 'tuple')
    return checkList(node, 'children', (children) =>
      parallel(
        'children',
        children.map((child) => checkNode(child, ['datapoint'], queueOf)),
      ),
    )
  const below =
    node.children === undefined || node.children === null
      ? { children: [REQUIRED] }
      : under(checkNode(node.children, ['tuple', 'datapoint'], queueOf))
  const isList = isObject(node.children) && node.children.category === 'datapoint'
  return isList ? below : { ...checkKeys(node, named(TABLE_KINDS), REQUIRED_KEYS), ...below }
}

const under = (child: NodeErrors): NodeErrors => (hasErrors(child) ? { children: child } : {})

function checkSources(node: Json, queueOf: QueueOf): NodeErrors {
  if (node.sources === undefined || node.sources === null) return {}
  if (!Array.isArray(node.sources)) return { sources: [EXPECTED_LIST] }
  const seen = new Set<number>()
  return parallel(
    'sources',
    node.sources.map((source): NodeErrors => {
      if (!isObject(source)) return { non_field_errors: [EXPECTED_OBJECT] }
      const errors = checkKeys(source, { queue: text(), schema_id: text({ blank: false }) }, ['queue', 'schema_id'])
      if (hasErrors(errors)) return errors
      const queue = queueOf(source.queue)
      if (!queue) return { queue: ['Invalid hyperlink - object does not exist.'] }
      if (seen.has(queue.id)) return { queue: ['An output has at most one source in a queue.'] }
      seen.add(queue.id)
      const there = findField(queue.content, source.schema_id as string)
      return there
        ? {}
        : { schema_id: [`The schema of queue ${queue.id} has no field "${source.schema_id as string}".`] }
    }),
  )
}
