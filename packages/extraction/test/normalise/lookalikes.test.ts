import { describe, expect, it } from 'vitest'
import { tokenize } from '../../src/lexicon/index.ts'
import { foldText } from '../../src/normalise/ids.ts'
import { uniteScripts } from '../../src/normalise/lookalikes.ts'
import { foldText as foldHeading } from '../../src/tables/lexicon.ts'

describe('uniteScripts', () => {
  it.each([
    ['AΦM', 'ΑΦΜ'],
    ['ЄДPПОУ: 32855961', 'ЄДРПОУ: 32855961'],
    ['Дата видачi', 'Дата видачі'],
    ['ΦΠA 24%', 'ΦΠΑ 24%'],
  ])('writes %s in one script', (mixed, whole) => {
    expect(mixed).not.toBe(whole)
    expect(uniteScripts(mixed)).toBe(whole)
    expect(foldText(mixed)).toBe(foldText(whole))
    expect(foldHeading(mixed)).toBe(foldHeading(whole))
    expect(tokenize(mixed).map(({ token }) => token)).toEqual(tokenize(whole).map(({ token }) => token))
  })

  it.each(['LED-панель', 'USB кабель', 'webсайт', 'Ltd. Щ', 'Ärzte', 'Ω10 kΩ'])('leaves %s as it is', (text) => {
    expect(uniteScripts(text)).toBe(text)
  })

  it('takes time in proportion to the length of a word', () => {
    const word = `é${'x'.repeat(200_000)}`
    expect(uniteScripts(word)).toBe(word)
  })
})
