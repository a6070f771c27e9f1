/** Fields with options that are printed or ticked. */
import { describe, expect, it } from 'vitest'
import type { OwnField } from '../../src/own/field.ts'
import type { Placed } from '../pages.ts'
import { find, valuesOf } from './find-own.ts'

describe('a field with options', () => {
  const UTILITY: Partial<OwnField> = {
    options: [
      { value: 'gas', label: 'Natural gas' },
      { value: 'water', label: 'Water' },
      { value: 'water_hot', label: 'Water, hot' },
    ],
  }

  it('has the value of the option that is printed', () => {
    const printed = (text: string) => valuesOf(find([['Utility', 'enum', UTILITY]], [[80, 100, `Utility: ${text}`]]))
    expect(printed('Natural Gas')).toEqual({ Utility: 'gas' })
    expect(printed('water, hot')).toEqual({ Utility: 'water_hot' })
    expect(printed('Steam')).toEqual({})
  })

  it('does not have that of another question', () => {
    const yes = {
      options: [
        { value: 'y', label: 'Yes' },
        { value: 'n', label: 'No' },
      ],
    }
    const page: Placed[] = [
      [80, 100, 'Do you smoke? ☒ Yes ☐ No'],
      [80, 130, 'Insured: No'],
      [80, 160, '✓ No hidden costs'],
    ]
    expect(
      valuesOf(
        find(
          [
            ['Insured', 'enum', yes],
            ['Costs', 'enum', yes],
          ],
          page,
        ),
      ),
    ).toEqual({ Insured: 'n' })
  })

  it('has the value of the option that is ticked', () => {
    const ticked = (text: string) =>
      find(
        [['Utility', 'enum', UTILITY]],
        [
          [80, 100, 'Utility'],
          [80, 130, text],
        ],
      )
    expect(valuesOf(ticked('☐ Natural gas ☒ Water'))).toEqual({ Utility: 'water' })
    expect(valuesOf(ticked('[x] Natural gas [ ] Water'))).toEqual({ Utility: 'gas' })
    expect(valuesOf(ticked('[✓] Natural gas [ ] Water'))).toEqual({ Utility: 'gas' })
    expect(ticked('☒ Natural gas ☐ Water')['Utility']!.evidence.generator).toBe('own.ticked')
    expect(ticked('☐ Natural gas ☐ Water')).toEqual({})
    expect(ticked('☒ Natural gas ☒ Water')).toEqual({})
    expect(ticked('Natural gas ☒ Water ☐')).toEqual({})
  })
})
