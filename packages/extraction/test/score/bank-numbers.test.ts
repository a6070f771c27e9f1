import { describe, expect, it } from 'vitest'
import { extractDocument } from '../../src/engine.ts'
import type { ExtractedValue } from '../../src/types.ts'
import { pageOf } from '../pages.ts'

const valueOf = (field: 'account_num' | 'bank_num', ...lines: string[]): ExtractedValue | undefined =>
  extractDocument(
    pageOf([
      [800, 60, 'INVOICE'],
      [800, 100, 'Invoice No.: INV-20417'],
      [60, 60, 'Harbour Books Ltd'],
      ...lines.map((text, i) => [60, 1400 + 30 * i, text] as const),
    ]),
  ).fields[field]

describe('domestic numbers of banks and accounts', () => {
  it.each([
    ['bank_num', 'Sort code: 20-00-00', '200000'],
    ['bank_num', 'BSB: 062-000', '062000'],
    ['bank_num', 'Routing No.: 021000021', '021000021'],
    ['bank_num', 'IFSC Code: ABCD0123456', 'ABCD0123456'],
    ['bank_num', 'BLZ: 370 400 44', '37040044'],
    ['account_num', 'CLABE: 002 010 07777777777 1', '002010077777777771'],
    ['account_num', 'CBU: 0070999020000012345678', '0070999020000012345678'],
    ['account_num', 'Account No.: 31926819', '31926819'],
  ] as const)('%s: %s', (field, line, value) => {
    expect(valueOf(field, 'Bank: Northmoor Bank', line)?.value).toBe(value)
  })

  it.each([
    ['bank_num', 'Routing No.: 021000021', 'Routing No.: 021000022'],
    ['account_num', 'CLABE: 002010077777777771', 'CLABE: 002010077777777772'],
  ] as const)('are doubtful if their check digits are wrong: %s, %s', (field, right, wrong) => {
    expect(valueOf(field, right)!.confidence).toBeGreaterThan(0.5)
    expect(valueOf(field, wrong)!.confidence).toBeLessThanOrEqual(0.5)
  })
})
