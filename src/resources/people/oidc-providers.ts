import { Type } from 'typebox'
import { CLIENT_SECRET, OIDC_CLAIMS } from '../../domain/people/oidc.ts'
import { deleteOidcProvider, oidcProviderRows } from '../../domain/people/save-sign-on.ts'
import { seal } from '../../domain/requests/secrets.ts'
import type { FieldErrors } from '../../errors.ts'
import { OidcProvider, type RowOf } from '../../models/index.ts'
import { allowed, sameOrganization } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import { FieldError } from '../framework/field-error.ts'
import type { Input } from '../framework/input.ts'
import type { Urls } from '../framework/urls.ts'
import { opensToGroupAdministrators } from './sign-on.ts'

const WELL_KNOWN = '/.well-known/openid-configuration'

export const oidcProviders = defineResource(OidcProvider, {
  path: 'oidc_providers',
  singular: 'OpenID provider',
  description:
    'An OpenID Connect provider whose users sign on at `GET /v1/oauth/login?organization=ID`. The client at the provider must have the `redirect_uri` of this object.',
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    organization: f.organization(),
    name: f.text('Name of the provider.', { required: true, max: 255, example: 'Company login' }),
    enabled: f.bool('Whether users can sign on with it.', { default: true }),
    issuer: f.custom(
      'Issuer URL of the provider, without `/.well-known/openid-configuration`.',
      {
        output: Type.String(),
        input: Type.String({ maxLength: 1000 }),
        required: true,
        example: 'https://login.example.com/realm',
      },
      { show: ({ issuer }) => issuer, accept: (value) => ({ issuer: issuerOf(value as string) }) },
    ),
    client_id: f.text('Client id that the provider assigned to this service.', {
      required: true,
      max: 255,
      example: 'sheaf',
    }),
    client_secret: f.custom(
      'Client secret; never returned. A PUT without it keeps it; null removes it.',
      {
        output: Type.Undefined(),
        input: Type.Union([Type.String({ minLength: 1, maxLength: 1000 }), Type.Null()]),
        example: 'client-secret',
      },
      {
        writeOnly: true,
        accept: (value, { config }) => ({
          sealed_client_secret: value === null ? null : seal(config, CLIENT_SECRET, value),
        }),
      },
    ),
    redirect_uri: f.computed(
      'Redirect URI to register for the client at the provider. Every provider has its own, so that a code of one is never sent to another.',
      Type.String({ format: 'uri' }),
      ({ id }, { urls }) => redirectUriOf(urls, id),
    ),
    claim: f.oneOf(
      OIDC_CLAIMS,
      'Claim to compare with the `oidc_id` of users. `email` ignores case, and is compared with the username of users without an `oidc_id`.',
      { default: 'email' },
    ),
    email_trusted: f.bool(
      'Whether email addresses count as verified when the provider sends no `email_verified`; for providers that assign the addresses themselves.',
      { default: false },
    ),
    scopes: f.custom(
      'Requested scopes, separated by spaces.',
      {
        output: Type.String(),
        input: Type.String({ maxLength: 500, pattern: '^[\\x21-\\x7e]+( [\\x21-\\x7e]+)*$' }),
        default: 'openid email profile',
      },
      {
        show: ({ scopes }) => scopes,
        accept: (scopes) => {
          if (!(scopes as string).split(' ').includes('openid')) throw new FieldError('The scopes must include openid.')
          return { scopes }
        },
      },
    ),
    group_administrators: f.bool('Whether administrators of the organization group can sign on with it.', {
      readOnly: true,
    }),
    created_at: f.createdAt(),
    modified_by: f.modifiedBy(),
    modified_at: f.modifiedAt(),
  }),
  filters: (by) => ({ id: by.ids(), name: by.text(), enabled: by.bool() }),
  ordering: { id: 'bigint', name: 'text' },
  visible: sameOrganization,
  may: allowed('sign_on'),
  check: (input, { row }) => row && leaksSecret(row, input),
  save: {
    create: ({ columns }, { db, who }) =>
      oidcProviderRows.create(db, who, { ...columns, group_administrators: opensToGroupAdministrators(who) }),
    // A change of the provider determines who can sign on, so the rights of the last editor decide about group administrators.
    update: ({ id }, { columns }, { db, who }) =>
      oidcProviderRows.update(db, who, id, { ...columns, group_administrators: opensToGroupAdministrators(who) }),
    destroy: ({ id }, { deps }) => deleteOidcProvider(deps, id),
  },
})

/** Returns the address to which a provider redirects browsers after the login. */
export const redirectUriOf = ({ root }: Urls, provider_id: number): string => `${root}/oauth/code/${provider_id}`

/** Returns the issuer; accepts the URL of its configuration too. Throws for an invalid URL. */
function issuerOf(value: string): string {
  const issuer = value.trim().replace(WELL_KNOWN, '')
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new FieldError('Enter a valid URL.')
  if (url.username || url.password || url.search || url.hash)
    throw new FieldError('The issuer must be a URL without credentials, query and fragment.')
  return issuer
}

/** Requires a new secret when the issuer changes, because a stored secret is sent only to the issuer for which it was entered. */
function leaksSecret(row: RowOf<OidcProvider>, { columns }: Input<OidcProvider>): FieldErrors | null {
  const moved = columns.issuer !== undefined && columns.issuer !== row.issuer
  return moved && row.sealed_client_secret && columns.sealed_client_secret === undefined
    ? { client_secret: ['This field is required when the issuer changes.'] }
    : null
}
