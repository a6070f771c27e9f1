/** What this browser remembers of a user's way to look at pages. */
import { user } from '../../../app/session.ts'
import { clampZoom, type Zoom } from './layout.ts'
import { remember, storage } from '../../../app/storage.ts'

const keyOf = (name: string): string => `sheaf.pages.${name}.${user.peek()?.id ?? 0}`

const write = (name: string, value: string): void => remember(keyOf(name), value)
const read = (name: string): string | null => storage.getItem(keyOf(name))

export function readZoom(): Zoom {
  const stored = read('zoom')
  if (stored === 'width' || stored === 'page') return stored
  return Number(stored) > 0 ? clampZoom(Number(stored)) : 'width'
}
export const storeZoom = (zoom: Zoom): void => write('zoom', String(zoom))

export const readThumbnails = (): boolean => read('thumbnails') !== 'closed'
export const storeThumbnails = (isOpen: boolean): void => write('thumbnails', isOpen ? 'open' : 'closed')
