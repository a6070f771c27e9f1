/** Makes a recorded answer an example: short lists, and values that do not change from run to run or look like secrets. */

const MAX_ITEMS = 2
const MAX_TEXT = 400
const TIME = '2026-03-09T10:15:00.000000Z'

/** Random parts of names in tests, secrets, storage keys and moments. */
function tidyText(text: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)) return TIME
  const plain = text
    .replace(/\b[0-9a-f]{32,}\b/g, (code) => '0123456789abcdef'.repeat(8).slice(0, code.length))
    .replace(
      /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
      '3f0d8a52-6c1e-4b7a-9d25-0e8f4c7b1a36',
    )
    .replace(/[-_ ][0-9a-f]{8}(?=@|\b)/g, (part) => (/\d/.test(part) ? '' : part))
    .replace(/(cursor=)[^&"]+/g, '$1bzoxMDA')
    .replace(/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?/g, 'example.com')
    .replace(/\/(tmp|home)\/[^\s"']*/g, 'folder')
  return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)}…` : plain
}

export function tidy(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\n') ? tidyLines(value) : tidyText(value)
  // Positions have four numbers.
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'number') ? value.slice(0, 8) : value.slice(0, MAX_ITEMS).map(tidy)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, tidy(inner)]))
}

/** The first lines of a text file. */
const tidyLines = (text: string): string =>
  text
    .split('\n')
    .slice(0, 12)
    .map((line) => tidyText(line))
    .join('\n')
