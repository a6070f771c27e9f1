/** The list of a screen: loaded for its address, kept up to date, remembered on leaving. */
import type { Signal } from '@preact/signals'
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { request } from '../../api/client.ts'
import type { Queue } from '../../api/types.ts'
import { route } from '../../app/router.ts'
import type { Column } from './columns.ts'
import { startClock } from './clock.ts'
import { createList, type ListStore } from './list-store.ts'
import { followQueue } from './live.ts'
import { recall, remember } from './remembered.ts'
import { viewOf, type View } from './view.ts'

const present = (): string => `${route.peek().path}?${route.peek().query.toString()}`

export function useList(
  queue: Queue,
  columns: readonly Column[],
): { list: ListStore; view: View; counts: Signal<Record<string, number>> } {
  const list = useMemo(() => createList(queue.id), [queue.id])
  const counts = useSignal<Record<string, number>>(queue.counts)
  const query = route.value.query.toString()
  const view = useMemo(() => viewOf(new URLSearchParams(query)), [query])
  const address = useRef(present())

  useLayoutEffect(() => {
    const found = recall(address.current)
    if (!found) return
    list.show(found)
    // The rows are in the document after the next render.
    requestAnimationFrame(() => window.scrollTo(0, found.scrollY))
  }, [list])

  useEffect(startClock, [])

  useEffect(() => {
    address.current = present()
    void list.load(view, columns)
  }, [list, view, columns])

  useEffect(() => {
    const readCounts = async () => {
      const found = await request<Pick<Queue, 'counts'>>(`/queues/${queue.id}`, { query: { fields: 'counts' } })
      counts.value = found.counts
    }
    const end = followQueue(queue.id, { onChange: list.refresh, onResync: list.reload, onCounts: readCounts })
    return () => {
      end()
      list.close()
    }
  }, [list])

  useLayoutEffect(() => {
    // The router scrolls to the top before this screen ends, but the event of that comes later: the last one is of the user.
    let scrollY = window.scrollY
    const scroll = () => (scrollY = window.scrollY)
    window.addEventListener('scroll', scroll)
    return () => {
      window.removeEventListener('scroll', scroll)
      const { rows, next, total } = list
      remember({ address: address.current, rows: rows.peek(), next: next.peek(), total: total.peek(), scrollY })
    }
  }, [list])

  return { list, view, counts }
}
