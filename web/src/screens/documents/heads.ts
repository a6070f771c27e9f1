/** Heads of the columns of a list. */
import { hasMessage, t } from '../../i18n/index.ts'
import type { Column } from './columns.ts'
import { momentOf, type View } from './view.ts'

export interface Head {
  /** Kind of cell below it, also the class of the head. */
  kind: 'name' | 'value' | 'labels' | 'assignees' | 'state' | 'reviewer' | 'moment' | 'arrived'
  label: string
  /** Key of the ordering; columns of values have none, because the API does not order by them. */
  key?: string
  column?: Column
  /** Width in a grid. */
  width: string
}

const WIDTHS: Record<Column['type'], string> = {
  string: 'minmax(6.5rem, 1.2fr)',
  enum: 'minmax(5rem, 0.8fr)',
  date: 'minmax(7rem, 0.4fr)',
  number: 'minmax(8.2rem, 0.4fr)',
}

/** Tabs whose documents came there by their arrival, or in different ways. */
const WITHOUT_MOMENT = ['to_review', 'importing', 'failed_import', 'split', 'all']

/** Returns the heads for a view. */
export function headsOf({ tab }: View, columns: readonly Column[], { labels = false, assignees = false } = {}): Head[] {
  const moment = momentOf(tab)
  const momentName = `documents.${moment}`
  return [
    { kind: 'name', label: t('documents.name'), key: 'document__original_file_name', width: 'minmax(12rem, 1.7fr)' },
    ...columns.map((column): Head => ({ kind: 'value', label: column.label, column, width: WIDTHS[column.type] })),
    ...(labels ? [{ kind: 'labels', label: t('documents.labels'), width: 'minmax(6rem, 0.5fr)' } as const] : []),
    ...(assignees ? [{ kind: 'assignees', label: t('documents.assignees'), width: '5.6rem' } as const] : []),
    ...(tab === 'reviewing'
      ? [{ kind: 'reviewer', label: t('documents.reviewer'), width: 'minmax(7rem, 0.9fr)' } as const]
      : []),
    ...(tab === 'all' ? [{ kind: 'state', label: t('documents.status'), key: 'status', width: '8rem' } as const] : []),
    ...(WITHOUT_MOMENT.includes(tab)
      ? []
      : [
          {
            kind: 'moment',
            label: hasMessage(momentName) ? t(momentName) : '',
            key: moment,
            width: '8.6rem',
          } as const,
        ]),
    { kind: 'arrived', label: t('documents.arrived'), key: 'document__arrived_at', width: '8.6rem' },
  ]
}
