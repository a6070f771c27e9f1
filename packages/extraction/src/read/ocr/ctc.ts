/** Decodes the output of the recognizers: connectionist temporal classification, best path (Graves et al., 2006). */

/** One recognized character with its time steps (`from` inclusive, `to` exclusive). */
export interface ReadCharacter {
  text: string
  /** Highest probability over its steps. */
  confidence: number
  from: number
  to: number
}

export interface LineReading {
  characters: ReadCharacter[]
  /** Number of time steps of the line; step s covers s/steps .. (s+1)/steps of its width. */
  steps: number
}

export const BLANK = 0

/**
 * Returns the characters of a recognizer's classes: class 0 is the blank, the last class the space. The files have CRLF line breaks, and a
 * character may itself be a kind of space, so only the line breaks are removed.
 */
export function parseDictionary(text: string): string[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  if (lines.at(-1) === '') lines.pop()
  return ['', ...lines.map(plainForm), ' ']
}

/** Maps full-width letters, digits and signs to their plain forms, because the models were also trained on Chinese text. */
function plainForm(character: string): string {
  if (character === '\u3000') return ' '
  const code = character.codePointAt(0) ?? 0
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCodePoint(code - 0xfee0)
  if (code === 0xffe5) return '¥'
  return character
}

/**
 * Returns the most probable class of every step, and its probability. The probabilities of a step add up to 1, so a class with more than
 * half ends the search. This usually happens early, because blanks and Latin letters are the first classes.
 */
export function bestPath(probabilities: Float32Array, classes: number): { path: Int32Array; scores: Float32Array } {
  const steps = probabilities.length / classes
  const path = new Int32Array(steps)
  const scores = new Float32Array(steps)
  for (let step = 0; step < steps; step++) {
    const row = step * classes
    let best = 0
    let score = probabilities[row]!
    for (let c = 1; c < classes && score <= 0.5; c++) {
      const value = probabilities[row + c]!
      if (value > score) {
        score = value
        best = c
      }
    }
    path[step] = best
    scores[step] = score
  }
  return { path, scores }
}

/** Merges repeats and drops blanks: the path `a a - a b` is "aab". */
export function collapse(path: ArrayLike<number>, scores: ArrayLike<number>, dictionary: string[]): LineReading {
  const characters: ReadCharacter[] = []
  let previous = BLANK
  for (let step = 0; step < path.length; step++) {
    const current = path[step]!
    const last = characters.at(-1)
    if (current !== BLANK && current === previous && last) {
      last.to = step + 1
      last.confidence = Math.max(last.confidence, scores[step]!)
    } else if (current !== BLANK) {
      characters.push({ text: dictionary[current] ?? '', confidence: scores[step]!, from: step, to: step + 1 })
    }
    previous = current
  }
  return { characters, steps: path.length }
}

/** Returns the mean probability of a line's characters; 0 for an empty line. */
export function lineConfidence(line: LineReading): number {
  if (!line.characters.length) return 0
  return line.characters.reduce((sum, c) => sum + c.confidence, 0) / line.characters.length
}

export function lineText(line: LineReading): string {
  return line.characters.map((c) => c.text).join('')
}
