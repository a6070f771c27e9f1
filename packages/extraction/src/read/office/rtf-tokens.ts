/** The tokens of RTF: groups, control words with a number, and bytes of text. */
export type RtfToken =
  | { kind: 'open' }
  | { kind: 'close' }
  | { kind: 'word'; word: string; number: number | undefined }
  | { kind: 'byte'; value: number }

/** Control words have at most 32 letters, and numbers 10 digits. */
const WORD = /[a-zA-Z]{1,32}(-?[0-9]{1,10})?/y

/** Reads the tokens one after the other, in linear time. Binary data are left out. */
export class RtfTokens implements Iterable<RtfToken> {
  readonly #text: string

  constructor(bytes: Buffer) {
    this.#text = bytes.toString('latin1')
  }

  *[Symbol.iterator](): Iterator<RtfToken> {
    const text = this.#text
    for (let at = 0; at < text.length;) {
      const letter = text[at]!
      if (letter === '{' || letter === '}') {
        yield { kind: letter === '{' ? 'open' : 'close' }
        at++
      } else if (letter === '\r' || letter === '\n' || letter === '\0') {
        at++
      } else if (letter !== '\\') {
        yield { kind: 'byte', value: text.charCodeAt(at) }
        at++
      } else {
        WORD.lastIndex = at + 1
        const found = WORD.exec(text)
        if (found) {
          const [all, digits] = found
          const number = digits === undefined ? undefined : Number(digits)
          const word = digits === undefined ? all : all.slice(0, -digits.length)
          at += 1 + all.length
          // A space ends the word and is no text.
          if (text[at] === ' ') at++
          if (word === 'bin') at += Math.max(0, number ?? 0)
          else yield { kind: 'word', word, number }
        } else if (text[at + 1] === "'") {
          const value = Number.parseInt(text.slice(at + 2, at + 4), 16)
          if (!Number.isNaN(value)) yield { kind: 'byte', value }
          at += 4
        } else {
          const next = text[at + 1] ?? ''
          if ('\\{}'.includes(next) && next) yield { kind: 'byte', value: next.charCodeAt(0) }
          else yield { kind: 'word', word: next === '\n' || next === '\r' ? 'par' : next, number: undefined }
          at += 2
        }
      }
    }
  }
}
