/** A page in the editor: its image, its tools and the gap before it. Drawn again only when something of it changes. */
import { Component } from 'preact'
import type { Page } from '../../api/types.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageImage, ratioOf } from '../../ui/page-image.tsx'
import type { Dragging } from './drag.ts'
import type { Editor } from './editor.ts'
import type { EditPage } from './model.ts'

interface Props {
  editor: Editor
  dragging: Dragging
  page: EditPage
  info: Page | undefined
  /** Key of the part. */
  partKey: number
  /** Number of the part, and place in it, from 1. */
  part: number
  position: number
  selected: boolean
  /** Reached by Tab; arrow keys reach the others. */
  current: boolean
  locked: boolean
  /** The suggestion cuts before it. */
  dashed: boolean
  /** What the suggestion would do with it. */
  hint: string | undefined
  /** Cuts are possible. */
  divides: boolean
}

/** Size of pages that the API does not list any more. */
const UNKNOWN = { url: '', width: null, height: null }

export class PageCell extends Component<Props, { isNear?: boolean }> {
  override shouldComponentUpdate(next: Props, state: { isNear?: boolean }): boolean {
    return (
      state.isNear !== this.state.isNear ||
      (Object.keys(next) as (keyof Props)[]).some((name) => next[name] !== this.props[name])
    )
  }

  override render() {
    const { editor, dragging, page, info, position, selected, current, locked, dashed, hint, divides } = this.props
    const number = info?.number ?? 0
    const click = (event: MouseEvent) => {
      if (dragging.wasDragged) return
      // A click without a pointer comes from the space bar or from assistive technology.
      const isPlain = event.detail > 0 && (event as PointerEvent).pointerType !== 'touch'
      editor.select(page.key, { shift: event.shiftKey, toggles: event.ctrlKey || event.metaKey || !isPlain })
    }
    return (
      <li
        class={`page-cell ${selected ? 'selected' : ''} ${page.deleted ? 'left-out' : ''} ${locked ? 'locked' : ''}`}
        data-page={page.key}
        data-part={this.props.partKey}
        data-locked={locked ? '' : undefined}
        onPointerEnter={() => this.setState({ isNear: true })}
        onPointerLeave={() => this.setState({ isNear: false })}
        onFocusIn={() => (editor.focused.value = page.key)}
      >
        {divides && position > 1 && <Gap {...this.props} dashed={dashed} />}
        <div class="page-box">
          <button
            type="button"
            class="page-face"
            style={{ '--shape': String(ratioOf(info ?? UNKNOWN, page.rotation)) }}
            tabIndex={current ? 0 : -1}
            aria-pressed={selected}
            aria-label={nameOf(this.props)}
            onClick={click}
            onDblClick={() => (editor.zoomed.value = page.key)}
            onPointerDown={(event) => dragging.watch(page.key, event)}
          >
            <PageImage page={info ?? UNKNOWN} size="preview" rotation={page.rotation} alt="" />
            {page.deleted && <span class="page-mark">{t('editing.leftOut')}</span>}
            {hint && <span class="page-mark hint">{hint}</span>}
            {selected && (
              <span class="page-check">
                <Icon name="check" size={14} />
              </span>
            )}
          </button>
        </div>
        <div class="page-foot">
          <span class="page-number">{number}</span>
          {/* With hundreds of pages, tools that are not visible cost time. */}
          {!locked && (current || this.state.isNear) && (
            <Tools editor={editor} page={page} number={number} current={current} />
          )}
        </div>
      </li>
    )
  }
}

function nameOf({ page, info, part, position, hint, locked, editor }: Props): string {
  const values = { number: info?.number ?? 0, part, position, degrees: page.rotation }
  return [
    t(editor.opened.isInPlaceOnly ? 'editing.pageAt' : 'editing.pageIn', values),
    page.rotation && t('editing.pageRotated', values),
    page.deleted && t('editing.leftOut'),
    locked && t('editing.pageLocked'),
    hint,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Cuts the document before the page. */
function Gap({ editor, page, info, current, locked, dashed }: Props) {
  if (locked) return <span class="gap" />
  return (
    <button
      type="button"
      class={`gap ${dashed ? 'dashed' : ''}`}
      tabIndex={current ? 0 : -1}
      title={t(dashed ? 'editing.cutSuggested' : 'editing.cut')}
      aria-label={t(dashed ? 'editing.cutSuggestedBefore' : 'editing.cutBefore', { number: info?.number ?? 0 })}
      onClick={() => editor.toggleCut(page.key)}
    >
      <span class="gap-line" />
      <span class="gap-knob">
        <Icon name="split" size={16} />
      </span>
    </button>
  )
}

function Tools({
  editor,
  page,
  number,
  current,
}: {
  editor: Editor
  page: EditPage
  number: number
  current: boolean
}) {
  const rest = { tabIndex: current ? 0 : -1 }
  const only = new Set([page.key])
  return (
    <div class="page-tools">
      <Button
        kind="quiet"
        icon="rotate"
        class="flipped"
        label={t('editing.rotateLeft', { number })}
        onClick={() => editor.rotate(only, -90)}
        rest={rest}
      />
      <Button
        kind="quiet"
        icon="rotate"
        label={t('editing.rotateRight', { number })}
        onClick={() => editor.rotate(only, 90)}
        rest={rest}
      />
      <Button
        kind="quiet"
        icon="search"
        label={t('editing.zoom', { number })}
        onClick={() => (editor.zoomed.value = page.key)}
        rest={rest}
      />
      {!editor.isSingle && (
        <Button
          kind="quiet"
          icon={page.deleted ? 'add' : 'trash'}
          label={t(page.deleted ? 'editing.putBack' : 'editing.leaveOut', { number })}
          onClick={() => editor.toggleDeleted(only)}
          rest={rest}
        />
      )}
    </div>
  )
}
