/** Creates an organization with everything its first user needs. */
import type { Knex } from 'knex'
import type { Config } from '../../config-types.ts'
import { invalid } from '../../errors.ts'
import { LOCAL_MAIL_DOMAIN } from '../../rules/mail/inbox.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { createDefaultTemplates } from '../mail/email-templates.ts'
import { hashPassword } from './credentials.ts'
import { createInbox } from '../mail/inboxes.ts'
import { TEMPLATE_NAMES, templateSchema } from '../queues/templates/index.ts'
import { inTransaction, type Tx } from '../outbox/transaction.ts'
import { GenericEngine, Queue, Schema, raw } from '../../models/index.ts'

export interface NewOrganization {
  template_name: string
  name: string
  user_fullname: string
  user_email: string
  user_password: string | null
  user_ui_settings?: Record<string, unknown>
  domain?: string | null
  /** Name of the first queue, by default the template's. */
  queue_name?: string
  /** Domain of inbox addresses; without it a domain that receives no mail. */
  mail_domain?: string
}

export interface CreatedOrganization {
  organization_id: number
  workspace_id: number
  queue_id: number
  schema_id: number
  inbox_id: number
  who: {
    user_id: number
    organization_id: number
    organization_group_id: number
    username: string
    email: string
    roles: 'admin'[]
  }
}

/** The domain of an organization by default: the host of the API, by which its clients reach it. */
export const domainOf = ({ publicBaseUrl, mailDomain }: Pick<Config, 'publicBaseUrl' | 'mailDomain'>): string =>
  publicBaseUrl ? new URL(publicBaseUrl).hostname : mailDomain

/**
 * Creates group, organization, administrator, workspace, schema and queue with its inbox. The schema of the empty template has no fields.
 */
export async function createOrganization(db: Knex, input: NewOrganization): Promise<CreatedOrganization> {
  if (!TEMPLATE_NAMES.includes(input.template_name)) {
    throw invalid({ template_name: [`"${input.template_name}" is not a valid choice.`] })
  }
  const taken = await db('users')
    .whereRaw('lower(username) = lower(?)', [input.user_email])
    .whereNull('deleted_at')
    .first('id')
  if (taken) throw invalid({ user_email: ['A user with this email already exists.'] })
  const password_hash = input.user_password === null ? null : await hashPassword(input.user_password)

  return inTransaction(db, async (tx) => {
    const tenant = await insertTenant(tx, input, password_hash)
    const { organization_id, organization_group_id, user_id, workspace_id } = tenant
    const { queue_id, schema_id, inbox_id } = await createQueueFromTemplate(tx, {
      organization_id,
      workspace_id,
      user_id,
      template_name: input.template_name,
      name: input.queue_name ?? null,
      ...(input.mail_domain ? { mail_domain: input.mail_domain } : {}),
    })
    return {
      organization_id,
      workspace_id,
      queue_id,
      schema_id,
      inbox_id,
      who: {
        user_id,
        organization_id,
        organization_group_id,
        username: input.user_email,
        email: input.user_email,
        roles: ['admin' as const],
      },
    }
  })
}

interface NewTenant {
  organization_id: number
  organization_group_id: number
  user_id: number
  workspace_id: number
}

/** Creates group, organization, administrator and workspace. */
async function insertTenant(tx: Tx, input: NewOrganization, password_hash: string | null): Promise<NewTenant> {
  const [first_name = '', ...rest] = input.user_fullname.trim().split(/\s+/)
  const idOf = async (table: string, row: object): Promise<number> =>
    (await tx<{ id: number }>(table).insert(row).returning('id'))[0]!.id
  const organization_group_id = await idOf('organization_groups', { name: input.name })
  const organization_id = await idOf('organizations', {
    organization_group_id,
    name: input.name,
    domain: input.domain ?? null,
  })
  const user_id = await idOf('users', {
    organization_id,
    username: input.user_email,
    email: input.user_email,
    first_name,
    last_name: rest.join(' '),
    password_hash,
    ui_settings: JSON.stringify(input.user_ui_settings ?? {}),
  })
  await tx('user_groups').insert({ user_id, group_id: tx('groups').select('id').where('name', 'admin') })
  await tx('organizations').where('id', organization_id).update({ creator_id: user_id, modified_by: user_id })
  const workspace_id = await idOf('workspaces', {
    organization_id,
    name: `${input.name} workspace`,
    created_by: user_id,
    modified_by: user_id,
  })
  return { organization_id, organization_group_id, user_id, workspace_id }
}

/**
 * Creates a queue with its own schema and an inbox from a template; `name` null uses the template's name. The queue uses the generic
 * engine, unless another is passed together with the template's schema adapted to it. The formats of the schema are those of `locale`, by
 * default the template's.
 */
export const createQueueFromTemplate = (
  db: Knex,
  input: {
    organization_id: number
    workspace_id: number
    user_id: number
    template_name: string
    name: string | null
    locale?: string
    engine?: { id: number; content: SchemaContent }
    mail_domain?: string
  },
): Promise<{ queue_id: number; schema_id: number; inbox_id: number }> =>
  inTransaction(db, async (tx) => {
    const template = templateSchema(input.template_name, input.locale)
    const name = input.name ?? template.queue_name
    const { id: schema_id } = await Schema.query(tx).insert({
      organization_id: input.organization_id,
      name: `${name} schema`.slice(0, 255),
      content: input.engine?.content ?? template.content,
      modified_by: input.user_id,
      modified_at: raw('now()'),
    })
    const { id: queue_id } = await Queue.query(tx).insert({
      organization_id: input.organization_id,
      workspace_id: input.workspace_id,
      schema_id,
      name,
      locale: template.locale,
      ...(input.engine ? { engine_id: input.engine.id } : { generic_engine_id: GenericEngine.query(tx).min('id') }),
      modified_by: input.user_id,
    })
    await createDefaultTemplates(tx, { organization_id: input.organization_id, queue_id, user_id: input.user_id })
    const inbox_id = await createInbox(tx, {
      organization_id: input.organization_id,
      queue_id,
      user_id: input.user_id,
      name,
      mail_domain: input.mail_domain ?? LOCAL_MAIL_DOMAIN,
    })
    return { queue_id, schema_id, inbox_id }
  })
