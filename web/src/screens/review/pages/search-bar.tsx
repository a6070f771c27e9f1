/** The field for a search on the pages. */
import { useEffect, useRef } from 'preact/hooks'
import { formatNumber, t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/button.tsx'
import { MIN_PHRASE, type Search } from './search.ts'
import type { PagesView } from './view.ts'

export function SearchBar({ view, search }: { view: PagesView; search: Search }) {
  const input = useRef<HTMLInputElement>(null)
  const isOpen = view.searching.value
  useEffect(() => {
    if (isOpen) input.current?.select()
  }, [isOpen])
  if (!isOpen) return null
  const close = () => {
    view.searching.value = false
    view.scroller()?.focus({ preventScroll: true })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }
  const { length } = view.hits.value
  return (
    <div class="pages-search" role="search" onKeyDown={onKey}>
      <input
        ref={input}
        class="input"
        type="search"
        aria-label={t('pages.searchLabel')}
        placeholder={t('pages.searchLabel')}
        value={search.phrase.value}
        onInput={(event) => (search.phrase.value = event.currentTarget.value)}
      />
      <span class={`pages-search-count ${search.state.value === 'failed' ? 'failed' : ''}`} role="status">
        {statusOf(search, length)}
      </span>
      <Button
        kind="quiet"
        icon="up"
        label={t('pages.previousHit')}
        keys="Shift+Enter"
        disabled={!length}
        onClick={() => search.step(-1)}
      />
      <Button
        kind="quiet"
        icon="down"
        label={t('pages.nextHit')}
        keys="Enter"
        disabled={!length}
        onClick={() => search.step(1)}
      />
      <Button kind="quiet" icon="close" label={t('common.close')} keys="Escape" onClick={close} />
    </div>
  )
}

function statusOf({ state, error, at, phrase }: Search, count: number): string {
  if (phrase.value.trim().length < MIN_PHRASE) return ''
  if (state.value === 'failed') return error.value
  if (state.value === 'busy') return '…'
  if (state.value === 'idle') return ''
  return count ? t('pages.hits', { at: formatNumber(at.value + 1), count: formatNumber(count) }) : t('pages.noHits')
}
