/** What the form shows: the stored content with what the user has entered, and the messages about it. */
import { computed } from '@preact/signals'
import type { Schema, SchemaSection, Section } from '../../../api/types.ts'
import { fieldsOf, sectionViews, withNodes } from '../model/content.ts'
import { stateOf, type Message } from '../model/state.ts'
import type { Saving } from './saving.ts'
import type { StoredContent } from './stored-content.ts'
import type { Review } from './types.ts'
import type { Validation } from './validation.ts'

export type Form = Pick<Review, 'tree' | 'sections' | 'fields' | 'fieldById' | 'messages' | 'valueOf' | 'stateOf'>

interface FormParts {
  schema: Schema
  content: StoredContent
  saving: Saving
  validation: Validation
}

export function createForm({ schema, content, saving, validation }: FormParts): Form {
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
  return {
    tree,
    sections,
    fields,
    fieldById,
    messages,
    valueOf: (node) => saving.values.value.get(node)?.value ?? content.byId.value.get(node)?.content?.value ?? '',
    stateOf: ({ id: node, node: datapoint, schema: part }) => {
      const found = messages.value.get(node)
      const isAccepted = saving.values.value.get(node)?.isAccepted ?? false
      const checked = isAccepted ? { ...datapoint, validation_sources: ['human' as const] } : datapoint
      return stateOf(part, checked, datapoint.content?.value ?? '', found)
    },
  }
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
