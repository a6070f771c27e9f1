/** What follows the pointer while pages are dragged. */
import { t } from '../../i18n/index.ts'
import type { Dragging } from './drag.ts'

export function DragLayer({ dragging }: { dragging: Dragging }) {
  const shown = dragging.shown.value
  if (!shown) return null
  const { line, x, y, count, number } = shown
  return (
    <>
      {line && (
        <div class="drop-line" style={{ left: `${line.left}px`, top: `${line.top}px`, height: `${line.height}px` }} />
      )}
      <div class="drag-ghost" style={{ transform: `translate(${x + 14}px, ${y + 12}px)` }}>
        {count === 1 ? t('editing.dragOne', { number }) : t('editing.count', { count })}
      </div>
    </>
  )
}

/** Appears during a drag: pages dropped on it become a document. */
export const NewPartTarget = ({ dragging }: { dragging: Dragging }) => (
  <div
    class={`new-part ${dragging.shown.value ? 'ready' : ''} ${dragging.shown.value?.overNew ? 'over' : ''}`}
    data-new
  >
    {dragging.shown.value && t('editing.moveToNew')}
  </div>
)
