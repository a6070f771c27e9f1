import { Type } from 'typebox'
import { countSent } from '../../domain/mail/emails.ts'
import { membershipOrganizations } from '../../domain/people/memberships.ts'
import { organizationRows } from '../../domain/people/save-organizations.ts'
import { invalid, type FieldErrors } from '../../errors.ts'
import { OidcProvider, Organization, User, type RowOf } from '../../models/index.ts'
import { AUDIT_MONTHS } from '../../rules/audit/objects.ts'
import { TRIAL_MAILS } from '../../rules/mail/email.ts'
import {
  DEFAULT_LEGAL_RETENTION_YEARS,
  LEGAL_RETENTION_TEXT,
  MAX_LEGAL_RETENTION_YEARS,
} from '../../rules/deletion/legal-retention.ts'
import { allowed, can, type Visible } from '../access.ts'
import { defineResource, type Resource } from '../framework/define.ts'
import { urlOf, type FieldBuilders, type FieldBuilder } from '../framework/fields.ts'
import { parseBoolean } from '../framework/filters.ts'
import { valuesOf } from '../framework/query.ts'
import { group } from '../framework/relations.ts'
import { ok, type Answer, type Request } from '../framework/request.ts'
import { list } from '../framework/verbs.ts'
import { organizationBilling } from './billing.ts'
import { CONFIRM, assertConfirmed } from './audit-retention.ts'
import { createAction } from './create-organization.ts'

const Json = Type.Record(Type.String(), Type.Unknown())
const INCLUDE = 'include_membership_organizations'

const counter = (description: string) => Type.Integer({ description })
const day = (description: string) => Type.Union([Type.String({ format: 'date' }), Type.Null()], { description })
const Limits = Type.Object({
  email_limits: Type.Object(
    {
      count_today: counter('Number of emails that users sent today.'),
      count_today_notification: counter('Number of emails that the service sent today.'),
      count_total: counter('Total number of emails sent.'),
      email_per_day_limit: counter('Number of emails that users may send per day.'),
      email_per_day_limit_notification: counter('Number of emails that the service may send per day.'),
      email_total_limit: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Total number of emails that may be sent; null for no limit.',
      }),
      last_sent_at: day('Day on which a user last sent an email; null if never.'),
      last_sent_at_notification: day('Day on which the service last sent an email; null if never.'),
    },
    { description: 'Numbers of emails sent, and their limits.' },
  ),
})

const note = Type.Union([Type.String(), Type.Null()])
const InternalInfo = Type.Object(
  {
    cs_account_classification: { ...note, description: 'Classification of the account; null if none.' },
    customer_type: { ...note, description: 'Type of the customer; null if none.' },
    market_category: { ...note, description: 'Category of the market; null if none.' },
    overdue_payment_date: { ...note, description: 'Date since which a payment is overdue; null if none.' },
    sso_active: Type.Boolean({ description: 'Whether users can sign on with an OpenID provider.' }),
  },
  { additionalProperties: true },
)
const NO_NOTES = {
  cs_account_classification: null,
  customer_type: null,
  market_category: null,
  overdue_payment_date: null,
}

