/** What this browser remembers of a user's way to look at pages. */
import { user } from '../../../app/session.ts'
import { clampZoom, type Zoom } from './layout.ts'

const keyOf = (name: string): string => `sheaf.pages.${name}.${user.peek()?.id ?? 0}`

/** Storage may be full or forbidden; then the default applies the next time. */
function write(name: string, value: string): void {
  try {
    localStorage.setItem(keyOf(name), value)
  } catch {
    // See above.
  }
}
function read(name: string): string | null {
  try {
    return localStorage.getItem(keyOf(name))
  } catch {
    return null
  }
}

export function readZoom(): Zoom {
  const stored = read('zoom')
  if (stored === 'width' || stored === 'page') return stored
  return Number(stored) > 0 ? clampZoom(Number(stored)) : 'width'
}
export const storeZoom = (zoom: Zoom): void => write('zoom', String(zoom))

export const readThumbnails = (): boolean => read('thumbnails') !== 'closed'
export const storeThumbnails = (isOpen: boolean): void => write('thumbnails', isOpen ? 'open' : 'closed')
