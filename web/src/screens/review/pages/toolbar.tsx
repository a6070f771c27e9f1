/** The tools of the pages. */
import type { Signal } from '@preact/signals'
import { formatNumber, formatShare, t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { storeThumbnails } from './remembered.ts'
import { MAX_ZOOM, MIN_ZOOM, zoomOf } from './layout.ts'
import type { Taking } from './taking.ts'
import type { PagesView } from './view.ts'

/** Factor of one step of zoom. */
export const STEP = 1.25
const SCALES = [0.5, 0.75, 1, 1.5, 2, 4]

interface ToolbarProps {
  view: PagesView
  taking: Taking
  thumbnails: Signal<boolean>
}

export function Toolbar({ view, taking, thumbnails }: ToolbarProps) {
  const count = view.review.pages.value.length
  const canDraw = taking.canTake.value
  return (
    <div class="pages-toolbar" role="group" aria-label={t('pages.tools')}>
      {count > 1 && (
        <>
          <Button
            kind="quiet"
            icon="thumbnails"
            label={t('pages.thumbnails')}
            keys="T"
            expanded={thumbnails.value}
            onClick={() => toggleThumbnails(thumbnails)}
          />
          <PageNumber view={view} count={count} />
        </>
      )}
      <span class="pages-toolbar-space" />
      <ZoomTools view={view} />
      <Button kind="quiet" icon="rotate" label={t('pages.turnRight')} keys="R" onClick={() => view.turnView(90)} />
      <span class="pages-toolbar-line" aria-hidden="true" />
      <Button
        kind="quiet"
        icon="marquee"
        label={t('pages.draw')}
        keys="D"
        class="pages-draw"
        pressed={view.drawing.value}
        disabled={!canDraw}
        onClick={() => (view.drawing.value = !view.drawing.value)}
      />
      <Button
        kind="quiet"
        icon="words"
        label={t('pages.showWords')}
        keys="W"
        pressed={view.showWords.value}
        onClick={() => (view.showWords.value = !view.showWords.value)}
      />
      <Button
        kind="quiet"
        icon="search"
        label={t('pages.search')}
        keys="/"
        expanded={view.searching.value}
        onClick={() => (view.searching.value = !view.searching.value)}
      />
    </div>
  )
}

export function toggleThumbnails(thumbnails: Signal<boolean>): void {
  thumbnails.value = !thumbnails.value
  storeThumbnails(thumbnails.value)
}

function PageNumber({ view, count }: { view: PagesView; count: number }) {
  const number = formatNumber(view.current.value + 1)
  return (
    <span class="pages-number" title={t('pages.page', { number, count: formatNumber(count) })}>
      {t('pages.number', { number, count: formatNumber(count) })}
    </span>
  )
}

function ZoomTools({ view }: { view: PagesView }) {
  const mode = view.zoom.value
  const place = view.layout.value.pages[view.current.value]
  const zoom = place ? zoomOf(place) : 1
  const label = typeof mode === 'number' ? formatShare(zoom) : t(mode === 'width' ? 'pages.fitWidth' : 'pages.fitPage')
  return (
    <>
      <Button
        kind="quiet"
        icon="minus"
        label={t('pages.zoomOut')}
        keys="-"
        disabled={zoom <= MIN_ZOOM + 0.001}
        onClick={() => view.zoomBy(1 / STEP)}
      />
      <Menu
        button={{ kind: 'quiet', children: label, label: t('pages.zoom'), class: 'pages-zoom' }}
        items={[
          {
            label: t('pages.fitWidth'),
            checked: mode === 'width',
            keys: '0',
            run: () => view.setZoom('width'),
          },
          { label: t('pages.fitPage'), checked: mode === 'page', keys: 'Z', run: () => view.setZoom('page') },
          null,
          ...SCALES.map((scale) => ({
            label: formatShare(scale),
            checked: mode === scale,
            run: () => view.setZoom(scale),
          })),
          null,
          { label: t('pages.turnLeft'), icon: 'rotate', keys: 'Shift+R', run: () => view.turnView(-90) },
          { label: t('pages.turnRight'), icon: 'rotate', keys: 'R', run: () => view.turnView(90) },
        ]}
      />
      <Button
        kind="quiet"
        icon="add"
        label={t('pages.zoomIn')}
        keys="+"
        disabled={zoom >= MAX_ZOOM - 0.001}
        onClick={() => view.zoomBy(STEP)}
      />
    </>
  )
}
