/** What can be done with the selected pages. */
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { Editor } from './editor.ts'
import { isDocument, pagesOf } from './model.ts'

export function SelectionBar({ editor }: { editor: Editor }) {
  const { keys } = editor.selection.value
  const { parts } = editor.draft.value
  if (!keys.size || editor.isDragging.value) return null
  const isOut = pagesOf(editor.draft.value).every(({ key, deleted }) => deleted || !keys.has(key))
  const targets = parts.flatMap((part) =>
    part.locked || !isDocument(part) || part.pages.every(({ key }) => keys.has(key))
      ? []
      : [
          {
            label: t('editing.moveToPart', { number: editor.numbers.value.get(part.key) ?? 0 }),
            run: () => editor.moveTo(keys, { part: part.key, before: null }),
          },
        ],
  )
  return (
    <div class="selection-bar" role="toolbar" aria-label={t('editing.selection')}>
      <span class="selection-count">{t('editing.selected', { count: keys.size })}</span>
      <Button
        kind="quiet"
        icon="rotate"
        class="flipped"
        label={t('editing.rotateSelectedLeft')}
        keys="Shift+R"
        onClick={() => editor.rotate(keys, -90)}
      />
      <Button
        kind="quiet"
        icon="rotate"
        label={t('editing.rotateSelectedRight')}
        keys="R"
        onClick={() => editor.rotate(keys, 90)}
      />
      {!editor.isSingle && (
        <Button kind="quiet" icon={isOut ? 'add' : 'trash'} keys="Delete" onClick={() => editor.toggleDeleted(keys)}>
          {t(isOut ? 'editing.putBackShort' : 'editing.leaveOutShort')}
        </Button>
      )}
      {!editor.opened.isInPlaceOnly && !editor.isSingle && (
        <>
          <Button kind="quiet" icon="split" keys="C" onClick={() => editor.cutAt(keys)}>
            {t('editing.cutHere')}
          </Button>
          <Menu
            button={{ kind: 'quiet', icon: 'copy', label: t('editing.moveTo'), children: t('editing.moveTo') }}
            items={[
              ...(parts.length > 1 ? [...targets, null] : []),
              { label: t('editing.moveToNew'), icon: 'add' as const, run: () => editor.moveToNew(keys) },
            ]}
          />
        </>
      )}
      <Button
        kind="quiet"
        icon="close"
        label={t('editing.selectNone')}
        keys="Escape"
        onClick={() => editor.selectNone()}
      />
    </div>
  )
}
