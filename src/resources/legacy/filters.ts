/** The kinds of list filters. Values of one parameter are alternatives (comma-separated or repeated); parameters combine with AND. */
import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { idFromFilter } from '../engine/urls.ts'

export { parseBoolean, parseMoment, type Filter } from '../engine/filters.ts'
import { parseBoolean, parseMoment, type Filter } from '../engine/filters.ts'
const Ids = Type.String({ description: 'One id, or several separated by commas.' })

function idsOf(values: string[], name: string): number[] {
  return values.map((value) => {
    const id = idFromFilter(value)
    if (id === null) throw invalid({ [name]: [`"${value}" is not a valid id.`] })
    return id
  })
}

export const by = {
  /** A column (or SQL) of ids; object URLs are tolerated. */
  ids: (column: string): Filter => ({
    schema: Ids,
    description: 'Ids, separated by commas.',
    apply: (query, values, _state, name) => void query.whereRaw(`${column} = any(?::bigint[])`, [idsOf(values, name)]),
  }),
  /** Ids on the other side of a table of pairs. */
  pairs: (own: string, pairs: { table: string; own: string; other: string }): Filter => ({
    schema: Ids,
    description: 'Ids, separated by commas.',
    apply: (query, values, { db }, name) =>
      void query.whereIn(own, db(pairs.table).select(pairs.own).whereIn(pairs.other, idsOf(values, name))),
  }),
  /** Exact, case-sensitive text. */
  text: (column: string): Filter => ({
    schema: Type.String(),
    description: 'Exact value, or several separated by commas.',
    apply: (query, values) => void query.whereIn(column, values),
  }),
  integers: (column: string): Filter => ({
    schema: Type.String(),
    description: 'Whole numbers, separated by commas.',
    apply: (query, values, _state, name) => {
      const wrong = values.find((value) => !/^\d{1,9}$/.test(value))
      if (wrong !== undefined) throw invalid({ [name]: ['A valid integer is required.'] })
      void query.whereIn(column, values.map(Number))
    },
  }),
  oneOf: (column: string, allowed: readonly string[]): Filter => ({
    schema: Type.String(),
    description: `One or several of ${allowed.join(', ')}.`,
    apply: (query, values, _state, name) => {
      const wrong = values.find((value) => !allowed.includes(value))
      if (wrong !== undefined) throw invalid({ [name]: [`"${wrong}" is not a valid choice.`] })
      void query.whereIn(column, values)
    },
  }),
  bool: (sql: string): Filter => ({
    schema: Type.String(),
    description: 'true or false.',
    apply: (query, values, { db }, name) => {
      const wanted = values.map((value) => {
        const parsed = parseBoolean(value)
        if (parsed === null) throw invalid({ [name]: ['Must be a valid boolean.'] })
        return parsed
      })
      void query.whereIn(db.raw(`(${sql})`) as unknown as string, wanted)
    },
  }),
  /** Inclusive; the column may be SQL. */
  after: (column: string): Filter => moment(column, '>='),
  /** Exclusive. */
  before: (column: string): Filter => moment(column, '<'),
  custom: (description: string, apply: Filter['apply']): Filter => ({ schema: Type.String(), description, apply }),
  /** No object of this kind can be referred to yet by any row: a filter by one finds nothing. */
  never: (): Filter => ({
    schema: Ids,
    description: 'Ids, separated by commas.',
    apply: (query) => void query.whereRaw('false'),
  }),
}

function moment(column: string, operator: '>=' | '<'): Filter {
  return {
    schema: Type.String({ description: 'Date or date and time, UTC unless it says otherwise.' }),
    description: operator === '<' ? 'Strictly before this moment.' : 'At or after this moment.',
    apply: (query, values, _state, name) => {
      const at = parseMoment(values[0]!)
      if (at === null) throw invalid({ [name]: ['Not a valid date or datetime.'] })
      void query.whereRaw(`${column} ${operator} ?::timestamptz`, [at])
    },
  }
}

/** `<x>_before` and `<x>_after`. */
export function moments(table: string, names: readonly string[]): Record<string, Filter> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [`${name}_before`, by.before(`${table}.${name}`)],
      [`${name}_after`, by.after(`${table}.${name}`)],
    ]),
  )
}
