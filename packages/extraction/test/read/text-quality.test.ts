import { describe, expect, it } from 'vitest'
import { judgeText } from '../../src/read/text-quality.ts'

function page(text: string, unmapped = 0) {
  const words = text.split(/\s+/).map((part) => ({
    text: part,
    box: [0, 0, 1, 1] as [number, number, number, number],
    confidence: 1,
    size: 10,
    direction: 0 as const,
  }))
  return { words, statistics: { characters: text.replace(/\s/g, '').length, unmapped } }
}

describe('judgeText', () => {
  it.each([
    'Invoice 2024-17 of 5 March 2024, total amount due 1,234.50 EUR including 19 % VAT',
    'Rechnung Nr. 4711 vom 05.03.2024 über 99,00 € zzgl. 19 % Umsatzsteuer fällig binnen vierzehn Tagen',
    'Faktura číslo 15 ze dne 5. března, prodávající, odběratel, smrt, krk, vlk, prst, čtvrt',
    'Счёт на оплату номер семь от пятого марта, всего к оплате сто рублей',
    'Name ........................ Amount ........................ 100.00',
  ])('accepts ordinary text: %s', (text) => {
    expect(judgeText(page(text))).toBe('good')
  })

  it('classifies a page with almost no text as empty', () => {
    expect(judgeText(page('Page 1 of 2'))).toBe('empty')
  })

  it('classifies characters without a font mapping as garbage', () => {
    expect(judgeText(page('Invoice 2024-17 of 5 March 2024, total amount', 20))).toBe('garbage')
  })

  it('classifies symbols in place of letters as garbage', () => {
    expect(judgeText(page('!"#$%& (+/:;< >?@[] ^`{|}~ !"#$%& (+/:;< >?@[]'))).toBe('garbage')
  })

  it('classifies unpronounceable words as garbage', () => {
    expect(judgeText(page('Gtqzvhx Grgkp Xfwkv Dlsqp Bvcxw Mnbvc Qwrtp Zxcvb Ghjkl Dfghj Plkjh Wrtps'))).toBe('garbage')
  })
})
