/** Formulas and CPython agree: the same values, and the same exceptions. */
import { beforeAll, describe, expect, it } from 'vitest'
import { builtins } from '../src/builtins.ts'
import { FormulaError } from '../src/errors.ts'
import { evaluate } from '../src/evaluate.ts'
import { parse } from '../src/parse.ts'
import { repr } from '../src/text.ts'
import { DateValue } from '../src/values.ts'
import { expressions, programs } from './expressions.ts'
import { startPython, type Outcome } from './python.ts'

const names = builtins(DateValue.of(2026, 11, 22))

function ours(text: string): Outcome {
  try {
    return { value: repr(evaluate(parse(text), { builtins: names })) }
  } catch (error) {
    if (error instanceof FormulaError) return { error: error.kind }
    throw error
  }
}

describe('a formula', () => {
  let python: (text: string) => Outcome
  beforeAll(async () => {
    python = await startPython()
  }, 60_000)

  it.each(Object.keys(expressions))('has the value or exception that Python has: %s', (subject) => {
    const differing = expressions[subject]!.map((text) => ({ text, ours: ours(text), python: python(text) }))
    expect(differing.filter((one) => JSON.stringify(one.ours) !== JSON.stringify(one.python))).toEqual([])
  })

  it('of several statements has the value or exception that Python has', () => {
    const differing = programs.map((text) => ({ text, ours: ours(text), python: python(text) }))
    expect(differing.filter((one) => JSON.stringify(one.ours) !== JSON.stringify(one.python))).toEqual([])
  })

  it('is compared in at least 300 cases', () => {
    expect(Object.values(expressions).flat().length + programs.length).toBeGreaterThanOrEqual(300)
  })
})
