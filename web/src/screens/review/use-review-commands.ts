/** The commands of a review. The pages and the tables add their own. */
import { isEmbedded } from '../../api/client.ts'
import { mayImport } from '../../app/session.ts'
import { t } from '../../i18n/index.ts'
import { useCommands, type Command } from '../../ui/commands.tsx'
import { approve, cancel, confirm, postpone, remove, rotate, skip, startAgain } from './actions.ts'
import { editPages } from './edit-pages.ts'
import { offered } from './fields/alternatives.tsx'
import { nextOrder, orderOf, setOrder } from './fields/order.ts'
import { isEditable } from './model/state.ts'
import { acceptAndGoOn, moveField } from './moves.ts'
import { replacing } from './store/replaced.ts'
import type { Review } from './store/review.ts'

/** Controls of values in the form; in notes and emails the same keys belong to the text. */
const FORM_FIELD = '.field-list [data-field]'

export interface ReviewDialogs {
  openReject: () => void
  /** Asks an administrator for the reason of an approval; `why` says what requires it. */
  askReason: (why: string) => void
  toggleSide: () => void
}

export function useReviewCommands(review: Review, { openReject, askReason, toggleSide }: ReviewDialogs): void {
  const mine = review.readOnly.value === null
  const { status } = review.annotation.value
  const fields = t('review.group.fields')
  const document = t('review.group.document')
  const active = review.fieldById.value.get(review.active.value ?? -1)
  const canType = mine && active !== undefined && isEditable(active.schema, active.node)
  const pick = (index: number): Command => ({
    id: `pick-${index + 1}`,
    label: t('review.do.pick', { number: index + 1 }),
    group: fields,
    keys: [`Alt+${index + 1}`],
    enabled: mine && offered.value.length > index,
    run: () => review.pick(review.active.peek()!, offered.peek()[index]!),
  })
  useCommands([
    {
      id: 'accept',
      label: t('review.do.accept'),
      group: fields,
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
      group: fields,
      keys: ['Alt+ArrowDown'],
      run: () => void moveField(review, 1, true),
    },
    {
      id: 'previous-open',
      label: t('review.do.previousOpen'),
      group: fields,
      keys: ['Alt+ArrowUp'],
      run: () => void moveField(review, -1, true),
    },
    {
      id: 'next',
      label: t('review.do.next'),
      group: fields,
      keys: ['Alt+J'],
      run: () => void moveField(review, 1, false),
    },
    {
      id: 'previous',
      label: t('review.do.previous'),
      group: fields,
      keys: ['Alt+K'],
      run: () => void moveField(review, -1, false),
    },
    {
      id: 'clear',
      label: t('review.do.clear'),
      group: fields,
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
      group: fields,
      keys: ['Alt+P'],
      run: () => (review.pointing.value = !review.pointing.peek()),
    },
    {
      id: 'order',
      label: t('review.do.order'),
      group: fields,
      keys: ['Alt+U'],
      run: () => setOrder(review, nextOrder(orderOf(review))),
    },
    {
      id: 'confirm',
      label: t('review.do.confirm'),
      group: document,
      keys: ['Ctrl+Enter'],
      once: true,
      enabled: mine,
      run: () => void confirm(review),
    },
    {
      id: 'approve',
      label: t('review.do.approve'),
      group: document,
      keys: ['Ctrl+Enter'],
      once: true,
      enabled: status === 'in_workflow' && !isEmbedded(),
      run: () => void approve(review, askReason),
    },
    {
      id: 'postpone',
      label: t('review.do.postpone'),
      group: document,
      keys: ['Alt+Shift+P'],
      once: true,
      enabled: mine,
      run: () => void postpone(review),
    },
    {
      id: 'reject',
      label: t('review.do.reject'),
      group: document,
      keys: ['Alt+Shift+R'],
      once: true,
      enabled: (mine || status === 'in_workflow') && !isEmbedded(),
      run: openReject,
    },
    {
      id: 'skip',
      label: t('review.do.skip'),
      group: document,
      keys: ['Alt+Shift+N'],
      once: true,
      enabled: mine && !isEmbedded(),
      run: () => void skip(review),
    },
    {
      id: 'delete',
      label: t('review.do.delete'),
      group: document,
      keys: ['Alt+Shift+Delete'],
      once: true,
      enabled: mine,
      run: () => void remove(review),
    },
    { id: 'side', label: t('review.do.side'), group: document, keys: ['Alt+N'], run: toggleSide },
    {
      id: 'rotate',
      label: t('review.do.rotate'),
      group: document,
      enabled: mine && !isEmbedded(),
      run: () => void rotate(review, 90),
    },
    {
      id: 'edit-pages',
      label: t('review.do.editPages'),
      group: document,
      keys: ['Alt+Shift+E'],
      enabled: mayImport.value && !isEmbedded(),
      run: () => void editPages(review),
    },
    {
      id: 'start',
      label: t('review.do.start'),
      group: document,
      enabled: review.readOnly.value === 'status',
      run: () => void startAgain(review),
    },
    {
      id: 'leave',
      label: t('review.do.leave'),
      group: document,
      keys: ['Alt+Shift+Q'],
      run: () => void cancel(review),
    },
  ])
}
