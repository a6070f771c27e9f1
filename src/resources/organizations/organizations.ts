import { timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import { forbidden, invalid } from '../../errors.ts'
import { createOneTimeToken, digest } from '../../domain/people/credentials.ts'
import { countSent } from '../../domain/mail/emails.ts'
import { membershipOrganizations } from '../../domain/people/memberships.ts'
import { createOrganization } from '../../domain/people/organizations.ts'
import { TEMPLATE_NAMES } from '../../domain/queues/templates/index.ts'
import { TRIAL_MAILS } from '../../rules/email.ts'
import { errorsOfPassword } from '../../rules/passwords.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { f, fieldsOf, Url } from '../legacy/fields.ts'
import { by, parseBoolean } from '../legacy/filters.ts'
import { valuesOf } from '../engine/query.ts'
import { group } from '../legacy/references.ts'
import { columnsOf } from '../legacy/verbs.ts'
import { list, load, respond } from '../legacy/verbs.ts'
import { ok, type Answer, type Caller, type Request } from '../engine/request.ts'
import { allowed, can, everybody, type Visible } from '../access.ts'
import { groupBilling, organizationBilling } from './billing.ts'

const Json = Type.Record(Type.String(), Type.Unknown())

/** URLs of the organization's objects of one kind. */
const owned = (table: string, condition = 'true') =>
  f.loaded(Type.Array(Url), async (rows, { db, urls }: Caller) => {
    const found = await db(table)
      .whereIn(
        'organization_id',
        rows.map((row) => row.id),
      )
      .whereRaw(condition)
      .orderBy('id')
      .select('id', 'organization_id')
    return group(found, 'organization_id', (item) => urls.of(table, item.id as number))
  })

const Counter = Type.Integer()
const Limit = Type.Union([Type.Integer(), Type.Null()])
const Day = Type.Union([Type.String({ format: 'date' }), Type.Null()])
const Limits = Type.Object({
  email_limits: Type.Object({
    count_today: Counter,
    count_today_notification: Counter,
    count_total: Counter,
    email_per_day_limit: Counter,
    email_per_day_limit_notification: Counter,
    email_total_limit: Limit,
    last_sent_at: Day,
    last_sent_at_notification: Day,
  }),
})

const CreateBody = Type.Object({
  template_name: Type.String({ enum: [...TEMPLATE_NAMES] }),
  organization_name: Type.String({ minLength: 1, maxLength: 255 }),
  user_fullname: Type.String({ minLength: 1, maxLength: 255 }),
  user_email: Type.String({ format: 'email' }),
  create_key: Type.String(),
  user_password: Type.Optional(Type.String({ minLength: 12, maxLength: 64 })),
  user_ui_settings: Type.Optional(Json),
  domain: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

export const organizations = defineResource({
  path: 'organizations',
  singular: 'organization',
  table: 'organizations',
  description: 'A company: its workspaces, people and documents.',
  verbs: ['list', 'retrieve', 'replace', 'update'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    name: f.text({ readOnly: true }),
    workspaces: owned('workspaces'),
    users: owned('users', 'deleted_at is null'),
    organization_group: f.ref('organization_groups', { readOnly: true }),
    ui_settings: f.json(Json, { default: {} }),
    metadata: f.metadata(),
    settings: f.json(Json, { default: {} }),
    is_trial: f.bool({ readOnly: true }),
    created_at: f.time(),
    trial_expires_at: f.time({ nullable: true }),
    oidc_provider: f.text({ readOnly: true, nullable: true }),
    internal_info: f.json(Json, { readOnly: true }),
    creator: f.ref('users', { readOnly: true, nullable: true }),
    modified_by: f.ref('users', { readOnly: true, nullable: true, column: 'modified_by' }),
    modified_at: f.time(),
    sandbox: f.bool({ readOnly: true }),
  }),
  filters: {
    id: by.ids('organizations.id'),
    name: by.text('organizations.name'),
    include_membership_organizations: by.custom(
      'true or false: also those in which the caller may act by a membership or for the group.',
      (_query, values) => {
        if (parseBoolean(values[0]!) === null)
          throw invalid({ include_membership_organizations: ['Must be a valid boolean.'] })
      },
    ),
  },
  ordering: columns('organizations', { id: 'bigint', name: 'text' }),
  visible: (query, { who }) => void query.where('organizations.id', who.organization_id),
  may: allowed('organizations'),
  handlers: {
    list: (request) =>
      list(parseBoolean(valuesOf(request.query, INCLUDE)[0] ?? '') ? withMemberships : organizations, request),
  },
  save: {
    update: async (row, values, caller) => {
      const { db, who } = caller
      const changes = await columnsOf(organizations.fields, values, caller)
      await db('organizations')
        .where('id', row.id)
        .update({ ...changes, modified_by: who.user_id, modified_at: db.fn.now() })
    },
  },
  actions: [
    ...organizationBilling,
    {
      method: 'get',
      path: ':id/limits',
      summary: 'How many emails were sent, and how many may be; null is no limit.',
      may: can('read'),
      responds: { status: 200, body: Limits },
      handle: limits,
    },
    {
      method: 'post',
      path: 'create',
      summary: 'Create an organization with its first user, workspace, queue, schema and inbox from a template.',
      may: everybody,
      body: CreateBody,
      responds: { status: 201, body: Type.Record(Type.String(), Type.Unknown()) },
      handle: create,
    },
  ],
})

const INCLUDE = 'include_membership_organizations'
/** The list with organizations that only a membership token opens; by themselves they stay out of sight. */
const withMemberships = {
  ...organizations,
  visible: ((query, { who, db }) => {
    void query.where(
      (either) =>
        void either
          .where('organizations.id', who.organization_id)
          .orWhereIn('organizations.id', membershipOrganizations(db, who)),
    )
  }) satisfies Visible,
}

/** Notifications count like the mails of people; only trials have a limit in all. */
async function limits(request: Request): Promise<Answer> {
  const row = await load(organizations, request)
  const { emailsPerDay } = request.deps.config
  return ok({
    email_limits: {
      ...(await countSent(request.db, row.id as number)),
      email_per_day_limit: emailsPerDay,
      email_per_day_limit_notification: emailsPerDay,
      email_total_limit: row.is_trial ? TRIAL_MAILS : null,
    },
  })
}

async function create(request: Request): Promise<Answer> {
  const body = request.body as Record<string, string>
  const { db, deps, urls } = request
  const { createKey } = deps.config
  // Hashes, which are of one length: how long it takes says nothing about the key.
  if (!createKey || !timingSafeEqual(digest(body.create_key!), digest(createKey)))
    throw forbidden('The create_key is not valid.')
  const weak = body.user_password ? errorsOfPassword(body.user_password, { username: body.user_email }) : []
  if (weak.length) throw invalid({ user_password: weak })
  const made = await createOrganization(db, {
    template_name: body.template_name!,
    name: body.organization_name!,
    user_fullname: body.user_fullname!,
    user_email: body.user_email!,
    user_password: body.user_password ?? null,
    user_ui_settings: (body.user_ui_settings as unknown as Record<string, unknown> | undefined) ?? {},
    domain: body.domain ?? null,
    mail_domain: deps.config.mailDomain,
  })
  // The new user answers for the response: the caller has no account yet.
  const { body: organization } = await respond(organizations, { ...request, who: made.who }, made.organization_id, 201)
  const answer = {
    organization,
    workspace: urls.of('workspaces', made.workspace_id),
    queue: urls.of('queues', made.queue_id),
    user: urls.of('users', made.who.user_id),
    schema: urls.of('schemas', made.schema_id),
    inbox: urls.of('inboxes', made.inbox_id),
    domain: body.domain ?? null,
    one_time_token: await createOneTimeToken(db, made.who.user_id),
  }
  return { status: 201, body: answer, who: made.who }
}

export const organizationGroups = defineResource({
  path: 'organization_groups',
  singular: 'organization group',
  table: 'organization_groups',
  description: 'Organizations that belong together.',
  verbs: ['list', 'retrieve'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    name: f.text({ readOnly: true }),
    is_trial: f.bool({ readOnly: true }),
    is_production: f.bool({ readOnly: true }),
    // Never null: clients of this API declare it as text.
    deployment_location: f.computed(Type.String(), (row) => row.deployment_location ?? ''),
    features: f.json(Json, { readOnly: true, nullable: true }),
    usage: f.computed(Json, (row) => row.usage ?? {}),
    modified_by: f.ref('users', { readOnly: true, nullable: true, column: 'modified_by' }),
    modified_at: f.time({ nullable: true }),
  }),
  filters: { id: by.ids('organization_groups.id'), name: by.text('organization_groups.name') },
  ordering: columns('organization_groups', { id: 'bigint', name: 'text' }),
  visible: (query, { who }) => void query.where('organization_groups.id', who.organization_group_id),
  may: allowed('organization_groups'),
  actions: groupBilling,
})
