/** One organization with 200 queues and any number of annotations, made by the database itself. */
import type { Knex } from 'knex'
import { createToken } from '../../src/domain/credentials.ts'
import { createOrganization } from '../../src/domain/organizations.ts'

export async function seedAnnotations(db: Knex, count: number): Promise<{ token: string; user_id: number }> {
  const made = await createOrganization(db, {
    template_name: 'Tax Invoice EU Demo Template',
    name: 'Bench',
    user_fullname: 'Bench User',
    user_email: 'bench@example.org',
    user_password: null,
  })
  const { organization_id, queue_id, schema_id } = made as {
    organization_id: number
    queue_id: number
    schema_id: number
  }
  const user = made.who.user_id
  await db.raw(
    `insert into queues (organization_id, workspace_id, schema_id, name)
     select ?, ?, ?, 'Queue ' || i from generate_series(2, 200) i`,
    [organization_id, made.workspace_id, schema_id],
  )
  await db.raw(
    `insert into documents (organization_id, creator_id, s3_name, mime_type, original_file_name, size, sha256, md5)
     select ?, ?, md5(i::text) || i, 'application/pdf', 'invoice-' || i || '.pdf', 1000, md5(i::text), md5(i::text)
     from generate_series(1, ?::int) i`,
    [organization_id, user, count],
  )
  // Statuses and moments spread as in a service in use: most exported, some waiting.
  await db.raw(
    `insert into annotations (organization_id, queue_id, schema_id, document_id, status, creator_id, created_at, arrived_at,
       modified_at, modifier_id, confirmed_at, confirmed_by, exported_at, exported_by, assigned_at, deleted_at, automated)
     select d.organization_id, ? + d.id % 200, ?, d.id,
       (array['exported','exported','exported','exported','exported','exported','to_review','postponed','deleted','confirmed'])[1 + d.id % 10],
       ?::bigint, at, at, at + interval '1 hour', case when d.id % 10 < 6 then ?::bigint end,
       case when d.id % 10 in (0,1,2,3,4,5,9) then at + interval '1 hour' end, case when d.id % 3 = 0 then ?::bigint end,
       case when d.id % 10 < 6 then at + interval '2 hours' end, case when d.id % 10 < 6 then ?::bigint end,
       case when d.id % 10 < 6 then at + interval '30 minutes' end, case when d.id % 10 = 8 then at end, d.id % 4 = 0
     from (select id, organization_id, timestamptz '2024-01-01' + id * interval '40 seconds' as at from documents order by id) d`,
    [queue_id, schema_id, user, user, user, user],
  )
  await db.raw('vacuum analyze annotations')
  await db.raw('analyze documents')
  await db.raw('analyze queues')
  return { token: await createToken(db, user), user_id: user }
}
