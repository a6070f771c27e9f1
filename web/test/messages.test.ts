import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import format from 'icu-minify/format'
import { describe, expect, it } from 'vitest'
import { compiled, problemsOf, textsOf, type Texts } from '../messages.ts'

const english = textsOf('en')
const languages = readdirSync(join(import.meta.dirname, '../src/i18n/languages')).map((file) =>
  file.replace('.json', ''),
)

const formatters = {
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
}

describe('the messages of a language', () => {
  it('are there in English and German', () => {
    expect(languages).toEqual(expect.arrayContaining(['de', 'en']))
    expect(Object.keys(english).length).toBeGreaterThan(1000)
  })

  it.each(languages)('have the keys, arguments and plurals that the screen needs: %s', (language) => {
    expect(problemsOf(language, textsOf(language), english)).toEqual([])
  })

  it.each([
    ['de', { a: '{n, plural, one {# Zeile} other {# Zeilen}} in {name}' }, []],
    ['de', {}, ['a: the message is missing']],
    ['de', { a: ' ' }, ['a: the message is empty']],
    ['de', { a: '{n, plural, one {# Zeile}' }, ['a: this is not an ICU message']],
    ['de', { a: '{n, plural, one {# Zeile} other {# Zeilen}}' }, ['a: the message lacks {name}']],
    ['de', { a: '{n} {name} {queue}' }, ['a: the English message has no {queue}']],
    ['de', { a: '{n} {name}', b: 'B' }, ['b: there is no English message with this key']],
    ['pl', { a: '{n, plural, one {#} other {#}} {name}' }, ['a: the plural of {n} lacks few, many']],
    [
      'de',
      { a: '{n, plural, =0 {keine} one {#} two {#} other {#}} {name}' },
      ['a: the language does not have the plural two of {n}'],
    ],
    ['xx', {}, ['xx is not the code of a language']],
  ] as [string, Texts, string[]][])('are checked when the screen is built: %s %j', (language, texts, problems) => {
    expect(problemsOf(language, texts, { a: '{n, plural, one {# row} other {# rows}} in {name}' })).toEqual(problems)
  })
})

describe('plurals', () => {
  const rows = { rows: '{n, plural, one {# row} other {# rows}}' }
  const said = (language: string, texts: Texts) => {
    expect(problemsOf(language, texts, rows)).toEqual([])
    const message = compiled(texts)['rows']!
    return [0, 1, 2, 5, 12, 22, 1.5].map((n) => format(message, language, { n }, { formatters }))
  }

  it('follow the rules of Polish', () => {
    const polish = { rows: '{n, plural, one {# wiersz} few {# wiersze} many {# wierszy} other {# wiersza}}' }
    expect(said('pl', polish)).toEqual([
      '0 wierszy',
      '1 wiersz',
      '2 wiersze',
      '5 wierszy',
      '12 wierszy',
      '22 wiersze',
      '1,5 wiersza',
    ])
  })

  it('follow the rules of Czech', () => {
    const czech = { rows: '{n, plural, one {# řádek} few {# řádky} many {# řádku} other {# řádků}}' }
    expect(said('cs', czech)).toEqual(['0 řádků', '1 řádek', '2 řádky', '5 řádků', '12 řádků', '22 řádků', '1,5 řádku'])
  })
})
