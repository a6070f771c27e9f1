/**
 * The texts of the screen are ICU messages, one file for each language. They are compiled when the screen is built, so that browsers load no
 * parser; a language with a mistake fails the build.
 */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import type { Plugin } from 'vite'

/** Messages by key. */
export type Texts = Record<string, string>

const FOLDER = join(import.meta.dirname, 'src/i18n/languages')
/** Of a plural, in compiled messages. */
const PLURAL = 2

interface Parts {
  args: Set<string>
  /** Forms of each plural: categories such as `few`, and exact numbers such as `=0`. */
  plurals: { arg: string; forms: string[] }[]
}

/** Returns what a compiled message contains, also in the forms of its plurals. */
function partsOf(message: CompiledMessage): Parts {
  const parts: Parts = { args: new Set(), plurals: [] }
  const visit = (nodes: unknown): void => {
    if (!Array.isArray(nodes)) return
    for (const node of nodes.filter(Array.isArray)) {
      const [arg, type, forms] = node as [string, number?, Record<string, unknown>?]
      parts.args.add(arg)
      if (typeof forms !== 'object') continue
      if (type === PLURAL) parts.plurals.push({ arg, forms: Object.keys(forms) })
      Object.values(forms).forEach(visit)
    }
  }
  visit(message)
  return parts
}

/** Returns a message without its parser; null if it cannot be parsed. */
function parse(text: string): CompiledMessage | null {
  try {
    return compile(text)
  } catch {
    return null
  }
}

/** Returns the categories of the numbers of a language, such as `one`, `few`, `many` and `other` of Polish. */
const categoriesOf = (language: string): string[] => new Intl.PluralRules(language).resolvedOptions().pluralCategories

function problemOf(language: string, text: string, english: string): string | null {
  if (typeof text !== 'string' || text.trim() === '') return 'the message is empty'
  const message = parse(text)
  if (message === null) return 'this is not an ICU message'
  const { args, plurals } = partsOf(message)
  const wanted = partsOf(compile(english)).args
  const missing = [...wanted].filter((arg) => !args.has(arg))
  if (missing.length) return `the message lacks {${missing.join('}, {')}}`
  const unknown = [...args].filter((arg) => !wanted.has(arg))
  if (unknown.length) return `the English message has no {${unknown.join('}, {')}}`
  const categories = categoriesOf(language)
  for (const { arg, forms } of plurals) {
    const lacking = categories.filter((category) => !forms.includes(category))
    if (lacking.length) return `the plural of {${arg}} lacks ${lacking.join(', ')}`
    const unused = forms.filter((form) => !form.startsWith('=') && !categories.includes(form))
    if (unused.length) return `the language does not have the plural ${unused.join(', ')} of {${arg}}`
  }
  return null
}

/** Returns what is wrong with the texts of a language, a line for each message; empty if the screen can show them. */
export function problemsOf(language: string, texts: Texts, english: Texts): string[] {
  if (!Intl.PluralRules.supportedLocalesOf([language]).length) return [`${language} is not the code of a language`]
  const keys = new Set([...Object.keys(english), ...Object.keys(texts)])
  return [...keys].flatMap((key) => {
    const [text, original] = [texts[key], english[key]]
    if (original === undefined) return [`${key}: there is no English message with this key`]
    if (text === undefined) return [`${key}: the message is missing`]
    const problem = problemOf(language, text, original)
    return problem === null ? [] : [`${key}: ${problem}`]
  })
}

/** Returns the messages of a language by key, in the form that the screen loads. */
export const compiled = (texts: Texts): Record<string, CompiledMessage> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(text)]))

/** The texts of a language as its file has them. */
export const textsOf = (language: string): Texts =>
  JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8')) as Texts

/** Compiles the files of languages for the bundle. */
export const compiledMessages = (): Plugin => ({
  name: 'compiled-messages',
  // The bundler reads the result as JSON.
  enforce: 'pre',
  transform(source, id) {
    const [file] = id.split('?')
    if (file === undefined || !/[\\/]i18n[\\/]languages[\\/][\w-]+\.json$/.test(file)) return null
    const texts = JSON.parse(source) as Texts
    const problems = problemsOf(basename(file, '.json'), texts, textsOf('en'))
    if (problems.length) this.error(`${file}:\n${problems.join('\n')}`)
    return { code: JSON.stringify(compiled(texts)), map: null }
  },
})
