/** The confirmed documents of a queue, in the form from which its figures of automation are computed. */
import type { Knex } from 'knex'
import { type AnnotationContent, type Queue, type RowOf, type Schema } from '../../models/index.ts'
import {
  CONFIRMED,
  type FiguredDocument,
  type FiguredField,
  type FoundBlocker,
} from '../../rules/automation/figures.ts'
import { isComputed, isExportable, isRequired } from '../../rules/schema/defaults.ts'
import { datapoints } from '../../rules/schema/index.ts'
import { digestSql } from '../annotations/content/captured.ts'

/** The newest documents from which figures are computed, and their values: they bound the work and the memory of a request. */
const MAX_DOCUMENTS = 10_000
const MAX_VALUES = 500_000
/** Documents per statement. */
const BATCH = 1000

export interface AutomationSample {
  /** Exportable fields with the thresholds that apply to them. */
  fields: FiguredField[]
  /** The newest of the period, the newest first; with more fields, fewer documents. */
  documents: FiguredDocument[]
  /** The number of confirmed documents of the period. */
  total: number
}

interface Found {
  id: number
  confirmed_at: string
  date: string
  automated: boolean
  time_spent: number
  captured: RowOf<AnnotationContent>['captured']
  changed: string[] | null
  blockers: [type: string, schema_id: string | null][] | null
}

/** Reads the documents that were confirmed in the last `days`, and the exportable fields of the queue's schema. */
export async function readAutomation(
  db: Knex,
  queue: Pick<RowOf<Queue>, 'id' | 'schema_id' | 'default_score_threshold' | 'settings'>,
  days: number,
): Promise<AutomationSample> {
  const schema = await db<RowOf<Schema>>('schemas').where('id', queue.schema_id).first('content')
  const absent = queue.settings.automation?.automate_empty_fields === false ? 'reviewed' : 'passes'
  const fields = [...datapoints(schema?.content ?? [])].flatMap(({ field }): FiguredField[] => {
    if (!isExportable(field)) return []
    const scored = !isComputed(field) && (field.rir_field_names ?? []).length > 0
    const threshold = scored ? (field.score_threshold ?? queue.default_score_threshold) : null
    return [{ schema_id: field.id, threshold, absent: isRequired(field) ? 'required' : absent }]
  })
  const confirmed = () =>
    db('annotations as a')
      .where('a.queue_id', queue.id)
      .whereIn('a.status', [...CONFIRMED])
      .whereRaw(`a.confirmed_at >= now() - make_interval(days => ?)`, [days])
  const [counted] = await confirmed().count<{ n: string }[]>('* as n')
  const most = Math.min(MAX_DOCUMENTS, Math.floor(MAX_VALUES / Math.max(1, fields.length)))
  const documents: FiguredDocument[] = []
  let last: Found | undefined
  while (documents.length < most) {
    const page: Found[] = await confirmed()
      .modify((query) => {
        if (last) void query.whereRaw('(a.confirmed_at, a.id) < (?, ?)', [last.confirmed_at, last.id])
      })
      .leftJoin('annotation_contents as c', 'c.annotation_id', 'a.id')
      .leftJoin('automation_blockers as b', 'b.annotation_id', 'a.id')
      // With an offset the fields are joined once per document, and not once per field.
      .joinRaw('cross join lateral (select content_fields(a.id) as fields offset 0) f')
      .orderBy([
        { column: 'a.confirmed_at', order: 'desc' },
        { column: 'a.id', order: 'desc' },
      ])
      .limit(Math.min(BATCH, most - documents.length))
      .select(
        'a.id',
        db.raw('a.confirmed_at::text as confirmed_at'),
        db.raw(`to_char(a.confirmed_at at time zone 'UTC', 'YYYY-MM-DD') as date`),
        db.raw('a.confirmed_by is null as automated'),
        'a.time_spent',
        'c.captured',
        db.raw(`(select jsonb_agg(field.key) from jsonb_each(c.captured) field
          where field.value->>'d' <> ${digestSql('f.fields', 'field.key')}) as changed`),
        db.raw(`(select jsonb_agg(distinct jsonb_build_array(item->'type', coalesce(item->'schema_id', 'null')))
          from jsonb_array_elements(b.content) item) as blockers`),
      )
    documents.push(...page.map(documentOf))
    last = page.at(-1)
    if (page.length === 0) break
  }
  return { fields, documents, total: Number(counted!.n) }
}

const documentOf = ({ id, date, automated, time_spent, captured, changed, blockers }: Found): FiguredDocument => ({
  annotation_id: id,
  date,
  automated,
  reviewed: !automated,
  captured,
  changed: new Set(changed),
  time_spent_s: time_spent,
  blockers: (blockers ?? []).map(([type, schema_id]): FoundBlocker => ({ type, schema_id })),
})
