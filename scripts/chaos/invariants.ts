/** What has to hold after the service has settled. Each check returns its violations, one sentence each. */
import type { Knex } from 'knex'
import type { Ledger } from './ledger.ts'

export interface Invariant {
  name: string
  check(db: Knex, ledger: Pick<Ledger, 'accepted' | 'uploads' | 'confirmed'>): Promise<string[]>
}

/** Returns the sentences in the column `problem` of a query. */
async function problems(db: Knex, sql: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { problem: string }[] }>(sql, values as never)
  return rows.map(({ problem }) => problem)
}

const inSql = (name: string, sql: string): Invariant => ({ name, check: (db) => problems(db, sql) })

export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'every accepted upload has ended',
    check: (db, { accepted }) =>
      problems(
        db,
        `select 'Task ' || wanted.id || coalesce(' is ' || t.status || ', its upload ' || u.id ||
             case when u.finished_at is null then ' is open.' else ' is finished.' end, ' does not exist.') as problem
           from unnest(?::bigint[]) as wanted(id) left join tasks t on t.id = wanted.id
           left join uploads u on u.id = t.upload_id
          where t.status is null or t.status = 'running' or u.finished_at is null`,
        [accepted.flatMap(({ tasks }) => [...tasks])],
      ),
  },
  {
    name: 'every accepted document was imported or failed with a reason',
    check: async (db, { accepted }) => {
      const names = accepted.flatMap(({ documents }) => documents)
      return problems(
        db,
        `select wanted.name || coalesce(' is ' || a.status || '.', ' has no annotation.') as problem
           from unnest(?::text[]) as wanted(name)
           left join documents d on d.original_file_name = wanted.name left join annotations a on a.document_id = d.id
          where a.id is null or a.status in ('created', 'importing')
             or (a.status = 'failed_import' and coalesce(a.messages->0->>'content', '') = '')`,
        [names],
      )
    },
  },
  {
    name: 'only unreadable documents failed',
    check: (db, { accepted }) =>
      problems(
        db,
        `select d.original_file_name || ' is ' || a.status || ': ' || coalesce(a.messages->0->>'content', '') as problem
           from documents d join annotations a on a.document_id = d.id
          where (a.status = 'failed_import') <> (d.original_file_name = any(?::text[]))
            and d.original_file_name = any(?::text[])`,
        [
          accepted.filter(({ isBroken }) => isBroken).flatMap(({ documents }) => documents),
          accepted.flatMap(({ documents }) => documents),
        ],
      ),
  },
  {
    name: 'no upload was accepted twice',
    check: async (db, { uploads }) => [
      ...uploads
        .filter(({ tasks }) => tasks.size > 1)
        .map(({ documents, tasks }) => `${documents[0]} has the tasks ${[...tasks].join(', ')}.`),
      ...(await problems(
        db,
        `select original_file_name || ' has ' || count(*) || ' documents.' as problem
           from documents group by original_file_name having count(*) > 1`,
      )),
    ],
  },
  inSql(
    'no document was imported twice',
    `select 'Document ' || document_id || ' has ' || count(*) || ' annotations.' as problem
       from annotations group by document_id having count(*) > 1
     union all
     select 'Annotation ' || annotation_id || ' left importing ' || count(*) || ' times.'
       from events where kind = 'annotation_status.changed' and data->>'from' = 'importing'
      group by annotation_id having count(*) > 1`,
  ),
  {
    name: 'every confirmed annotation was confirmed and exported once',
    check: async (db, { confirmed }) => [
      ...confirmed
        .filter((id, index) => confirmed.indexOf(id) !== index)
        .map((id) => `Two confirmations of annotation ${id} were answered with 204.`),
      ...(await problems(
        db,
        `select 'Annotation ' || wanted.id || ' was confirmed and is ' || coalesce(a.status, 'gone') || '.' as problem
           from unnest(?::bigint[]) as wanted(id) left join annotations a on a.id = wanted.id
           left join queues q on q.id = a.queue_id
          where a.status is distinct from case when q.use_confirmed_state then 'confirmed' else 'exported' end
         union all
         select 'Annotation ' || annotation_id || ' became ' || (data->>'to') || ' ' || count(*) || ' times.'
           from events where kind = 'annotation_status.changed' and data->>'to' in ('exporting', 'confirmed', 'exported')
          group by annotation_id, data->>'to' having count(*) > 1`,
        [[...new Set(confirmed)]],
      )),
    ],
  },
  inSql(
    'counts of queues equal their annotations',
    `with counted as (select queue_id, status, count(*)::bigint as n from annotations group by 1, 2),
          stored as (select queue_id, key as status, value::bigint as n from queue_counts, jsonb_each_text(counts))
     select 'Queue ' || queue_id || ': ' || coalesce(c.n, 0) || ' annotations are ' || status || ', the count is ' ||
            coalesce(s.n, 0) || '.' as problem
       from counted c full join stored s using (queue_id, status) where coalesce(c.n, 0) <> coalesce(s.n, 0)`,
  ),
  inSql(
    'usage was counted once per document',
    `select 'Annotation ' || a.id || ' (' || a.status || ') has ' || count(u.id) || ' usage records.' as problem
       from annotations a left join usage_records u on u.annotation_id = a.id
      where a.status not in ('created', 'importing') group by a.id having count(u.id) <> 1`,
  ),
  inSql(
    'no delivery is open for more than a minute, none has failed',
    `select 'Event ' || e.id || ' (' || e.kind || ') for ' || d.consumer || ' is ' || d.state || ' since ' ||
            round(extract(epoch from now() - e.created_at)) || ' s.' as problem
       from deliveries d join events e on e.id = d.event_id
      where d.state = 'failed' or (d.state = 'pending' and e.created_at < now() - interval '1 minute')`,
  ),
]
