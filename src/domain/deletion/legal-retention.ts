/** Until when the law requires that a document is kept, as SQL. The rule exists once: previews and deletions use the same expression. */
import { DEFAULT_LEGAL_RETENTION_YEARS, FINISHED } from '../../rules/deletion/legal-retention.ts'

const statuses = FINISHED.map((status) => `'${status}'`).join(', ')
/** A review of a finished document, which may change nothing, does not shorten the time. */
const IS_FINISHED = `(a.status in (${statuses}) or (a.status = 'reviewing' and a.status_before_review in (${statuses})))`

/** Numbers only: what is no number does not shorten the time. */
const yearsOf = (row: string) =>
  `case when jsonb_typeof(${row}.settings -> 'legal_retention_years') = 'number'
     then (${row}.settings ->> 'legal_retention_years')::numeric::integer end`

/**
 * The last day on which an annotation `a` of the queue `q` and the organization `o` is kept; null if it may be deleted now. The years count from
 * the end of the calendar year in which the document was exported last or, if it never was, confirmed.
 */
export const KEPT_UNTIL = `(
  select case when y.until >= current_date then y.until end
    from (select (date_trunc('year', m.at at time zone 'utc')
                  + make_interval(years => 1 + m.years) - interval '1 day')::date as until
            from (select coalesce(a.exported_at, case when ${IS_FINISHED} then a.confirmed_at end) as at,
                         coalesce(${yearsOf('q')}, ${yearsOf('o')}, ${DEFAULT_LEGAL_RETENTION_YEARS}) as years) m
           where m.years > 0 and a.status <> 'purged') y)`
