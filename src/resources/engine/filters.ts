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
  /** The list answers 400 without it. */
  required?: boolean
  /** `values` has at least one non-empty item. Throws `invalid` naming the parameter. */
  apply: (query: Knex.QueryBuilder, values: string[], caller: Caller, name: string) => void
  /** Narrows the list when the parameter is not given. */
  absent?: (query: Knex.QueryBuilder) => void
  /** For lists: chooses by what the database holds how to find the same rows fastest. */
  prepare?: (values: string[], caller: Caller) => Promise<Filter['apply']>
}
/** Makes the filter of this name for a model. */
export type FilterMaker = (name: string, model: ModelClass) => Filter

/** `true`, `True`, `1` … as clients of several languages send them. */
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
  const at = Date.parse(moment)
  // 31 February and the year 0 are dates to JavaScript, and so are zones that are 20 hours away; to the database they are not.
  const midnight = Date.parse(`${date}T00:00Z`)
  const real = !Number.isNaN(at) && new Date(midnight).toISOString().startsWith(date) && !date.startsWith('0000')
  return real && !/^[+-](1[6-9]|2)/.test(zone) ? moment : null
}

const Ids = Type.String({ description: 'One id, or several separated by commas.' })

/** The ids that a filter names; object URLs are tolerated. Throws `invalid` naming the parameter. */
export function idsOf(values: string[], name: string): number[] {
  return values.map((value) => {
    const id = idFromFilter(value)
    if (id === null) throw invalid({ [name]: [`"${value}" is not a valid id.`] })
    return id
  })
}

/** A column of the model's table, or SQL as it is. */
const at = (model: ModelClass, sql: string): string => (/^\w+$/.test(sql) ? `${model.tableName}.${sql}` : sql)

const idsIn =
  (columnOf: (name: string) => string): FilterMaker =>
  (given, model) => {
    const sql = at(model, columnOf(given))
    return {
      schema: Ids,
      description: 'Ids, separated by commas.',
      apply: (query, values, _caller, name) => void query.whereRaw(`${sql} = any(?::bigint[])`, [idsOf(values, name)]),
    }
  }

const refused = (name: string, message: string) => invalid({ [name]: [message] })

/** Each takes the column, or SQL, where it is not called like the filter. */
export const filterMakers = {
  /** A column (or SQL) of ids; object URLs are tolerated. */
  ids: (sql?: string): FilterMaker => idsIn((name) => sql ?? name),
  /** Ids of the object that the column `<name>_id` refers to. */
  ref: (): FilterMaker => idsIn((name) => `${name}_id`),
  /** Ids of objects that a relation to several leads to. */
  refs:
    (relation?: string): FilterMaker =>
    (given, model) => {
      const { table, own, other } = linkOf(model, relation ?? given)
      return {
        schema: Ids,
        description: 'Ids, separated by commas.',
        apply: (query, values, { db }, name) =>
          void query.whereIn(`${model.tableName}.id`, db(table).select(own).whereIn(other, idsOf(values, name))),
      }
    },
  /** Exact, case-sensitive text. */
  text:
    (sql?: string): FilterMaker =>
    (name, model) => ({
      schema: Type.String(),
      description: 'Exact value, or several separated by commas.',
      apply: (query, values) => void query.whereIn(at(model, sql ?? name), values),
    }),
  integers:
    (sql?: string): FilterMaker =>
    (given, model) => ({
      schema: Type.String(),
      description: 'Whole numbers, separated by commas.',
      apply: (query, values, _caller, name) => {
        if (!values.every((value) => /^\d{1,9}$/.test(value))) throw refused(name, 'A valid integer is required.')
        void query.whereIn(at(model, sql ?? given), values.map(Number))
      },
    }),
  oneOf:
    (allowed: readonly string[], sql?: string): FilterMaker =>
    (given, model) => ({
      schema: Type.String(),
      description: `One or several of ${allowed.join(', ')}.`,
      apply: (query, values, _caller, name) => {
        const wrong = values.find((value) => !allowed.includes(value))
        if (wrong !== undefined) throw refused(name, `"${wrong}" is not a valid choice.`)
        void query.whereIn(at(model, sql ?? given), values)
      },
    }),
  bool:
    (sql?: string): FilterMaker =>
    (given, model) => ({
      schema: Type.String(),
      description: 'true or false.',
      apply: (query, values, { db }, name) => {
        const wanted = values.map(parseBoolean)
        if (wanted.includes(null)) throw refused(name, 'Must be a valid boolean.')
        void query.whereIn(db.raw(`(${at(model, sql ?? given)})`) as unknown as string, wanted as boolean[])
      },
    }),
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

function moment(sql: string, operator: '>=' | '<'): FilterMaker {
  return (_name, model) => ({
    schema: Type.String({ description: 'Date or date and time; UTC without an offset.' }),
    description: operator === '<' ? 'Strictly before this moment.' : 'At or after this moment.',
    apply: (query, values, _caller, name) => {
      const found = parseMoment(values[0]!)
      if (found === null) throw refused(name, 'Not a valid date or datetime.')
      void query.whereRaw(`${at(model, sql)} ${operator} ?::timestamptz`, [found])
    },
  })
}
