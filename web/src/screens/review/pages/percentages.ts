import type { Rectangle } from '../store/review.ts'
import { sizeOf } from './layout.ts'

/** Position of an HTML element above a page, which stays right at each zoom. */
export function percentages(
  [left, top, right, bottom]: Rectangle,
  page: { width: number | null; height: number | null },
): Record<'left' | 'top' | 'width' | 'height', string> {
  const { width, height } = sizeOf(page)
  const share = (value: number, of: number) => `${(100 * value) / of}%`
  return {
    left: share(left, width),
    top: share(top, height),
    width: share(right - left, width),
    height: share(bottom - top, height),
  }
}
