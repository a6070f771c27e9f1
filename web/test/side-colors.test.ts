import { describe, expect, it } from 'vitest'
import { contrast, isColor, LABEL_COLORS, nextColor, textOn } from '../src/screens/review/side/colors.ts'

describe('colours of labels', () => {
  it('have black or white text, whichever is easier to read', () => {
    expect([textOn('#ffff00'), textOn('#000080'), textOn('#ffffff'), textOn('#000000')]).toEqual([
      '#000000',
      '#ffffff',
      '#000000',
      '#ffffff',
    ])
  })
  it('have readable text, as WCAG demands', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    for (const color of [...LABEL_COLORS, '#777777', '#757575', '#ff0000', '#00aaff'])
      expect(contrast(color, textOn(color)), color).toBeGreaterThanOrEqual(4.5)
  })
  it('of new labels are those that the fewest labels have', () => {
    const [first, second, third] = LABEL_COLORS
    expect(nextColor([])).toBe(first)
    expect(nextColor([second.toUpperCase(), first, null])).toBe(third)
    expect(nextColor(LABEL_COLORS.filter((color) => color !== second))).toBe(second)
  })
  it('are checked before they are used', () => {
    expect([isColor('#a0B1c2'), isColor('red'), isColor(null)]).toEqual([true, false, false])
  })
})
