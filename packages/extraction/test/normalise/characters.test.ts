import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from '../../src/normalise/characters.ts'
import { foldText } from '../../src/normalise/ids.ts'

describe('plainText', () => {
  it.each([
    ['１２，３４０－', '12,340-'],
    ['￥１，２３４', '¥1,234'],
    ['請求書番号：ＩＮＶ－１', '請求書番号:INV-1'],
    ['㈱ﾔﾏﾀﾞ', '(株)ヤマダ'],
    ['㋿８年', '令和8年'],
    ['١٬٢٣٤٫٥٦', '1,234.56'],
    ['۱۲۳۴', '1234'],
    ['१२३', '123'],
    ['١٥٪', '15%'],
    ['ﺭﻗﻢ', 'رقم'],
    ['\u200fרקם\u200e', 'רקם'],
    ['nga\u0300y', 'ngày'],
    ['3 m² № 5 ½', '3 m² № 5 ½'],
  ])('writes %s as %s', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => void expect(plainText(plainText(text))).toBe(plainText(text)),
      ),
    )
  })
})

describe('foldText', () => {
  it('writes letters of Arabic words in one form, without vowels', () => {
    expect(foldText('الإجْمَالي')).toBe(foldText('الاجمالى'))
    expect(foldText('الفاتورة')).toBe(foldText('الفاتوره'))
    expect(foldText('تاریخ')).toBe(foldText('تاريخ'))
  })

  it('keeps the syllables of Korean and the marks of Japanese', () => {
    expect(foldText('합계')).toBe('합계')
    expect(foldText('ガ')).toBe('ガ')
  })

  it('writes Vietnamese without accents', () => {
    expect(foldText('Địa chỉ Đơn vị')).toBe('dia chi don vi')
  })
})
