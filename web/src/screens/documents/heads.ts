/** Heads of the columns of a list. */
import { hasMessage, t } from '../../i18n/index.ts'
import type { Column } from './columns.ts'
import { momentOf, type View } from './view.ts'
import { WIDTHS, type Width } from './widths.ts'

export interface Head extends Width {
  /** Kind of cell below it, also the class of the head. */
  kind: 'name' | 'value' | 'labels' | 'assignees' | 'state' | 'reviewer' | 'moment' | 'arrived'
  label: string
  /** Key of the ordering; columns of values have none, because the API does not order by them. */
  key?: string
  column?: Column
}

/** Tabs whose documents came there by their arrival, or in different ways. */
const WITHOUT_MOMENT = ['to_review', 'importing', 'failed_import', 'split', 'all']

/** Returns the heads for a view. */
export function headsOf({ tab }: View, columns: readonly Column[], { labels = false, assignees = false } = {}): Head[] {
  const moment = momentOf(tab)
  const momentName = `documents.${moment}`
  return [
    { kind: 'name', label: t('documents.name'), key: 'document__original_file_name', least: 12, share: 1.7 },
    ...columns.map((column): Head => ({ kind: 'value', label: column.label, column, ...WIDTHS[column.type] })),
    ...(labels ? [{ kind: 'labels', label: t('documents.labels'), least: 5.5, share: 0.5 } as const] : []),
    ...(assignees ? [{ kind: 'assignees', label: t('documents.assignees'), least: 5.9, share: 0 } as const] : []),
    ...(tab === 'reviewing'
      ? [{ kind: 'reviewer', label: t('documents.reviewer'), least: 7, share: 0.9 } as const]
      : []),
    ...(tab === 'all'
      ? [{ kind: 'state', label: t('documents.status'), key: 'status', least: 11.2, share: 0 } as const]
      : []),
    ...(WITHOUT_MOMENT.includes(tab)
      ? []
      : [
          {
            kind: 'moment',
            label: hasMessage(momentName) ? t(momentName) : '',
            key: moment,
            least: 8.3,
            share: 0,
          } as const,
        ]),
    { kind: 'arrived', label: t('documents.arrived'), key: 'document__arrived_at', least: 8.3, share: 0 },
  ]
}
