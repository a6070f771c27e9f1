/** Texts of documents in a terminal. */
import { describe, expect, it } from 'vitest'
import { printable } from '../../src/cli/printable.ts'

/** Begin commands of terminals (ESC; CSI, OSC and DEL as one character), or write over what was printed. */
const CONTROLS = ['\u001b', '\u009b', '\u009d', '\u007f', '\r', '\u0000']

describe('what is printed', () => {
  it.each(CONTROLS.map((control) => [JSON.stringify(control), control] as const))('contains no %s', (_, control) => {
    const text = `Total${control}31m 12\t.50\n`
    expect(printable(text)).toBe(`Total\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}31m 12\t.50\n`)
    const line = printable(JSON.stringify({ text }))
    expect(line).not.toContain(control)
    expect(JSON.parse(line)).toEqual({ text })
  })

  it('keeps letters of all languages', () => {
    expect(printable('Größe 10 € · 請求書 فاتورة')).toBe('Größe 10 € · 請求書 فاتورة')
  })
})
