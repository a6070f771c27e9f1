import { LINE_CHARACTERS, LOG_BYTES, LOG_LINES } from './limits.ts'
import type { LogLine } from './types.ts'

const LEVELS: readonly unknown[] = ['INFO', 'WARNING', 'ERROR']

/** The log of one call, bounded in lines and bytes. */
export class BoundedLog {
  readonly #lines: LogLine[] = []
  #bytes = 0
  #dropped = 0

  add(level: unknown, text: unknown): void {
    const line = cut(String(text))
    const bytes = Buffer.byteLength(line)
    if (this.#lines.length >= LOG_LINES || this.#bytes + bytes > LOG_BYTES) return void this.#dropped++
    this.#bytes += bytes
    this.#lines.push({ level: isLevel(level) ? level : 'INFO', text: line })
  }

  drop(lines: unknown): void {
    if (Number.isSafeInteger(lines) && Number(lines) > 0) this.#dropped += Number(lines)
  }

  /** The lines, and a last one if some are missing. */
  get lines(): LogLine[] {
    if (!this.#dropped) return this.#lines
    const limit = `${LOG_BYTES / 1000} kB or ${LOG_LINES} lines`
    return [
      ...this.#lines,
      { level: 'WARNING', text: `${this.#dropped} more lines were dropped: a log has at most ${limit}.` },
    ]
  }
}

const isLevel = (level: unknown): level is LogLine['level'] => LEVELS.includes(level)

const cut = (text: string): string =>
  text.length > LINE_CHARACTERS ? `${text.slice(0, LINE_CHARACTERS)}… (${text.length} characters)` : text
