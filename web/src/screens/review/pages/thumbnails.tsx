/** Small images of all pages, with the number of values on each that wait for the reviewer. */
import { useComputed } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Page } from '../../../api/types.ts'
import { formatNumber, t } from '../../../i18n/index.ts'
import { PageImage } from '../../../ui/page-image.tsx'
import { uncertainByPage } from './boxes.ts'
import type { PagesView } from './view.ts'

export function Thumbnails({ view }: { view: PagesView }) {
  const list = useRef<HTMLOListElement>(null)
  const current = view.current.value
  const uncertain = useComputed(() => uncertainByPage(view.boxes.value))
  useEffect(() => list.current?.children[current]?.scrollIntoView({ block: 'nearest' }), [current])

  const onKey = (event: KeyboardEvent) => {
    const pages = view.review.pages.peek()
    const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: pages.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const index = Math.max(0, Math.min(pages.length - 1, to))
    view.goTo(index)
    view.current.value = index
    list.current?.children[index]?.querySelector('button')?.focus()
  }
  return (
    <nav class="pages-thumbnails" aria-label={t('pages.thumbnails')}>
      <ol ref={list} onKeyDown={onKey}>
        {view.review.pages.value.map((page, index) => (
          <Thumbnail
            key={page.url}
            view={view}
            page={page}
            index={index}
            isCurrent={index === current}
            uncertain={uncertain.value.get(page.number) ?? 0}
          />
        ))}
      </ol>
    </nav>
  )
}

interface ThumbnailProps {
  view: PagesView
  page: Page
  index: number
  isCurrent: boolean
  uncertain: number
}

/** One stop of the Tab key for all thumbnails; arrow keys move between them. */
function Thumbnail({ view, page, index, isCurrent, uncertain }: ThumbnailProps) {
  const count = view.review.pages.peek().length
  const name = [
    t('pages.page', { number: page.number, count }),
    uncertain && t('pages.uncertain', { count: uncertain }),
  ]
  const label = name.filter(Boolean).join(', ')
  return (
    <li>
      <button
        type="button"
        class="pages-thumbnail"
        aria-current={isCurrent ? 'page' : undefined}
        title={label}
        tabIndex={isCurrent ? 0 : -1}
        onClick={() => view.goTo(index)}
      >
        <PageImage page={page} size="preview" rotation={view.turn.value} alt="" />
        <span class="visually-hidden">{label}</span>
        <span class="pages-thumbnail-foot" aria-hidden="true">
          <span>{formatNumber(page.number)}</span>
          {uncertain > 0 && <span class="pages-mark">{formatNumber(uncertain)}</span>}
        </span>
      </button>
    </li>
  )
}
