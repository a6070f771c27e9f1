/** Fields of an export profile about its delivery. */
import { Type, type Static } from 'typebox'
import { DELIVERY_SECRET } from '../../domain/exports/deliveries.ts'
import { seal } from '../../domain/requests/secrets.ts'
import type { ExportProfile, RowOf } from '../../models/index.ts'
import { DELIVERED_STATUSES, type Delivery } from '../../rules/export-profiles/delivery.ts'
import { orNull, type FieldMakers } from '../engine/fields.ts'

const text = (description: string, maxLength = 255) => Type.Optional(Type.String({ description, maxLength }))

const DeliverySettings = Type.Object(
  {
    type: Type.String({ enum: ['email', 's3'], description: 'By email, or into a bucket of an S3-compatible store.' }),
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
  },
  { additionalProperties: false },
)

function complete(given: Static<typeof DeliverySettings>): Delivery {
  const status = DELIVERED_STATUSES.find((one) => one === given.status) ?? 'exported'
  const common = { cron: typeof given.cron === 'string' ? given.cron : null, status }
  return given.type === 'email'
    ? { type: 'email', ...common, to: given.to ?? [], subject: given.subject ?? '{profile} {date}' }
    : {
        type: 's3',
        ...common,
        bucket: given.bucket ?? '',
        region: given.region || 'us-east-1',
        endpoint: typeof given.endpoint === 'string' ? given.endpoint : null,
        prefix: given.prefix ?? '',
        access_key_id: given.access_key_id ?? '',
      }
}

export const deliveryFields = (f: FieldMakers<ExportProfile>) => ({
  delivery: f.custom(
    'Where and when the documents are delivered that the profile has not delivered yet; null for nowhere.',
    {
      output: orNull(DeliverySettings),
      nullable: true,
      default: null,
      example: { type: 'email', to: ['accounting@example.com'], cron: '0 6 * * 1' },
    },
    {
      show: ({ delivery }) => delivery,
      accept: (value) => ({ delivery: value === null ? null : complete(value as Static<typeof DeliverySettings>) }),
    },
  ),
  delivery_secret: f.custom(
    'Secret key of the store; never returned. Removed when the store or the access key changes.',
    { output: Type.String(), input: orNull(Type.String({ minLength: 1, maxLength: 1000 })), example: 'secret' },
    {
      writeOnly: true,
      accept: (value, { config }) => ({
        sealed_delivery_secret: value === null ? null : seal(config, DELIVERY_SECRET, value),
      }),
    },
  ),
})

/** Returns what else changes with the delivery: its schedule begins now, and a secret belongs to one account of one store. */
export function followDelivery(
  given: Partial<RowOf<ExportProfile>>,
  before: RowOf<ExportProfile> | null,
  now: Date,
): Partial<Pick<RowOf<ExportProfile>, 'sealed_delivery_secret' | 'delivery_planned_at'>> {
  if (given.delivery === undefined) return {}
  const account = (delivery: Delivery | null | undefined) =>
    delivery?.type === 's3' ? `${delivery.endpoint} ${delivery.access_key_id}` : null
  const keepsAccount = account(given.delivery) === account(before?.delivery)
  const keepsSchedule = before !== null && before.delivery?.cron === given.delivery?.cron
  return {
    ...(keepsAccount || given.sealed_delivery_secret !== undefined ? {} : { sealed_delivery_secret: null }),
    ...(keepsSchedule ? {} : { delivery_planned_at: now.toISOString() }),
  }
}
