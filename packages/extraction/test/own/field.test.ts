/** Fields as the command line has them. */
import { describe, expect, it } from 'vitest'
import { parseField } from '../../src/own/field.ts'

describe('a field of the command line', () => {
  it.each([
    ['Meter number', { name: 'Meter number', label: 'Meter number', type: 'string' }],
    ['Reading date:date', { name: 'Reading date', label: 'Reading date', type: 'date' }],
    [' Weight : number ', { name: 'Weight', label: 'Weight', type: 'number' }],
    [
      'Utility:enum:Gas|Water ',
      {
        name: 'Utility',
        label: 'Utility',
        type: 'enum',
        options: [
          { value: 'Gas', label: 'Gas' },
          { value: 'Water', label: 'Water' },
        ],
      },
    ],
  ])('is read from %s', (text, field) => expect(parseField(text)).toEqual(field))

  it.each([
    ['', 'The field "" has no label. Use LABEL[:TYPE[:OPTIONS]].'],
    ['Weight:amount', 'The field "Weight" has the type "amount". Use string, number, date, enum.'],
    ['Utility:enum', 'The field "Utility" has no options. Use "Utility:enum:One|Other".'],
    ['Weight:number:a|b', 'Only a field of type enum has options, and "Weight" is a number.'],
  ])('is refused: %s', (text, message) => expect(() => parseField(text)).toThrow(message))
})
