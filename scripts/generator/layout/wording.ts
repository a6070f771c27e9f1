import { Random } from '../../train/random.ts'
import { LABELS, type LabelKey } from '../labels/index.ts'
import type { Program } from './programs.ts'

const hash = (text: string, seed: number): number => {
  let value = seed >>> 0
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0
  return value
}

/** Chosen variants by program, language and label: a program always says the same. */
const chosen = new Map<string, string>()

/** The wording of one program in one language: each label always has the same text. */
export class Wording {
  private readonly program: Program
  readonly language: string
  private readonly values: Readonly<Record<string, string>>

  constructor(program: Program, language: string, values: Readonly<Record<string, string>>) {
    this.program = program
    this.language = language
    this.values = values
  }

  /** The text of a label, in the case of the program; `values` fill its placeholders. */
  label(key: LabelKey, values: Readonly<Record<string, string>> = {}): string {
    const { labelCase, bilingual } = this.program
    const own = this.variant(key, this.language)
    const text =
      bilingual && this.language !== 'en' && /^(t_|no_|date|due|c_|base|total|buyer|tax_sum)/.test(key)
        ? `${own} / ${this.variant(key, 'en')}`
        : own
    const filled = this.fill(text.replace(/\s*:$/, ''), values)
    // The capital of `i` is `İ` in Turkish, and Greek capitals have no accents.
    if (labelCase === 'upper') return filled.toLocaleUpperCase(this.language)
    return labelCase === 'lower' && !/^t_/.test(key) && this.language !== 'de'
      ? filled.toLocaleLowerCase(this.language)
      : filled
  }

  /** A label with the program's colon. */
  named(key: LabelKey, values: Readonly<Record<string, string>> = {}): string {
    const text = this.label(key, values)
    return /[:#.]$/.test(text) && this.program.colon === ' :' ? text : text + this.program.colon
  }

  /** A sentence, in its own case. */
  sentence(key: LabelKey, values: Readonly<Record<string, string>> = {}): string {
    return this.fill(this.variant(key, this.language), values)
  }

  private fill(text: string, values: Readonly<Record<string, string>>): string {
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? this.values[name] ?? whole)
  }

  private variant(key: LabelKey, language: string): string {
    const known = `${this.program.number}/${language}/${key}`
    let text = chosen.get(known)
    if (text === undefined) chosen.set(known, (text = this.choose(key, language)))
    return text
  }

  private choose(key: LabelKey, language: string): string {
    const [both, later] = (LABELS[language] ?? LABELS.en!)[key].split('||') as [string, string?]
    const random = new Random(hash(`${key}/${language}`, this.program.wordingSeed))
    const isLater = later !== undefined && this.program.use === 'test' && random.chance(0.5)
    return random.pick((isLater ? later : both).split('|')).trim()
  }
}
