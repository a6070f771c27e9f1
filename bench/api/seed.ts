/** One organization with 200 queues, 50 people and any number of annotations with what hangs on them, made by the database itself. */
import type { Knex } from 'knex'
import { createToken } from '../../src/domain/people/credentials.ts'
import { createOrganization } from '../../src/domain/people/organizations.ts'
import { loadTables, type Filling } from './load.ts'

export interface Seeded {
  organization_id: number
  /** Of an administrator, who sees every queue. */
  token: string
  /** Of an annotator with 150 of the 200 queues. */
  annotator_token: string
}

const QUEUES = 200
const PEOPLE = 50
/** A multiplicative hash of the number, 0 up to 1: columns must not move together with the id. */
const spread = (factor: number) => `((i * ${factor}) % 4294967296 / 4294967296.0)`

/** Statuses, moments and people spread as in a service in use: most exported, some waiting, few large queues and many small. */
function fillings(ids: Record<'organization' | 'queue' | 'schema' | 'admin', number>): Filling[] {
  const { organization, queue, schema, admin } = ids
  const person = (factor: number) => `${admin} + 1 + floor(${PEOPLE} * ${spread(factor)})::bigint`
  const series = 'generate_series(?::bigint, ?::bigint) i'
  const left = "(status not in ('to_review', 'postponed'))"
  const out = "(status = 'exported')"
  return [
    {
      table: 'documents',
      sql: `insert into documents (id, organization_id, creator_id, s3_name, mime_type, original_file_name, size, sha256, md5, created_at)
        select i, ${organization}, ${person(2246822519)}, 'documents/' || lpad(i::text, 12, '0'), 'application/pdf',
          (array['invoice','rechnung','receipt','facture','scan'])[1 + floor(5 * ${spread(3266489917)})::int] || '-' || i || '.pdf', 1000 + i % 9000, sha256(i::text::bytea)::text, md5(i::text),
          timestamptz '2024-01-01' + i * interval '40 seconds'
        from ${series}`,
    },
    {
      table: 'annotations',
      sql: `insert into annotations (id, organization_id, queue_id, schema_id, document_id, status, creator_id, created_at, arrived_at,
          modified_at, modifier_id, modified_by, confirmed_at, confirmed_by, exported_at, exported_by, assigned_at, export_failed_at,
          deleted_at, deleted_by, purged_at, purged_by, rejected_at, rejected_by, automated, messages)
        select i, ${organization}, ${queue} + floor(${QUEUES} * power(${spread(2654435761)}, 2))::bigint, ${schema}, i, status,
          case when i % 4 > 0 then ${person(2246822519)} end, at, at, at + interval '1 hour',
          case when ${left} then ${person(668265263)} end, case when ${left} then ${person(374761393)} end,
          case when ${left} then at + interval '1 hour' end, case when ${left} and i % 3 > 0 then ${person(668265263)} end,
          case when ${out} then at + interval '2 hours' end, case when ${out} and i % 3 > 0 then ${person(374761393)} end,
          case when ${left} then at + interval '30 minutes' end, case when i % 97 = 0 then at + interval '90 minutes' end,
          case when status in ('deleted', 'purged') then at + interval '3 hours' end, case when status in ('deleted', 'purged') then ${person(2246822519)} end,
          case when status = 'purged' then at + interval '4 hours' end, case when status = 'purged' then ${person(668265263)} end,
          case when status = 'rejected' then at + interval '1 hour' end, case when status = 'rejected' then ${person(374761393)} end,
          ${spread(1597334677)} < 0.25,
          case when i % 100 = 0 then '[{"type": "error", "content": "Total does not add up", "id": "all"}]'::jsonb else '[]'::jsonb end
        from (select i, timestamptz '2024-01-01' + i * interval '40 seconds' as at,
          (array['exported','exported','exported','exported','exported','exported','exported','exported','exported','exported','exported',
            'exported','to_review','to_review','postponed','confirmed','confirmed','deleted','purged','rejected'])[1 + floor(20 * ${spread(2869860233)})::int] as status
          from ${series}) made`,
    },
    {
      table: 'annotation_contents',
      sql: `insert into annotation_contents (annotation_id, tree, fields)
        select i, jsonb_build_array(jsonb_build_object('id', i, 'schema_id', 'head', 'category', 'section', 'children', '[]'::jsonb)),
          jsonb_build_object(
            'document_id', jsonb_build_array(jsonb_build_object('string', 'RE-' || i)),
            'order_id', jsonb_build_array(jsonb_build_object('string', 'PO' || (i * 7919) % 1000003)),
            'sender_name', jsonb_build_array(jsonb_build_object('string', 'Supplier ' || i % 5003 || ' Ltd')),
            'recipient_name', jsonb_build_array(jsonb_build_object('string', 'Customer ' || i % 211 || ' GmbH')),
            'date_issue', jsonb_build_array(jsonb_build_object('string', (date '2024-01-01' + (i % 700)::int)::text, 'date', (date '2024-01-01' + (i % 700)::int)::text)),
            'amount_total', jsonb_build_array(jsonb_build_object('string', ((i * 31) % 100000)::text || '.00', 'number', (i * 31) % 100000)),
            'item_description', jsonb_build_array(jsonb_build_object('string', 'Paper blue A4'), jsonb_build_object('string', 'Article ' || i % 9973)))
        from ${series}`,
    },
    {
      table: 'pages',
      sql: `insert into pages (id, organization_id, annotation_id, document_id, number, width, height, s3_name)
        select i, ${organization}, i, i, 1, 1240, 1754, 'pages/' || i from ${series}`,
    },
    {
      table: 'annotation_labels',
      sql: `insert into annotation_labels (annotation_id, label_id)
        select i, (select min(id) from labels) + floor(20 * ${spread(2246822519)})::bigint from ${series} where i % 10 = 0`,
    },
    {
      table: 'annotation_assignees',
      sql: `insert into annotation_assignees (annotation_id, user_id) select i, ${person(3266489917)} from ${series} where i % 20 = 0`,
    },
    {
      table: 'automation_blockers',
      sql: `insert into automation_blockers (id, organization_id, annotation_id, content)
        select i, ${organization}, i, '[{"level": "annotation", "type": "automation_disabled"}]' from ${series} where i % 5 = 0`,
    },
    {
      table: 'relations',
      sql: `insert into relations (id, organization_id, type, key, parent_id)
        select i, ${organization}, case when i % 200 = 0 then 'edit' else 'duplicate' end, 'k' || i, case when i % 200 = 0 then i - 1 end
        from ${series} where i % 100 = 0`,
    },
    {
      table: 'relation_annotations',
      sql: `insert into relation_annotations (relation_id, annotation_id) select i, i - other from ${series}, generate_series(0, 1) other where i % 100 = 0`,
    },
  ]
}

