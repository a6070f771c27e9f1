/** A page, large enough to read. */
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PageImage } from '../../ui/page-image.tsx'
import type { Editor } from './editor.ts'

export function ZoomDialog({ editor }: { editor: Editor }) {
  const { zoomed, order, opened } = editor
  const place = zoomed.value === null ? null : editor.placeOf(zoomed.value)
  if (!place) return null
  const { page, part } = place
  const info = opened.pages.get(page.page)
  const number = info?.number ?? 0
  const at = order.value.indexOf(page.key)
  const show = (index: number) => {
    const key = order.value[index]
    if (key === undefined) return
    editor.focused.value = key
    zoomed.value = key
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') show(at - 1)
    if (key === 'ArrowRight') show(at + 1)
  }
  const only = new Set([page.key])
  const close = () => {
    zoomed.value = null
    // The dialog returns the focus to the page from which it was opened; by now another page may be shown.
    requestAnimationFrame(() => editor.focus(page.key))
  }
  return (
    <Dialog
      wide
      title={t('editing.zoomTitle', { number, total: opened.pages.size })}
      onClose={close}
      actions={
        <div class="zoom-actions" onKeyDown={onKeyDown}>
          <Button icon="back" label={t('editing.previous')} disabled={at <= 0} onClick={() => show(at - 1)} />
          <Button
            icon="next"
            label={t('editing.next')}
            disabled={at >= order.value.length - 1}
            onClick={() => show(at + 1)}
          />
          {!part.locked && (
            <>
              <Button
                icon="rotate"
                class="flipped"
                label={t('editing.rotateLeft', { number })}
                onClick={() => editor.rotate(only, -90)}
              />
              <Button
                icon="rotate"
                label={t('editing.rotateRight', { number })}
                onClick={() => editor.rotate(only, 90)}
              />
              {!editor.isSingle && (
                <Button icon={page.deleted ? 'add' : 'trash'} onClick={() => editor.toggleDeleted(only)}>
                  {t(page.deleted ? 'editing.putBackShort' : 'editing.leaveOutShort')}
                </Button>
              )}
            </>
          )}
        </div>
      }
    >
      <div
        class={`zoomed ${page.deleted ? 'left-out' : ''}`}
        tabIndex={0}
        role="group"
        aria-label={t('editing.zoomHint')}
        autofocus
        onKeyDown={onKeyDown}
      >
        {info && (
          <>
            <PageImage page={info} size="preview" rotation={page.rotation} alt="" eager />
            <PageImage
              page={info}
              size="full"
              rotation={page.rotation}
              alt={t('editing.pageAlt', { number })}
              eager
              class="zoomed-full"
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
