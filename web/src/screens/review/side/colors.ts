/** Colours of labels. Users choose any colour, so the colour of the text is computed. */

/** Colours offered for new labels; each has a contrast of at least 4.5 to 1 with black or white text. */
export const LABEL_COLORS = [
  '#b3261e',
  '#c2570c',
  '#8a6d00',
  '#23693d',
  '#0f6e84',
  '#1f5a96',
  '#6a3fa0',
  '#9c2c6b',
  '#5c574e',
] as const

/** Relative luminance of a colour `#rrggbb` (WCAG 2.2). */
export function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Returns black or white, whichever is easier to read on a colour. One of them always has a contrast of at least 4.5 to 1. */
export const textOn = (color: string): '#000000' | '#ffffff' =>
  contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000'

/** Whether a text is a colour as the API stores it. */
export const isColor = (text: string | null): text is string => text !== null && /^#[0-9a-f]{6}$/i.test(text)

/** Returns the offered colour that the fewest labels have. */
export function nextColor(used: readonly (string | null)[]): string {
  const count = (color: string) => used.filter((one) => one?.toLowerCase() === color).length
  return [...LABEL_COLORS].sort((one, other) => count(one) - count(other))[0]!
}