export async function seedAnnotations(db: Knex, count: number): Promise<Seeded> {
  const made = await createOrganization(db, {
    template_name: 'Tax Invoice EU Demo Template',
    name: 'Bench',
    user_fullname: 'Bench User',
    user_email: 'bench@example.org',
    user_password: null,
  })
  const { organization_id, workspace_id, queue_id, schema_id } = made as unknown as Record<string, number>
  const admin = made.who.user_id
  await db.raw(
    `insert into queues (organization_id, workspace_id, schema_id, name)
     select ?, ?, ?, 'Queue ' || i from generate_series(2, ?::int) i`,
    [organization_id!, workspace_id!, schema_id!, QUEUES],
  )
  await db.raw(
    `insert into users (organization_id, username, email)
     select ?, name, name from (select 'person' || (i * 17) % 53 || '@example.org' as name from generate_series(1, ?::int) i) named`,
    [organization_id!, PEOPLE],
  )
  await db.raw(`insert into labels (organization_id, name) select ?, 'Label ' || i from generate_series(1, 20) i`, [
    organization_id!,
  ])
  const annotator = admin + 1
  await db.raw(`insert into user_groups (user_id, group_id) select ?, id from groups where name = 'annotator'`, [
    annotator,
  ])
  await db.raw('insert into user_queues (user_id, queue_id) select ?, id from queues where id % 4 > 0', [annotator])
  await loadTables(db, fillings({ organization: organization_id!, queue: queue_id!, schema: schema_id!, admin }), count)
  // What the trigger on annotations would have counted, by the trigger's own function.
  await db.raw(
    `select add_queue_counts(jsonb_agg(x)) from (select queue_id, status, count(*) n from annotations group by 1, 2) x`,
  )
  for (const table of ['queues', 'users', 'user_queues', 'queue_counts', 'labels'])
    await db.raw('vacuum (analyze) ??', [table])
  return {
    organization_id: organization_id!,
    token: await createToken(db, admin),
    annotator_token: await createToken(db, annotator),
  }
}
