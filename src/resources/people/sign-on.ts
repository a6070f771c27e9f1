/** Single sign-on of an organization: keys for JWTs, and creation of users at their first sign-on. */
import { Type } from 'typebox'
import { updateProvisioning } from '../../domain/people/save-organizations.ts'
import { deleteJwtKey, jwtKeyRows } from '../../domain/people/save-sign-on.ts'
import type { FieldErrors } from '../../errors.ts'
import { JwtKey, Organization } from '../../models/index.ts'
import { kidOf } from '../../rules/access/jwt.ts'
import { PROVISIONED_ROLES } from '../../rules/access/provisioning.ts'
import { KEY_TYPES, readPublicKey } from '../../rules/access/public-keys.ts'
import { allowed, can, sameOrganization } from '../access.ts'
import { defineResource, type CheckContext } from '../framework/define.ts'
import { FieldError } from '../framework/field-error.ts'
import { urlOf } from '../framework/fields.ts'
import type { Input } from '../framework/input.ts'

/** Limited because verifying a signature may try all keys of a `kid`. */
const MAX_KEYS = 20

/** Administrators of the group can sign on only with keys and providers that one of them has set up. */
export const opensToGroupAdministrators = can('administer_group')

export const jwtKeys = defineResource(JwtKey, {
  path: 'jwt_keys',
  singular: 'JWT key',
  description:
    'A public key for JWTs that a system of the organization signs. Clients exchange the JWTs for access tokens at `POST /v1/auth/token`.',
  verbs: ['list', 'create', 'retrieve', 'destroy'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    organization: f.organization(),
    name: f.text('Name of the key.', { default: '', max: 255, example: 'Portal' }),
    namespace: f.text('Namespace in `kid`: letters, digits, dots, underscores and hyphens.', {
      required: true,
      max: 100,
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
      example: 'portal',
    }),
    kid: f.text('Key id in the header of JWTs: `urn:<namespace>:organizations:<organization id>`.', {
      readOnly: true,
    }),
    public_key: f.custom(
      'Public key (Ed25519, Ed448, or RSA of at least 2048 bits), as PEM or as a JWK (object or string).',
      {
        output: Type.String(),
        input: Type.Union([
          Type.String({ minLength: 1, maxLength: 16_384 }),
          Type.Record(Type.String(), Type.Unknown()),
        ]),
        required: true,
        example:
          '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n',
      },
      {
        show: ({ public_key }) => public_key,
        accept: (value) => {
          const key = readPublicKey(value as string | object)
          if ('error' in key) throw new FieldError(key.error)
          const { pem, type, algorithm, fingerprint } = key
          return { public_key: pem, type, algorithm, fingerprint }
        },
      },
    ),
    type: f.oneOf(KEY_TYPES, 'Type of the key.', { readOnly: true }),
    algorithm: f.oneOf(['EdDSA', 'RS512'], 'Signature algorithm of the key.', { readOnly: true }),
    fingerprint: f.text('Fingerprint (hash) of the key.', { readOnly: true }),
    group_administrators: f.bool('Whether administrators of the organization group can sign on with it.', {
      readOnly: true,
    }),
    created_by: f.createdBy(),
    created_at: f.createdAt(),
  }),
  filters: (by) => ({ id: by.ids(), kid: by.text(), namespace: by.text(), type: by.oneOf(KEY_TYPES) }),
  ordering: { id: 'bigint', namespace: 'text' },
  visible: sameOrganization,
  may: allowed('sign_on'),
  check: checkKey,
  save: {
    create: ({ columns }, { db, who }) => {
      const kid = kidOf(columns.namespace!, who.organization_id)
      return jwtKeyRows.create(db, who, { ...columns, kid, group_administrators: opensToGroupAdministrators(who) })
    },
    destroy: ({ id }, { deps }) => deleteJwtKey(deps, id),
  },
})

async function checkKey(
  { columns: { namespace, fingerprint } }: Input<JwtKey>,
  { caller: { db, who } }: CheckContext<JwtKey>,
): Promise<FieldErrors | null> {
  const kid = kidOf(namespace!, who.organization_id)
  const known = await JwtKey.query(db).where('organization_id', who.organization_id)
  if (known.some((one) => one.kid === kid && one.fingerprint === fingerprint))
    return { public_key: ['This key is already registered in this namespace.'] }
  return known.length >= MAX_KEYS
    ? { non_field_errors: [`An organization can have at most ${MAX_KEYS} keys. Delete an unused key first.`] }
    : null
}

export const autoProvisioning = defineResource(Organization, {
  path: 'auto_provisioning',
  singular: 'auto-provisioning configuration',
  description:
    'Settings for creating users at their first sign-on with a JWT or an OpenID provider. Every organization has one configuration, with the id of the organization.',
  verbs: ['list', 'retrieve', 'replace', 'update'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    organization: f.computed('URL of the organization.', urlOf('organizations'), ({ id }, { urls }) =>
      urls.of('organizations', id),
    ),
    enabled: f.bool('Whether users are created at their first sign-on.', {
      default: false,
      column: 'provisioning_enabled',
      example: true,
    }),
    roles: f.custom(
      'Roles that a JWT or the claims of a provider may request.',
      {
        output: Type.Array(Type.String()),
        input: Type.Array(Type.String({ enum: [...PROVISIONED_ROLES] })),
        default: [],
        example: ['annotator'],
      },
      {
        show: ({ provisioning_roles }) => provisioning_roles,
        accept: (roles) => ({ provisioning_roles: [...new Set(roles as string[])] }),
      },
    ),
    default_role: f.oneOf(
      PROVISIONED_ROLES,
      'Role of new users for whom no allowed role is requested; null for no default role.',
      {
        nullable: true,
        default: null,
        column: 'provisioning_default_role',
        example: 'annotator',
      },
    ),
    queues: f.refs('URLs of the queues that are assigned to new users.', {
      relation: 'provisioned_queues',
      default: [],
      example: [1],
    }),
  }),
  filters: (by) => ({ id: by.ids(), enabled: by.bool('provisioning_enabled') }),
  ordering: { id: 'bigint' },
  visible: (query, { who }) => void query.where('organizations.id', who.organization_id),
  may: allowed('sign_on'),
  save: { update: ({ id }, { columns }, { db }) => updateProvisioning(db, id, columns) },
})
