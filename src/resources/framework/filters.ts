/** The kinds of list filters. Values of one parameter are alternatives (comma-separated or repeated); parameters combine with AND. */
import { Type, type TSchema } from 'typebox'
import type { Knex } from 'knex'
import { invalid } from '../../errors.ts'
import type { ModelClass } from '../../models/index.ts'
import { linkOf } from './relations.ts'
import type { Caller } from './request.ts'
import { idFromFilter } from './urls.ts'

export interface Filter {
  schema: TSchema
  description: string
  /** `values` has at least one non-empty item. Throws `invalid` naming the parameter. */
  apply: (query: Knex.QueryBuilder, values: string[], caller: Caller, name: string) => void
  /** Narrows the list when the parameter is omitted. */
  absent?: (query: Knex.QueryBuilder) => void
  /** For lists: queries the database to choose the fastest SQL that finds the same rows. */
  prepare?: (values: string[], caller: Caller) => Promise<Filter['apply']>
}
/** Creates the filter of this name for a model. */
export type FilterMaker = (name: string, model: ModelClass) => Filter

/** `true`, `True`, `1` and so on, as clients in several languages send them. */
export function parseBoolean(text: string): boolean | null {
  if (/^(true|1)$/i.test(text)) return true
  if (/^(false|0)$/i.test(text)) return false
  return null
}

/** A date (`2026-02-01`) or date and time with `T` or a space; without a zone it is UTC. Null when it is neither. */
export function parseMoment(text: string): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
    text.trim(),
  )
  if (!match) return null
  const [, date = '', time = '00:00', zone = 'Z'] = match
  const moment = `${date}T${time}${zone}`
  // JavaScript accepts 31 February, the year 0 and zones that differ by 20 hours; the database does not.
  const midnight = Date.parse(`${date}T00:00Z`)
  const exists = !Number.isNaN(Date.parse(moment)) && new Date(midnight).toISOString().startsWith(date)
  return exists && !date.startsWith('0000') && !/^[+-](1[6-9]|2)/.test(zone) ? moment : null
}

/** A filter by the value of a column. */
type Scalar = string | number | boolean
interface Kind<T extends Scalar> {
  description: string
  schema?: TSchema
  /** Null for a value that is refused with the message. */
  parse: (value: string) => T | null
  message: (value: string) => string
  narrow?: (query: Knex.QueryBuilder, sql: string, values: T[]) => void
}
const ids: Kind<number> = {
  description: 'Ids, separated by commas.',
  schema: Type.String({ description: 'One id, or several separated by commas.' }),
  parse: idFromFilter,
  message: (value) => `"${value}" is not a valid id.`,
  // An id beyond the range of an integer column finds nothing.
  narrow: (query, sql, values) => void query.whereRaw(`${sql} = any(?::bigint[])`, [values]),
}
const integers: Kind<number> = {
  description: 'Whole numbers, separated by commas.',
  parse: (value) => (/^\d{1,9}$/.test(value) ? Number(value) : null),
  message: () => 'A valid integer is required.',
}
const texts: Kind<string> = {
  description: 'Exact value, or several separated by commas.',
  parse: (value) => value,
  message: () => 'Not a valid string.',
}
const choices = (allowed: readonly string[]): Kind<string> => ({
  description: `One or several of ${allowed.join(', ')}.`,
  parse: (value) => (allowed.includes(value) ? value : null),
  message: (value) => `"${value}" is not a valid choice.`,
})
const booleans: Kind<boolean> = {
  description: 'true or false.',
  parse: parseBoolean,
  message: () => 'Must be a valid boolean.',
}

/** Throws `invalid` for the first value that is refused, naming the parameter. */
const parsed = <T extends Scalar>(values: string[], name: string, { parse, message }: Kind<T>): T[] =>
  values.map((value) => {
    const result = parse(value)
    if (result === null) throw invalid({ [name]: [message(value)] })
    return result
  })

/** The ids in the values of a filter; object URLs are tolerated. Throws `invalid` naming the parameter. */
export const idsOf = (values: string[], name: string): number[] => parsed(values, name, ids)

/** A column of the model's table, or SQL as it is. */
const at = (model: ModelClass, sql: string): string => (/^\w+$/.test(sql) ? `${model.tableName}.${sql}` : sql)

/** Rows whose column has one of the values. `given` is by default the column with the name of the filter. */
const anyOf =
  <T extends Scalar>(kind: Kind<T>, given?: string): FilterMaker =>
  (filter, model) => ({
    schema: kind.schema ?? Type.String(),
    description: kind.description,
    apply: (query, values, _caller, name) => {
      const sql = at(model, given ?? filter)
      const found = parsed(values, name, kind)
      if (kind.narrow) kind.narrow(query, sql, found)
      else void query.whereRaw(`(${sql}) in (${found.map(() => '?').join(', ')})`, found)
    },
  })

const moment =
  (sql: string, operator: '>=' | '<'): FilterMaker =>
  (_name, model) => ({
    schema: Type.String({ description: 'Date or date and time; UTC without an offset.' }),
    description: operator === '<' ? 'Strictly before this moment.' : 'At or after this moment.',
    apply: (query, [value = ''], _caller, name) => {
      const found = parseMoment(value)
      if (found === null) throw invalid({ [name]: ['Not a valid date or datetime.'] })
      void query.whereRaw(`${at(model, sql)} ${operator} ?::timestamptz`, [found])
    },
  })

/** Each takes the column or SQL, by default the column with the name of the filter. */
export const filterMakers = {
  /** Ids in a column (or SQL); object URLs are tolerated. */
  ids: (sql?: string): FilterMaker => anyOf(ids, sql),
  /** Ids of the object that the column `<name>_id` refers to. */
  ref: (): FilterMaker => (name, model) => anyOf(ids, `${name}_id`)(name, model),
  /** Ids of objects that a relation to several leads to. */
  refs:
    (relation?: string): FilterMaker =>
    (given, model) => {
      const { table, own, other } = linkOf(model, relation ?? given)
      return {
        ...anyOf(ids)(given, model),
        apply: (query, values, { db }, name) =>
          void query.whereIn(`${model.tableName}.id`, db(table).select(own).whereIn(other, idsOf(values, name))),
      }
    },
  /** Exact, case-sensitive text. */
  text: (sql?: string): FilterMaker => anyOf(texts, sql),
  integers: (sql?: string): FilterMaker => anyOf(integers, sql),
  oneOf: (allowed: readonly string[], sql?: string): FilterMaker => anyOf(choices(allowed), sql),
  bool: (sql?: string): FilterMaker => anyOf(booleans, sql),
  /** Inclusive. */
  after: (sql: string): FilterMaker => moment(sql, '>='),
  /** Exclusive. */
  before: (sql: string): FilterMaker => moment(sql, '<'),
  /** `<x>_before` and `<x>_after` of these columns. */
  moments: (...columns: string[]): Record<string, FilterMaker> =>
    Object.fromEntries(
      columns.flatMap((column) => [
        [`${column}_before`, moment(column, '<')],
        [`${column}_after`, moment(column, '>=')],
      ]),
    ),
  custom:
    (description: string, apply: Filter['apply'], rest: Partial<Filter> = {}): FilterMaker =>
    () => ({ schema: Type.String(), description, apply, ...rest }),
}
export type FilterMakers = typeof filterMakers
