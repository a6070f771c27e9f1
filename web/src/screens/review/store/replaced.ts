/** Gives back what a person had entered and a command has replaced. */
import { t } from '../../../i18n/index.ts'
import { showMessage } from '../../../ui/toasts.tsx'
import type { Operation, Review } from './types.ts'

type Fields = Pick<Review, 'fieldById' | 'saving' | 'valueOf'>

/** Runs a command that replaces the value of a field. If a person had entered another one, a message offers it again. */
export async function replacing(review: Fields, id: number, run: () => unknown): Promise<void> {
  const field = review.fieldById.value.get(id)
  const value = review.valueOf(id)
  const isTyped = review.saving.values.value.get(id)?.value !== undefined
  const isEntered = isTyped || field?.node.validation_sources.includes('human') === true
  const { page = null, position = null } = field?.node.content ?? {}
  await run()
  if (!field || !isEntered || value === '' || review.valueOf(id) === value) return
  showMessage(t('review.replaced', { field: field.schema.label, value }), {
    label: t('review.undo'),
    run: () => review.saving.accept(id, value, { page, position }),
  })
}

/** Returns operations that give back the values that operations are going to replace, and the rows that they are going to remove. */
export function reversed(fields: Review['fields']['value'], operations: readonly Operation[]): Operation[] {
  return operations.flatMap((operation): Operation[] => {
    if (operation.op === 'add') return []
    const cells = fields.filter(({ id, rowId }) => (operation.op === 'replace' ? id : rowId) === operation.id)
    const values = cells.map(({ schema, node, id }) => ({
      id,
      schema_id: schema.id,
      content: {
        value: node.content?.value ?? '',
        page: node.content?.page ?? null,
        position: node.content?.position ?? null,
      },
      validation_sources: [...node.validation_sources],
    }))
    if (operation.op === 'replace')
      return values.map(({ id, schema_id: _, ...value }) => ({ op: 'replace', id, value }))
    const table = cells[0]?.tableId
    return table == null ? [] : [{ op: 'add', id: table, value: values.map(({ id: _, ...cell }) => cell) }]
  })
}
