/** The third step: tree → value. */
import { Budget, within } from './budget.ts'
import { failure } from './errors.ts'
import { at, Expressions, step } from './expressions.ts'
import { binary } from './operators.ts'
import { OwnScope, Scope } from './scope.ts'
import type { Expression, Statement } from './tree.ts'
import { isTrue, plain, type Value } from './values.ts'

/** How a statement ended: null if the next one follows. */
type Jump = 'break' | 'continue' | null

/** The names that a formula starts with, and the steps that it may use. */
export interface Names {
  builtins: ReadonlyMap<string, Value>
  given?: ReadonlyMap<string, Value>
  budget?: Budget
}

/**
 * Runs the statements and returns the value of the last expression statement that ran; null without one. Throws FormulaError with the place
 * of the expression that failed.
 */
export function evaluate(statements: readonly Statement[], { builtins, given, budget = new Budget() }: Names): Value {
  const outer = new Scope(builtins, null)
  const names = given ? new Scope(given, outer) : outer
  try {
    return within(budget, () => new Evaluation().run(statements, names))
  } catch (error) {
    // Values nested too deeply for the stack, or too large for the engine.
    if (error instanceof RangeError) throw failure('LimitError', 'The values of the formula are too large.')
    throw error
  }
}

class Evaluation {
  readonly #expressions = new Expressions()
  #result: Value = null

  run(statements: readonly Statement[], names: Scope): Value {
    const jump = this.#block(statements, new OwnScope(new Map(), names))
    if (jump) throw failure('SyntaxError', `'${jump}' outside loop`)
    return plain(this.#result)
  }

  #value(expression: Expression, scope: Scope): Value {
    return this.#expressions.value(expression, scope)
  }

  #block(statements: readonly Statement[], scope: OwnScope): Jump {
    for (const statement of statements) {
      // The place of the statement, if no expression adds a closer one.
      const jump = at(statement, () => this.#statement(statement, scope))
      if (jump) return jump
    }
    return null
  }

  #statement(statement: Statement, scope: OwnScope): Jump {
    step(statement)
    switch (statement.kind) {
      case 'expression':
        this.#result = this.#value(statement.value, scope)
        return null
      case 'assign': {
        const value = this.#value(statement.value, scope)
        for (const target of statement.targets) this.#expressions.bind(target, value, scope)
        return null
      }
      case 'augmented': {
        const { target, operator } = statement
        const old = this.#expressions.current(target, scope)
        const value = this.#value(statement.value, scope)
        this.#expressions.bind(
          target,
          at(statement, () => binary(operator, old, value)),
          scope,
        )
        return null
      }
      case 'if': {
        const branch = statement.branches.find(({ condition }) => isTrue(this.#value(condition, scope)))
        return this.#block(branch?.body ?? statement.otherwise, scope)
      }
      case 'for':
        return this.#loop(this.#expressions.iterate(statement.items, scope), statement, scope)
      case 'while':
        return this.#while(statement, scope)
      case 'pass':
        return null
      default:
        return statement.kind
    }
  }

  #loop(items: Iterable<Value>, statement: Extract<Statement, { kind: 'for' }>, scope: OwnScope): Jump {
    for (const one of items) {
      step(statement)
      this.#expressions.bind(statement.target, one, scope)
      if (this.#block(statement.body, scope) === 'break') return null
    }
    return this.#block(statement.otherwise, scope)
  }

  #while(statement: Extract<Statement, { kind: 'while' }>, scope: OwnScope): Jump {
    while (isTrue(this.#value(statement.condition, scope))) {
      step(statement)
      if (this.#block(statement.body, scope) === 'break') return null
    }
    return this.#block(statement.otherwise, scope)
  }
}
