import { Type } from 'typebox'
import type { FieldErrors } from '../../errors.ts'
import { CLIENT_SECRET, OIDC_CLAIMS } from '../../domain/people/oidc.ts'
import { seal } from '../../domain/requests/secrets.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { FieldError } from '../engine/field-error.ts'
import { f, fieldsOf, type Row, type Values } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { insert, patch } from '../legacy/verbs.ts'
import { allowed, sameOrganization } from '../access.ts'
import { demandWholeAdministrator, removeSignOn, opensToGroupAdministrators } from './sign-on.ts'

const WELL_KNOWN = '/.well-known/openid-configuration'

export const oidcProviders = defineResource({
  path: 'oidc_providers',
  singular: 'OpenID provider',
  table: 'oidc_providers',
  description:
    'An OpenID Connect provider whose users sign on at `GET /v1/oauth/login?organization=ID`. Its redirect URI is `{base_url}/v1/oauth/code`.',
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    organization: f.ref('organizations', { readOnly: true }),
    name: f.text({ required: true, max: 255 }),
    enabled: f.bool({ default: true }),
    issuer: f.custom({
      output: Type.String(),
      input: Type.String({ maxLength: 1000 }),
      required: true,
      description: 'Its URL; below it is `/.well-known/openid-configuration`.',
      show: (row) => row.issuer,
      accept: (value) => ({ issuer: issuerOf(value as string) }),
    }),
    client_id: f.text({ required: true, max: 255 }),
    client_secret: f.custom({
      output: Type.Undefined(),
      input: Type.Union([Type.String({ minLength: 1, maxLength: 1000 }), Type.Null()]),
      writeOnly: true,
      description: 'Left out of a PUT it stays; null removes it.',
      accept: (value, { config }) => ({
        sealed_client_secret: value === null ? null : seal(config, CLIENT_SECRET, value),
      }),
    }),
    claim: f.oneOf(OIDC_CLAIMS, {
      default: 'email',
      description:
        'What is compared with `oidc_id` of users; `email` without regard to case, and with the username where there is no `oidc_id`.',
    }),
    email_trusted: f.bool({
      default: false,
      description:
        'Whether addresses count as checked where the provider does not say so by `email_verified`; for providers that give addresses out themselves.',
    }),
    scopes: f.custom({
      output: Type.String(),
      input: Type.String({ maxLength: 500, pattern: '^[\\x21-\\x7e]+( [\\x21-\\x7e]+)*$' }),
      default: 'openid email profile',
      show: (row) => row.scopes,
      accept: (value) => {
        if (!(value as string).split(' ').includes('openid')) throw new FieldError('The scopes must include openid.')
        return { scopes: value }
      },
    }),
    group_administrators: f.bool({ readOnly: true }),
    created_at: f.time(),
    modified_by: f.ref('users', { readOnly: true, nullable: true, column: 'modified_by' }),
    modified_at: f.time(),
  }),
  filters: {
    id: by.ids('oidc_providers.id'),
    name: by.text('oidc_providers.name'),
    enabled: by.bool('oidc_providers.enabled'),
  },
  ordering: columns('oidc_providers', { id: 'bigint', name: 'text' }),
  visible: sameOrganization,
  may: allowed('sign_on'),
  check: (values, { row, caller }) => {
    demandWholeAdministrator(caller.who)
    return row && leaksSecret(row, values)
  },
  save: {
    create: (values, caller) =>
      insert(oidcProviders, values, caller, {
        organization_id: caller.who.organization_id,
        modified_by: caller.who.user_id,
        group_administrators: opensToGroupAdministrators(caller.who),
      }),
    update: (row, values, caller) =>
      patch(oidcProviders, row, values, caller, {
        modified_by: caller.who.user_id,
        modified_at: caller.db.fn.now(),
        // Whoever changes where people are vouched for answers for whom that lets in.
        group_administrators: opensToGroupAdministrators(caller.who),
      }),
    destroy: (row, caller) => removeSignOn('oidc_providers', row, caller),
  },
})

/** The issuer as the provider calls itself; the address of its configuration is taken too. */
function issuerOf(value: string): string {
  const issuer = value.trim().replace(WELL_KNOWN, '')
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new FieldError('Enter a valid URL.')
  if (url.username || url.password || url.search || url.hash)
    throw new FieldError('The issuer is a URL without credentials, query and fragment.')
  return issuer
}

/** A stored secret goes to no other place than the one it was given for. */
function leaksSecret(row: Row, values: Values): FieldErrors | null {
  const moved = values.issuer !== undefined && String(values.issuer).trim().replace(WELL_KNOWN, '') !== row.issuer
  return moved && row.sealed_client_secret && values.client_secret === undefined
    ? { client_secret: ['This field is required when the issuer changes.'] }
    : null
}