export const organizations: Resource<Organization> = defineResource(Organization, {
  path: 'organizations',
  singular: 'organization',
  description: 'A company with its workspaces, users and documents.',
  verbs: ['list', 'retrieve', 'replace', 'update'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    name: f.text('Name of the organization.', { readOnly: true }),
    workspaces: f.refs('URLs of its workspaces.', { readOnly: true }),
    users: usersOf(f),
    organization_group: f.ref('URL of its organization group.', { readOnly: true }),
    ui_settings: f.json(Json, 'User interface settings; any JSON object.', {
      default: {},
      example: { theme: 'dark' },
    }),
    metadata: (name, model) => ({ ...f.metadata()(name, model), example: { customer: 17 } }),
    settings: f.json(
      Json,
      `Other settings; any JSON object. \`legal_retention_years\`: ${LEGAL_RETENTION_TEXT} ${DEFAULT_LEGAL_RETENTION_YEARS} unless set; settings of a queue take precedence, and a request without it keeps it.`,
      { default: {}, example: {} },
    ),
    audit_log_months: f.integer('Months for which records of the audit log are kept. PUT without it keeps it.', {
      min: AUDIT_MONTHS.min,
      max: AUDIT_MONTHS.max,
      example: 12,
    }),
    is_trial: f.bool('Whether it is a trial organization.', { readOnly: true }),
    created_at: f.createdAt(),
    trial_expires_at: f.time('Time when the trial ends, UTC; null if none.', { nullable: true }),
    oidc_provider: f.text('Name of the OpenID provider with which users sign on; null if none.', {
      readOnly: true,
      nullable: true,
    }),
    internal_info: internalInfo(f),
    creator: f.ref('URL of the user who created it; null if the service created it.', {
      readOnly: true,
      nullable: true,
    }),
    modified_by: f.modifiedBy(),
    modified_at: f.modifiedAt(),
    sandbox: f.bool('Whether it is a test environment of another organization.', { readOnly: true }),
  }),
  filters: (by) => ({
    id: by.ids(),
    name: by.text(),
    [INCLUDE]: by.custom(
      '`true` also lists organizations that the caller can access through a membership or as group administrator.',
      (_query, values) => {
        if (parseBoolean(values[0]!) === null) throw invalid({ [INCLUDE]: ['Must be a valid boolean.'] })
      },
    ),
  }),
  ordering: { id: 'bigint', name: 'text' },
  visible: (query, { who }) => void query.where('organizations.id', who.organization_id),
  may: allowed('organizations'),
  handlers: { list: listOrganizations },
  check: ({ columns }) => checkSettings(columns.settings),
  save: {
    update: ({ id, audit_log_months, settings }, { columns }, { db, who, query }) => {
      assertConfirmed(columns.audit_log_months, audit_log_months, query)
      const changed = columns.settings && { settings: { ...controlsOf(settings), ...columns.settings } }
      return organizationRows.update(db, who, id, { ...columns, ...changed })
    },
  },
  documented: { update: { query: CONFIRM }, replace: { query: CONFIRM } },
  actions: [createAction],
  itemActions: [
    ...organizationBilling,
    {
      method: 'get',
      path: 'limits',
      summary: 'Retrieve the numbers of emails sent, and their limits.',
      may: can('read'),
      responds: { status: 200, body: Limits },
      handle: limits,
    },
  ],
})

/** The settings that a request keeps unless it has them: what replaces the settings of a screen must not change how long documents are kept. */
const controlsOf = ({ legal_retention_years }: Record<string, unknown>): Record<string, unknown> =>
  legal_retention_years === undefined ? {} : { legal_retention_years }

/** The settings are open apart from those that the service itself reads. */
function checkSettings(settings: Record<string, unknown> | undefined): FieldErrors | null {
  const years = settings?.['legal_retention_years'] ?? null
  if (years === null || (Number.isInteger(years) && Number(years) >= 0 && Number(years) <= MAX_LEGAL_RETENTION_YEARS))
    return null
  return {
    settings: { legal_retention_years: [`A whole number from 0 to ${MAX_LEGAL_RETENTION_YEARS} is expected.`] },
  }
}

/** Notes of the operator as stored, with null for missing ones; whether sign-on is active follows from the providers unless it is noted. */
function internalInfo(f: FieldBuilders<Organization>): FieldBuilder<RowOf<Organization>> {
  return f.loaded('Notes from the operator of the service.', InternalInfo, async (rows, { db }) => {
    const ids = rows.map(({ id }) => id)
    const providers = await OidcProvider.query(db).whereIn('organization_id', ids).where('enabled', true)
    const active = new Set(providers.map(({ organization_id }) => organization_id))
    return ({ id, internal_info }) => ({ ...NO_NOTES, sso_active: active.has(id), ...internal_info })
  })
}

/** URLs of the users who have not been deleted. */
function usersOf(f: FieldBuilders<Organization>): FieldBuilder {
  return f.loaded('URLs of its users.', Type.Array(urlOf('users')), async (rows, { db, urls }) => {
    const ids = rows.map(({ id }) => id)
    const found = await User.query(db).whereIn('organization_id', ids).whereNull('deleted_at').orderBy('id')
    return group(
      found,
      ({ organization_id }) => organization_id,
      ({ id }) => urls.of('users', id),
    )
  })
}

/** Includes organizations that require a membership token, on request; they are hidden everywhere else. */
function listOrganizations(request: Request): Promise<Answer> {
  const wanted = parseBoolean(valuesOf(request.query, INCLUDE)[0] ?? '')
  return list(wanted ? { ...organizations, visible: withMemberships } : organizations, request)
}

const withMemberships: Visible = (query, { who, db }) =>
  void query.where(
    (either) =>
      void either
        .where('organizations.id', who.organization_id)
        .orWhereIn('organizations.id', membershipOrganizations(db, who)),
  )

/** Notifications have the same daily limit as emails of users; only trials have a total limit. */
async function limits({ db, config }: Request, { id, is_trial }: RowOf<Organization>): Promise<Answer> {
  const { emailsPerDay } = config
  return ok({
    email_limits: {
      ...(await countSent(db, id)),
      email_per_day_limit: emailsPerDay,
      email_per_day_limit_notification: emailsPerDay,
      email_total_limit: is_trial ? TRIAL_MAILS : null,
    },
  })
}
