/** Text of pages by granularity, and search for phrases in it. */
export type Box = [left: number, top: number, right: number, bottom: number]

export interface PageWords {
  number: number
  /** `ocr`: recognized in an image, so letters may be wrong. */
  source: string
  words: { text: string; box: Box }[]
  lines: { text: string; box: Box }[]
}

export const GRANULARITIES = ['lines', 'words', 'chars', 'texts', 'barcodes'] as const
export type Granularity = Exclude<(typeof GRANULARITIES)[number], 'barcodes'>

export interface TextItem {
  text: string
  /** Absent for the text of a whole page. */
  position?: Box
}

export function itemsOf(page: PageWords, granularity: Granularity): TextItem[] {
  switch (granularity) {
    case 'words':
      return page.words.map(({ text, box }) => ({ text, position: box }))
    case 'lines':
      return page.lines.map(({ text, box }) => ({ text, position: box }))
    case 'chars':
      return page.words.flatMap(({ text, box }) => charactersOf(text, box))
    case 'texts':
      return [{ text: page.lines.map((line) => line.text).join('\n') }]
  }
}

/** Only the positions of words are known: the box of a word is divided into equal parts for its characters. */
function charactersOf(text: string, [left, top, right, bottom]: Box): TextItem[] {
  const characters = [...text]
  const at = (index: number) => round(left + ((right - left) * index) / characters.length)
  return characters.map((character, index) => ({ text: character, position: [at(index), top, at(index + 1), bottom] }))
}

const round = (pixels: number) => Math.round(pixels * 100) / 100

/** Lower case without accents and with single spaces, so that texts that look alike are equal. */
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

export interface Occurrence {
  rectangle: Box
  page: number
}

/** Maximum length of a phrase in characters; the cost grows with its square. */
export const MAX_PHRASE = 256

/**
 * Finds the phrase as part of a word or as a run of words of one page. `tolerance` is the number of letters that may differ, by default a
 * quarter of the phrase; it applies only to OCR pages. Of overlapping matches only the best is returned.
 */
export function findPhrase(pages: PageWords[], phrase: string, tolerance?: number): Occurrence[] {
  const wanted = fold(phrase)
  if (!wanted) return []
  const count = wanted.split(' ').length
  return pages.flatMap((page) => {
    const allowed = page.source === 'ocr' ? (tolerance ?? Math.floor(wanted.length / 4)) : 0
    const texts = page.words.map((word) => fold(word.text))
    const runs = texts.flatMap((_, start) =>
      // One word more or less, because OCR loses and inserts spaces.
      [count, ...(allowed ? [count - 1, count + 1] : [])].flatMap((length) => {
        const end = start + length
        if (length < 1 || end > texts.length) return []
        const far = distance(wanted, texts.slice(start, end).join(' '), allowed)
        return far <= allowed ? [{ start, end, far, length }] : []
      }),
    )
    return nearest(runs).map(({ start, end }) => ({
      rectangle: around(page.words.slice(start, end).map((word) => word.box)),
      page: page.number,
    }))
  })
}

interface Run {
  start: number
  end: number
  far: number
}

/** Of overlapping runs, keeps the one with the smallest distance, then the shortest. */
function nearest(runs: Run[]): Run[] {
  const kept: Run[] = []
  for (const run of [...runs].sort(
    (a, b) => a.far - b.far || a.end - a.start - (b.end - b.start) || a.start - b.start,
  )) {
    if (kept.every((other) => run.end <= other.start || run.start >= other.end)) kept.push(run)
  }
  return kept.sort((a, b) => a.start - b.start)
}

const around = (boxes: Box[]): Box => [
  Math.min(...boxes.map((box) => box[0])),
  Math.min(...boxes.map((box) => box[1])),
  Math.max(...boxes.map((box) => box[2])),
  Math.max(...boxes.map((box) => box[3])),
]

/** Returns 0 if the text contains the phrase; otherwise the edit distance of the two, or any number above `limit` if it exceeds it. */
function distance(phrase: string, text: string, limit: number): number {
  if (text.includes(phrase)) return 0
  if (limit === 0 || Math.abs(phrase.length - text.length) > limit) return limit + 1
  let before = Array.from({ length: text.length + 1 }, (_, index) => index)
  for (let i = 1; i <= phrase.length; i++) {
    const row = [i]
    for (let j = 1; j <= text.length; j++) {
      const swap = before[j - 1]! + (phrase[i - 1] === text[j - 1] ? 0 : 1)
      row.push(Math.min(swap, before[j]! + 1, row[j - 1]! + 1))
    }
    if (Math.min(...row) > limit) return limit + 1
    before = row
  }
  return before.at(-1)!
}
