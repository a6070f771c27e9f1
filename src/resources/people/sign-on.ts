/** How an organization lets its own systems sign people on: keys for JWTs, and users made at their first sign-on. */
import { Type } from 'typebox'
import { forbidden, type FieldErrors } from '../../errors.ts'
import { kidOf } from '../../rules/jwt.ts'
import { PROVISIONED_ROLES } from '../../rules/provisioning.ts'
import { KEY_TYPES, readPublicKey } from '../../rules/public-keys.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { FieldError } from '../engine/field-error.ts'
import { f, fieldsOf, type Row, type Values } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { insert } from '../legacy/verbs.ts'
import type { Caller } from '../engine/request.ts'
import { allowed, can, sameOrganization } from '../access.ts'

/** Every check of a signature may try all keys of a `kid`. */
const MOST_KEYS = 20

/** Who may bring people in by it: nobody whose own rights end at some queues. */
export function demandWholeAdministrator({ membership }: Caller['who']): void {
  if (membership?.limited) throw forbidden('A membership that is limited to queues cannot change how people sign on.')
}

/** Takes away a way to sign on; tokens that people got by it stay. */
export async function removeSignOn(table: 'jwt_keys' | 'oidc_providers', row: Row, { db, who }: Caller): Promise<void> {
  demandWholeAdministrator(who)
  await db(table).where('id', row.id).delete()
}

/** What only an administrator of the group sets up may sign such administrators on. */
export const opensToGroupAdministrators = can('administer_group')

export const jwtKeys = defineResource({
  path: 'jwt_keys',
  singular: 'JWT key',
  table: 'jwt_keys',
  description: 'A public key with which a system of the organization signs JWTs; they are exchanged at `auth/token`.',
  verbs: ['list', 'create', 'retrieve', 'destroy'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    organization: f.ref('organizations', { readOnly: true }),
    name: f.text({ default: '', max: 255 }),
    namespace: f.text({ required: true, max: 100, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' }),
    kid: f.text({ readOnly: true }),
    public_key: f.custom({
      output: Type.String(),
      input: Type.Union([Type.String({ minLength: 1, maxLength: 16_384 }), Type.Record(Type.String(), Type.Unknown())]),
      required: true,
      description: 'PEM, or a JWK as an object or as text.',
      show: (row) => row.public_key,
      accept: (value) => {
        const key = readPublicKey(value as string | object)
        if ('error' in key) throw new FieldError(key.error)
        const { pem, type, algorithm, fingerprint } = key
        return { public_key: pem, type, algorithm, fingerprint }
      },
    }),
    type: f.oneOf(KEY_TYPES, { readOnly: true }),
    algorithm: f.oneOf(['EdDSA', 'RS512'], { readOnly: true }),
    fingerprint: f.text({ readOnly: true }),
    group_administrators: f.bool({ readOnly: true }),
    created_by: f.ref('users', { readOnly: true, nullable: true, column: 'created_by' }),
    created_at: f.time(),
  }),
  filters: {
    id: by.ids('jwt_keys.id'),
    kid: by.text('jwt_keys.kid'),
    namespace: by.text('jwt_keys.namespace'),
    type: by.oneOf('jwt_keys.type', KEY_TYPES),
  },
  ordering: columns('jwt_keys', { id: 'bigint', namespace: 'text' }),
  visible: sameOrganization,
  may: allowed('sign_on'),
  check: checkKey,
  save: {
    create: (values, caller) => {
      const { organization_id, user_id } = caller.who
      demandWholeAdministrator(caller.who)
      return insert(jwtKeys, values, caller, {
        organization_id,
        kid: kidOf(values.namespace as string, organization_id),
        created_by: user_id,
        group_administrators: opensToGroupAdministrators(caller.who),
      })
    },
    destroy: (row, caller) => removeSignOn('jwt_keys', row, caller),
  },
})

async function checkKey(values: Values, { caller: { db, who } }: { caller: Caller }): Promise<FieldErrors | null> {
  const key = readPublicKey(values.public_key as string | object)
  if ('error' in key) return { public_key: [key.error] }
  const kid = kidOf(values.namespace as string, who.organization_id)
  const known = (await db('jwt_keys').where({ organization_id: who.organization_id }).select('kid', 'fingerprint')) as {
    kid: string
    fingerprint: string
  }[]
  if (known.some((one) => one.kid === kid && one.fingerprint === key.fingerprint))
    return { public_key: ['This key is registered in this namespace already.'] }
  return known.length >= MOST_KEYS
    ? { non_field_errors: [`An organization has at most ${MOST_KEYS} keys. Delete one that is not used any more.`] }
    : null
}

export const autoProvisioning = defineResource({
  path: 'auto_provisioning',
  singular: 'auto-provisioning configuration',
  table: 'organizations',
  description:
    'Whether people who sign on with a JWT or an OpenID provider and have no user yet get one, and with which rights. Every organization has one configuration; its id is that of the organization.',
  verbs: ['list', 'retrieve', 'replace', 'update'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    organization: f.ref('organizations', { readOnly: true, column: 'id' }),
    enabled: f.bool({ default: false, column: 'provisioning_enabled' }),
    roles: f.custom({
      output: Type.Array(Type.String()),
      input: Type.Array(Type.String({ enum: [...PROVISIONED_ROLES] })),
      default: [],
      description: 'Roles that may be asked for.',
      show: (row) => row.provisioning_roles,
      accept: (value) => ({ provisioning_roles: JSON.stringify([...new Set(value as string[])]) }),
    }),
    default_role: f.oneOf(PROVISIONED_ROLES, {
      nullable: true,
      default: null,
      column: 'provisioning_default_role',
      description: 'For whoever asks for none of the roles.',
    }),
    queues: f.refs(
      'queues',
      { table: 'provisioned_queues', own: 'organization_id', other: 'queue_id' },
      { default: [] },
    ),
  }),
  filters: { id: by.ids('organizations.id'), enabled: by.bool('organizations.provisioning_enabled') },
  ordering: columns('organizations', { id: 'bigint' }),
  visible: (query, { who }) => void query.where('organizations.id', who.organization_id),
  may: allowed('sign_on'),
  check: (_values, { caller }) => {
    demandWholeAdministrator(caller.who)
    return null
  },
})
