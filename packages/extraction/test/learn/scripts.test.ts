import { describe, expect, it } from 'vitest'
import { analyse } from '../../src/find/analyse.ts'
import { makeLesson } from '../../src/learn/lesson.ts'
import { PrintedTexts } from '../../src/learn/printed.ts'
import { pageOf, type Placed } from '../pages.ts'

describe('lessons of documents in other scripts', () => {
  it('find a value as it is printed, in characters that mean the same', () => {
    const texts = new PrintedTexts(analyse(pageOf([[60, 60, '登録番号：Ｔ１２３４５６７８９０１２３']])))
    expect(texts.find('登録番号:Ｔ１２３４５６７８９０１２３')).not.toBeNull()
    expect(texts.find('登録番号:T1234567890123')).not.toBeNull()
  })

  it('know the place of a value on a page that is read from right to left', () => {
    const page: Placed[] = [
      [1132, 60, 'חשבונית:'],
      [1100, 60, 'מס'],
      [900, 60, 'INV-20417'],
      [900, 100, 'INV-20417'],
    ]
    const value = { value: 'INV-20417', page: 1, position: [900, 60, 972, 76] as [number, number, number, number] }
    const { fields } = makeLesson(pageOf(page), { document_id: value }, { fields: {} })
    expect(fields.document_id?.anchors.map(({ weight }) => weight)).toEqual([2, 1])
  })
})
