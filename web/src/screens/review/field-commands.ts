/** Commands of a review that act on its fields. */
import { t } from '../../i18n/index.ts'
import type { Command } from '../../ui/commands.tsx'
import { offered } from './fields/alternatives.tsx'
import { nextOrder, orderOf, setOrder } from './fields/order.ts'
import { isEditable } from './model/state.ts'
import { acceptAndGoOn, moveField } from './moves.ts'
import { replacing } from './store/replaced.ts'
import type { Review } from './store/review.ts'

/** Controls of values in the form; in notes and emails the same keys belong to the text. */
const FORM_FIELD = '.field-list [data-field]'

/** Returns the commands for the present state of the review. */
export function fieldCommands(review: Review): Command[] {
  const mine = review.readOnly.value === null
  const group = t('review.group.fields')
  const active = review.fieldById.value.get(review.active.value ?? -1)
  const canType = mine && active !== undefined && isEditable(active.schema, active.node)
  const pick = (index: number): Command => ({
    id: `pick-${index + 1}`,
    label: t('review.do.pick', { number: index + 1 }),
    group,
    keys: [`Alt+${index + 1}`],
    enabled: mine && offered.value.length > index,
    run: () => review.pick(review.active.peek()!, offered.peek()[index]!),
  })
  return [
    {
      id: 'accept',
      label: t('review.do.accept'),
      group,
      keys: ['Enter'],
      inText: true,
      within: FORM_FIELD,
      // In a table Enter goes down, and a button does what it says.
      enabled: active?.tableId === null || active?.rowId === null,
      run: () => acceptAndGoOn(review),
    },
    {
      id: 'next-open',
      label: t('review.do.nextOpen'),
      group,
      keys: ['Alt+ArrowDown'],
      run: () => void moveField(review, 1, true),
    },
    {
      id: 'previous-open',
      label: t('review.do.previousOpen'),
      group,
      keys: ['Alt+ArrowUp'],
      run: () => void moveField(review, -1, true),
    },
    {
      id: 'next',
      label: t('review.do.next'),
      group,
      keys: ['Alt+J'],
      run: () => void moveField(review, 1, false),
    },
    {
      id: 'previous',
      label: t('review.do.previous'),
      group,
      keys: ['Alt+K'],
      run: () => void moveField(review, -1, false),
    },
    {
      id: 'clear',
      label: t('review.do.clear'),
      group,
      keys: ['Alt+Backspace'],
      within: FORM_FIELD,
      enabled: canType,
      run: () => {
        const id = review.active.peek()!
        void replacing(review, id, () => review.accept(id, ''))
      },
    },
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map(pick),
    {
      id: 'jump',
      label: t('review.do.jump'),
      group,
      keys: ['Alt+P'],
      run: () => (review.pointing.value = !review.pointing.peek()),
    },
    {
      id: 'order',
      label: t('review.do.order'),
      group,
      keys: ['Alt+U'],
      run: () => setOrder(review, nextOrder(orderOf(review))),
    },
  ]
}
