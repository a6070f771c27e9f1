/** Copy and paste. The keys use the events of the browser, which need no permission; menus use its clipboard where it allows that. */
import { t } from '../../../i18n/index.ts'
import { showMessage } from '../../../ui/toasts.tsx'
import type { TableStore } from './table-store.ts'

/** Copies the selection, as from a menu. */
export async function copyText({ actions }: TableStore): Promise<void> {
  try {
    await navigator.clipboard.writeText(actions.copied())
    showMessage(t('grid.copied'))
  } catch {
    showMessage(t('grid.copyKeys'))
  }
}

/** Pastes, as from a menu; where the browser does not give the text, the user pastes it into a dialog. */
export async function pasteText(store: TableStore): Promise<void> {
  try {
    await take(store, await navigator.clipboard.readText())
  } catch {
    store.pasting.value = ''
  }
}

/** Pastes a text; new rows are announced first. */
async function take({ actions, pasting }: TableStore, text: string): Promise<void> {
  if (text.trim() === '') return
  if (actions.preview(text).adds.length) pasting.value = text
  else await actions.paste(text)
}

export function onCopy(event: ClipboardEvent, { actions, selection }: TableStore): void {
  if (selection.editing.value || !selection.isActive.value) return
  event.clipboardData?.setData('text/plain', actions.copied())
  event.preventDefault()
}

export function onPaste(event: ClipboardEvent, store: TableStore): void {
  const text = event.clipboardData?.getData('text/plain') ?? ''
  const { selection, mayEdit } = store
  if (!mayEdit.value || text === '') return
  // While a cell is edited, several cells replace the edit; a single one is text for the control.
  if (selection.editing.value) {
    if (!/[\t\n\r]/.test(text.trim())) return
    store.actions.cancel()
  }
  event.preventDefault()
  void take(store, text)
}
