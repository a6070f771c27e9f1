/** The commands of a table: one list for keys, toolbar and menus. */
import { t } from '../../../i18n/index.ts'
import type { Command } from '../../../ui/commands.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import type { TableStore } from './table-store.ts'
import { copyText, pasteText } from './clipboard.ts'

export interface GridCommand extends Command {
  icon?: IconName
  danger?: boolean
  /** Separated by a line from those before it in menus. */
  begins?: boolean
}

/** Returns the commands in the order of menus. Those that the user may not use now are left out or disabled. */
export function gridCommands(store: TableStore): GridCommand[] {
  const { review, selection, actions, mayEdit, widths, drawing } = store
  const { rows, columns } = selection.table.value
  const range = selection.range.value
  const isActive = selection.isActive.value && rows.length > 0
  const isFree = !actions.busy.value
  const may = isActive && isFree
  const column = columns[selection.at.value.col]
  const resize = (by: number) => {
    const heading = document.querySelector<HTMLElement>(`[data-cell="${selection.cell()?.id}"]`)
    if (column && heading) widths.set(column.id, heading.offsetWidth + by)
  }
  const group = t('grid.group')
  const edits: Omit<GridCommand, 'group'>[] = [
    {
      id: 'grid.add',
      label: t('grid.add'),
      icon: 'add',
      keys: ['Alt+I', 'Alt+Insert'],
      enabled: isFree,
      run: () => void actions.addRow(),
    },
    {
      id: 'grid.paste',
      label: t('grid.paste'),
      keys: ['Ctrl+V'],
      enabled: isFree,
      run: () => void pasteText(store),
    },
    {
      id: 'grid.copyDown',
      label: t('grid.copyDown'),
      icon: 'down',
      keys: ['Ctrl+D'],
      enabled: may && (range.bottom > range.top || range.top > 0),
      begins: true,
      run: actions.copyDown,
    },
    { id: 'grid.clear', label: t('grid.clear'), keys: ['Delete'], enabled: may, run: () => void actions.clear() },
    {
      id: 'grid.right',
      label: t('grid.right'),
      keys: ['Alt+Shift+ArrowRight'],
      enabled: may,
      run: () => void actions.shift(1),
    },
    {
      id: 'grid.left',
      label: t('grid.left'),
      keys: ['Alt+Shift+ArrowLeft'],
      enabled: may,
      run: () => void actions.shift(-1),
    },
    {
      id: 'grid.join',
      label: range.bottom > range.top ? t('grid.join') : t('grid.joinAbove'),
      icon: 'up',
      keys: ['Alt+M'],
      enabled: may && range.bottom > 0,
      begins: true,
      run: () => void actions.join(),
    },
    {
      id: 'grid.check',
      label: t('grid.check', { count: range.bottom - range.top + 1 }),
      icon: 'check',
      keys: ['Alt+Enter'],
      enabled: isActive,
      run: () => actions.acceptRows(),
    },
    {
      id: 'grid.checkAll',
      label: t('grid.checkAll'),
      keys: ['Alt+Shift+Enter'],
      enabled: rows.length > 0,
      run: () => actions.acceptRows(true),
    },
    {
      id: 'grid.remove',
      label: t('grid.remove', { count: range.bottom - range.top + 1 }),
      icon: 'trash',
      keys: ['Alt+Delete'],
      danger: true,
      enabled: may,
      run: () => void actions.removeRows(),
    },
    {
      id: 'grid.undo',
      label: t('grid.undo'),
      keys: ['Ctrl+Z'],
      // In an edited cell the browser undoes what was typed.
      outsideText: true,
      enabled: isFree && actions.steps.value.length > 0,
      begins: true,
      run: () => void actions.undo(),
    },
    {
      id: 'grid.columns',
      label: t('grid.columns'),
      icon: 'grid',
      keys: ['Alt+G'],
      enabled: isFree && review.pages.value.length > 0,
      run: () => (drawing.value = true),
    },
  ]
  const always: Omit<GridCommand, 'group'>[] = [
    {
      id: 'grid.copy',
      label: t('grid.copy'),
      icon: 'copy',
      keys: ['Ctrl+C'],
      enabled: isActive,
      begins: true,
      run: () => void copyText(store),
    },
    { id: 'grid.wider', label: t('grid.wider'), enabled: isActive, run: () => resize(32) },
    { id: 'grid.narrower', label: t('grid.narrower'), enabled: isActive, run: () => resize(-32) },
  ]
  return [...(mayEdit.value ? edits : []), ...always].map((command) => ({ ...command, group }))
}
