/** The second step: the tree of a formula. Every node has the place where it begins. */
import type { Place } from './errors.ts'

export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**' | '|' | '&' | '^'
export type UnaryOperator = '-' | '+' | 'not'
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in' | 'is' | 'is not'

/** `for targets in items if …` in a comprehension. */
export interface ForClause {
  target: Target
  items: Expression
  conditions: Expression[]
}

export interface Argument {
  /** Null for positional arguments. */
  name: string | null
  value: Expression
}

export interface FormattedValue {
  value: Expression
  conversion: 's' | 'r' | null
  format: (string | FormattedValue)[]
}

type ExpressionKind =
  | { kind: 'none' }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'int'; value: bigint }
  | { kind: 'float'; value: number }
  | { kind: 'string'; value: string }
  | { kind: 'format'; parts: (string | FormattedValue)[] }
  | { kind: 'name'; name: string }
  | { kind: 'attribute'; of: Expression; name: string }
  | { kind: 'item'; of: Expression; index: Expression }
  | { kind: 'slice'; of: Expression; from: Expression | null; to: Expression | null; step: Expression | null }
  | { kind: 'call'; callee: Expression; args: Argument[] }
  | { kind: 'unary'; operator: UnaryOperator; value: Expression }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }
  | { kind: 'comparison'; first: Expression; rest: { operator: Comparison; value: Expression }[] }
  | { kind: 'logical'; operator: 'and' | 'or'; left: Expression; right: Expression }
  | { kind: 'conditional'; condition: Expression; then: Expression; else: Expression }
  | { kind: 'list' | 'tuple' | 'set'; items: Expression[] }
  | { kind: 'dict'; entries: { key: Expression; value: Expression }[] }
  | { kind: 'comprehension'; of: 'list' | 'set' | 'generator'; item: Expression; clauses: ForClause[] }
  | { kind: 'dict comprehension'; key: Expression; value: Expression; clauses: ForClause[] }
  | { kind: 'lambda'; parameters: string[]; body: Expression }

export type Expression = ExpressionKind & Place

/** What an assignment or a loop binds: names, nested in tuples, or an item of a list or dict. */
export type Target =
  | ({ kind: 'name'; name: string } & Place)
  | ({ kind: 'names'; targets: Target[] } & Place)
  | ({ kind: 'item'; of: Expression; index: Expression } & Place)

type StatementKind =
  | { kind: 'expression'; value: Expression }
  | { kind: 'assign'; targets: Target[]; value: Expression }
  | { kind: 'augmented'; target: Target; operator: BinaryOperator; value: Expression }
  | { kind: 'if'; branches: { condition: Expression; body: Statement[] }[]; otherwise: Statement[] }
  | { kind: 'for'; target: Target; items: Expression; body: Statement[]; otherwise: Statement[] }
  | { kind: 'while'; condition: Expression; body: Statement[]; otherwise: Statement[] }
  | { kind: 'pass' | 'break' | 'continue' }

export type Statement = StatementKind & Place
