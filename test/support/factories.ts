/** Factories of test data, which use the functions of src/domain where they exist. */
import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { storeTree, takeNodeIds } from '../../src/domain/annotations/content/contents.ts'
import { createToken } from '../../src/domain/people/credentials.ts'
import { createOrganization, createQueueFromTemplate } from '../../src/domain/people/organizations.ts'
import { buildTree, withIds } from '../../src/rules/content/index.ts'
import type { Role } from '../../src/rules/access/permissions.ts'

/** Annotations of `anAnnotation` lack the required fields of the template. */
const allowErrors = (db: Knex, queue_id: number) =>
  db('queues')
    .where('id', queue_id)
    .update({ settings: db.raw(`settings || '{"confirm_with_errors_allowed": true}'`) })

const unique = () => randomBytes(4).toString('hex')

export interface Tenant {
  organization_id: number
  organization_group_id: number
  workspace_id: number
  queue_id: number
  schema_id: number
  user_id: number
  token: string
}

/** Creates an organization with an administrator, a workspace, and a queue of the EU invoice template. */
export async function aTenant(db: Knex): Promise<Tenant> {
  const created = await createOrganization(db, {
    template_name: 'Tax Invoice EU Demo Template',
    name: `Organization ${unique()}`,
    user_fullname: 'Ada Admin',
    user_email: `ada-${unique()}@example.org`,
    user_password: null,
  })
  await allowErrors(db, created.queue_id)
  return {
    organization_id: created.organization_id,
    organization_group_id: created.who.organization_group_id,
    workspace_id: created.workspace_id,
    queue_id: created.queue_id,
    schema_id: created.schema_id,
    user_id: created.who.user_id,
    token: await createToken(db, created.who.user_id),
  }
}

/** Creates a user of the tenant with one role, assigned to the given queues. */
export async function aPerson(
  db: Knex,
  tenant: Tenant,
  role: Role,
  queues: number[] = [tenant.queue_id],
): Promise<{ user_id: number; token: string }> {
  const [user] = await db('users')
    .insert({ organization_id: tenant.organization_id, username: `${role}-${unique()}@example.org`, first_name: 'Pat' })
    .returning('id')
  const user_id = user.id as number
  await db('user_groups').insert({ user_id, group_id: db('groups').select('id').where('name', role) })
  if (queues.length) await db('user_queues').insert(queues.map((queue_id) => ({ user_id, queue_id })))
  return { user_id, token: await createToken(db, user_id) }
}

export async function aQueue(
  db: Knex,
  tenant: Tenant,
  name = `Queue ${unique()}`,
): Promise<{ queue_id: number; schema_id: number }> {
  const { queue_id, schema_id } = await createQueueFromTemplate(db, {
    organization_id: tenant.organization_id,
    workspace_id: tenant.workspace_id,
    user_id: tenant.user_id,
    template_name: 'Tax Invoice EU Demo Template',
    name,
  })
  await allowErrors(db, queue_id)
  return { queue_id, schema_id }
}

export async function aDocument(db: Knex, tenant: Tenant, given: object = {}): Promise<number> {
  const [row] = await db('documents')
    .insert({
      organization_id: tenant.organization_id,
      creator_id: tenant.user_id,
      s3_name: randomBytes(16).toString('hex'),
      mime_type: 'application/pdf',
      original_file_name: 'invoice.pdf',
      size: 3,
      sha256: unique(),
      md5: unique(),
      ...given,
    })
    .returning('id')
  return row.id as number
}

export interface MadeAnnotation {
  annotation_id: number
  document_id: number
}

/** Creates an annotation in the tenant's queue with an empty content tree of its schema. */
export async function anAnnotation(
  db: Knex,
  tenant: Tenant,
  given: { status?: string; queue_id?: number; schema_id?: number; [column: string]: unknown } = {},
): Promise<MadeAnnotation> {
  const { status = 'to_review', queue_id = tenant.queue_id, schema_id = tenant.schema_id, ...columns } = given
  const document_id = await aDocument(db, tenant)
  const [row] = await db('annotations')
    .insert({
      organization_id: tenant.organization_id,
      queue_id,
      schema_id,
      document_id,
      status,
      creator_id: tenant.user_id,
      ...columns,
    })
    .returning('id')
  const annotation_id = row.id as number
  const { content } = await db('schemas').where('id', schema_id).first('content')
  const tree = await withIds(
    (takeIds) => buildTree(content, { extraction: null, values: {}, defaultThreshold: 0.8, takeIds }),
    (count) => takeNodeIds(db, count),
  )
  await storeTree(db, annotation_id, tree, content)
  return { annotation_id, document_id }
}
