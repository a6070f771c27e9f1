/** Fields of an export profile about its delivery. */
import { Type, type Static } from 'typebox'
import { DELIVERY_SECRET } from '../../domain/exports/delivery-secrets.ts'
import { sealPrivateKey } from '../../domain/exports/private-keys.ts'
import { seal } from '../../domain/requests/secrets.ts'
import type { ExportProfile, RowOf } from '../../models/index.ts'
import { accountOf, DELIVERED_STATUSES, type Delivery } from '../../rules/export-profiles/delivery.ts'
import { allowed, seesAll } from '../access.ts'
import { FieldError } from '../framework/field-error.ts'
import { orNull, type FieldBuilders } from '../framework/fields.ts'
import type { Caller } from '../framework/request.ts'

const text = (description: string, maxLength = 255) => Type.Optional(Type.String({ description, maxLength }))

const DeliverySettings = Type.Object(
  {
    type: Type.String({
      enum: ['email', 's3', 'sftp'],
      description: 'By email, into a bucket of an S3-compatible store, or onto an SFTP server.',
    }),
    cron: Type.Optional({
      ...orNull(Type.String({ maxLength: 1000 })),
      description: 'Cron expression of five fields, UTC; null delivers on request only.',
    }),
    status: Type.Optional(
      Type.String({
        enum: [...DELIVERED_STATUSES],
        description: 'Status of the documents that are delivered; `exported` by default.',
      }),
    ),
    to: Type.Optional(
      Type.Array(Type.String({ format: 'email', maxLength: 320 }), {
        maxItems: 20,
        description: 'Recipients of an email.',
      }),
    ),
    subject: text('Subject of the email; may contain the placeholders of `file_name`.'),
    bucket: text('Name of the bucket.', 63),
    region: text('Region of the store; `us-east-1` by default.', 60),
    endpoint: Type.Optional({
      ...orNull(Type.String({ maxLength: 255 })),
      description: 'URL of a store that is compatible with S3; null for Amazon S3.',
    }),
    prefix: text('Begins the keys of files, such as `invoices/`.'),
    access_key_id: text('Id of the access key.'),
    host: text('Name or IP address of an SFTP server.'),
    port: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 65_535, description: 'Port of the server; 22 by default.' }),
    ),
    user: text('User of the server.'),
    folder: text('Folder on the server, which must exist; empty for the one in which the login begins.', 1000),
    host_key: Type.Optional({
      ...orNull(Type.String({ maxLength: 60 })),
      description:
        'Fingerprint of the key of the server, `SHA256:` and 43 characters. Nothing is sent to a server with another key; without a fingerprint, deliveries fail with that of the server.',
    }),
  },
  { additionalProperties: false },
)

function complete(given: Static<typeof DeliverySettings>): Delivery {
  const status = DELIVERED_STATUSES.find((one) => one === given.status) ?? 'exported'
  const common = { cron: typeof given.cron === 'string' ? given.cron : null, status }
  if (given.type === 'email')
    return { type: 'email', ...common, to: given.to ?? [], subject: given.subject ?? '{profile} {date}' }
  if (given.type === 'sftp')
    return {
      type: 'sftp',
      ...common,
      host: given.host ?? '',
      port: given.port ?? 22,
      user: given.user ?? '',
      folder: given.folder ?? '',
      host_key: typeof given.host_key === 'string' ? given.host_key : null,
    }
  return {
    type: 's3',
    ...common,
    bucket: given.bucket ?? '',
    region: given.region || 'us-east-1',
    endpoint: typeof given.endpoint === 'string' ? given.endpoint : null,
    prefix: given.prefix ?? '',
    access_key_id: given.access_key_id ?? '',
  }
}

const mayWrite = allowed('export_profiles').update

/** Recipients and servers are for those who can change them and for auditors, who see no part of credentials. */
function shownTo(delivery: Delivery | null, { who }: Pick<Caller, 'who'>): Partial<Delivery> | null {
  if (!delivery || mayWrite(who)) return delivery
  const { type, cron, status, ...place } = delivery
  if (!seesAll(who)) return { type, cron, status }
  const { access_key_id: _, ...shown } = place as typeof place & { access_key_id?: string }
  return { type, cron, status, ...shown } as Partial<Delivery>
}

const PrivateKey = Type.Object(
  {
    key: Type.String({
      minLength: 1,
      maxLength: 10_000,
      description: 'A private RSA, ECDSA or Ed25519 key as ssh-keygen, OpenSSL or PuTTY (version 2) writes it.',
    }),
    passphrase: Type.Optional({
      ...orNull(Type.String({ maxLength: 1000 })),
      description: 'Passphrase of the key, which is not stored.',
    }),
  },
  { additionalProperties: false },
)

export const deliveryFields = (f: FieldBuilders<ExportProfile>) => ({
  delivery: f.custom(
    'Where and when the documents are delivered that the profile has not delivered yet; null for nowhere.',
    {
      output: orNull(DeliverySettings),
      nullable: true,
      default: null,
      example: { type: 'email', to: ['accounting@example.com'], cron: '0 6 * * 1' },
    },
    {
      show: ({ delivery }, caller) => shownTo(delivery, caller),
      accept: (value) => ({ delivery: value === null ? null : complete(value as Static<typeof DeliverySettings>) }),
    },
  ),
  delivery_secret: f.custom(
    'Secret key of the store, or password of the user of an SFTP server; never returned. Removed when the store, the access key, the server or the user changes.',
    { output: Type.String(), input: orNull(Type.String({ minLength: 1, maxLength: 1000 })), example: 'secret' },
    {
      writeOnly: true,
      accept: (value, { config }) => ({
        sealed_delivery_secret: value === null ? null : seal(config, DELIVERY_SECRET, value),
      }),
    },
  ),
  delivery_private_key: f.custom(
    'Private key of the user of an SFTP server, with or without `delivery_secret`; never returned. Removed when the server or the user changes.',
    { output: PrivateKey, input: orNull(PrivateKey), example: null },
    {
      writeOnly: true,
      accept: async (value, { config, who }) => {
        if (value === null) return { sealed_delivery_key: null }
        const { key, passphrase } = value as Static<typeof PrivateKey>
        const given = { key, passphrase: typeof passphrase === 'string' ? passphrase : null }
        const made = await sealPrivateKey(config, who.organization_id, 'delivery_private_key', given)
        if ('error' in made) throw new FieldError(made.error)
        return { sealed_delivery_key: made.sealed }
      },
    },
  ),
})

/** Returns what else changes with the delivery: its schedule begins now, and secrets belong to one account of one server. */
export function followDelivery(
  given: Partial<RowOf<ExportProfile>>,
  before: RowOf<ExportProfile> | null,
  now: Date,
): Partial<Pick<RowOf<ExportProfile>, 'sealed_delivery_secret' | 'sealed_delivery_key' | 'delivery_planned_at'>> {
  if (given.delivery === undefined) return {}
  const keepsAccount = accountOf(given.delivery) === accountOf(before?.delivery)
  const keepsSchedule = before !== null && before.delivery?.cron === given.delivery?.cron
  return {
    ...(keepsAccount || given.sealed_delivery_secret !== undefined ? {} : { sealed_delivery_secret: null }),
    ...(keepsAccount || given.sealed_delivery_key !== undefined ? {} : { sealed_delivery_key: null }),
    ...(keepsSchedule ? {} : { delivery_planned_at: now.toISOString() }),
  }
}
