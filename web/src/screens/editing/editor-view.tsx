/** The open editor: its head, the parts, and what saving will do. */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { execute } from './commands.ts'
import { Dragging } from './drag.ts'
import { DragLayer, NewPartTarget } from './drag-layer.tsx'
import type { Editor } from './editor.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { commandOf, type Box } from './keys.ts'
import { partItems } from './part-items.tsx'
import { SaveBar } from './save-bar.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { SuggestionBanner } from './suggestion-banner.tsx'
import { ZoomDialog } from './zoom-dialog.tsx'

interface Props {
  editor: Editor
  onSaved: (annotations: readonly string[]) => void
  onCancel: () => void
}

export function EditorView({ editor, onSaved, onCancel }: Props) {
  /** Ctrl+Z and the like also act outside of the pages, except in fields, which have an undo of their own. */
  const onKeyDown = (event: KeyboardEvent) => {
    const command = event.ctrlKey || event.metaKey ? commandOf(event) : null
    if (event.defaultPrevented || (command !== 'undo' && command !== 'redo')) return
    if ((event.target as HTMLElement).closest('input, select, dialog')) return
    event.preventDefault()
    execute(editor, command, false, () => [])
  }
  return (
    <div class="editing" onKeyDown={onKeyDown}>
      <div class="editing-body" inert={editor.isSaving.value}>
        <Head editor={editor} />
        <SuggestionBanner editor={editor} />
        <PartList editor={editor} />
        <SelectionBar editor={editor} />
      </div>
      <SaveBar editor={editor} onSaved={onSaved} onCancel={onCancel} />
      <ZoomDialog editor={editor} />
      <p class="visually-hidden" role="status">
        {editor.said.value}
      </p>
    </div>
  )
}

function Head({ editor }: { editor: Editor }) {
  const [isHelping, setHelping] = useState(false)
  const { past, future } = editor.history.value
  const { opened } = editor
  return (
    <header class="editing-head">
      <div class="editing-title">
        <h1>{t('editing.title')}</h1>
        <p class="soft">
          <span class="file-name">{opened.name}</span> · {t('editing.count', { count: opened.pages.size })}
        </p>
      </div>
      <div class="end">
        <Button kind="quiet" keys="Z" disabled={!past.length} onClick={() => editor.undo()}>
          {t('editing.undo')}
        </Button>
        <Button kind="quiet" keys="Shift+Z" disabled={!future.length} onClick={() => editor.redo()}>
          {t('editing.redo')}
        </Button>
        <Button kind="quiet" icon="keyboard" label={t('editing.keys')} onClick={() => setHelping(true)} />
      </div>
      {isHelping && <KeysDialog divides={!opened.isInPlaceOnly} onClose={() => setHelping(false)} />}
    </header>
  )
}

/** All parts. Keys act while the focus is on a page. */
function PartList({ editor }: { editor: Editor }) {
  const area = useRef<HTMLDivElement>(null)
  const dragging = useMemo(() => new Dragging(editor), [editor])
  const { parts } = editor.draft.value
  useFocus(editor, area)
  useLayoutEffect(() => dragging.setArea(area.current), [dragging])

  const boxes = (): Box[] =>
    [...area.current!.querySelectorAll<HTMLElement>('[data-page]')].map((cell) => {
      const { left, top, bottom } = cell.getBoundingClientRect()
      return { key: Number(cell.dataset.page), left, top, bottom }
    })
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).closest('[data-page]')) return
    const command = commandOf(event)
    // On the small buttons of a page, Enter presses the button.
    if (command === null || (command === 'zoom' && !(event.target as HTMLElement).closest('.page-face'))) return
    event.preventDefault()
    execute(editor, command, event.shiftKey, boxes)
  }
  return (
    <div
      ref={area}
      class="parts"
      role="group"
      aria-label={t('editing.pages')}
      onKeyDown={onKeyDown}
      onClick={({ target }) => (target as HTMLElement).matches('.parts, .page-grid') && editor.selectNone()}
    >
      <ol class="page-grid">{parts.flatMap((part, index) => partItems(editor, dragging, part, index))}</ol>
      {editor.isSingle && <p class="single-hint soft">{t('editing.single')}</p>}
      {!editor.opened.isInPlaceOnly && !editor.isSingle && <NewPartTarget dragging={dragging} />}
      <DragLayer dragging={dragging} />
    </div>
  )
}

/** Puts the focus on the current page after commands: a page that changes its part is drawn again and would lose it. */
function useFocus({ refocus, focused }: Editor, area: { readonly current: HTMLElement | null }): void {
  const count = refocus.value
  useLayoutEffect(() => {
    if (count === 0) return
    const { activeElement } = document
    // Typing into a field, or pressing a button that remains, keeps the focus there.
    if (activeElement && activeElement !== document.body && !activeElement.closest('.page-face')) return
    area.current?.querySelector<HTMLElement>(`[data-page="${focused.value}"] .page-face`)?.focus()
  }, [count])
}
