import { Type, type TSchema } from 'typebox'
import { conflictStatus, type FieldErrors } from '../../errors.ts'
import { CONNECTOR_KEY as KEY, CONNECTOR_TOKEN as TOKEN } from '../../domain/hooks/connector-save.ts'
import { seal, unseal } from '../../domain/requests/secrets.ts'
import { errorOfCertificate, errorOfPrivateKey, keyFits } from '../../rules/client-certificates.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { f, fieldsOf, type Field, type Row, type Values } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { resolveReferences, visibleIds } from '../legacy/references.ts'
import { idFromUrl } from '../engine/urls.ts'
import { insert, patch } from '../legacy/verbs.ts'
import type { Caller } from '../engine/request.ts'
import { allowed, ownQueues, sameOrganization } from '../access.ts'
import { visiblePairs } from '../engines/engines.ts'
import { webAddress } from './web-address.ts'

const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()])

/** Nothing is null in the database and `""` in answers: clients of this API take these fields for texts. */
const textOrNothing =
  () =>
  (name: string): Field => ({
    output: Type.String(),
    input: orNull(Type.String()),
    default: '',
    show: (row) => (row[name] as string | null) ?? '',
    accept: (value) => ({ [name]: value === '' ? null : value }),
  })

const sealedOrNull = (place: string, value: unknown, { config }: Caller) => (value ? seal(config, place, value) : null)
const opened = (place: string, sealed: unknown, { config }: Caller) =>
  sealed ? (unseal(config, place, sealed as Buffer) as string) : null

/** The queues stand in the column of the queues themselves, so that none can have two. */
const queuesOf = { table: 'queues', own: 'connector_id', other: 'id' }

export const connectors = defineResource({
  path: 'connectors',
  singular: 'connector',
  table: 'connectors',
  description: 'An older kind of program beside queues: validates while people review, and takes what is exported.',
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    name: f.text({ required: true, max: 255 }),
    queues: (name) => ({
      ...f.refs('queues', queuesOf, { required: true })(name),
      load: visiblePairs('queues', queuesOf),
      after: bindQueues,
    }),
    service_url: webAddress({ required: true }),
    params: textOrNothing(),
    client_ssl_certificate: textOrNothing(),
    client_ssl_key: f.custom({
      output: Type.String(),
      input: orNull(Type.String()),
      writeOnly: true,
      accept: (value, caller) => ({ sealed_client_ssl_key: sealedOrNull(KEY, value, caller) }),
    }),
    authorization_type: f.oneOf(['secret_key', 'Basic'], { default: 'secret_key' }),
    authorization_token: f.custom({
      output: Type.String(),
      input: orNull(Type.String()),
      default: '',
      // Only administrators see connectors at all.
      show: (row, caller) => opened(TOKEN, row.sealed_authorization_token, caller) ?? '',
      accept: (value, caller) => ({ sealed_authorization_token: sealedOrNull(TOKEN, value, caller) }),
    }),
    asynchronous: f.bool({ default: true }),
    metadata: f.metadata(),
    modified_by: f.ref('users', { readOnly: true, nullable: true, column: 'modified_by' }),
    modified_at: f.time({ nullable: true }),
  }),
  filters: {
    id: by.ids('connectors.id'),
    name: by.text('connectors.name'),
    service_url: by.text('connectors.service_url'),
    queue: by.pairs('connectors.id', queuesOf),
  },
  ordering: columns('connectors', { id: 'bigint', name: 'text', service_url: 'text' }),
  visible: (query, caller) => {
    sameOrganization(query, caller, 'connectors')
    const mine = ownQueues(caller)
    if (mine) void query.whereIn('connectors.id', caller.db('queues').whereIn('id', mine).select('connector_id'))
  },
  may: allowed('connectors'),
  check: checkConnector,
  save: {
    create: (values, caller) =>
      insert(connectors, values, caller, {
        organization_id: caller.who.organization_id,
        modified_by: caller.who.user_id,
        modified_at: caller.db.fn.now(),
      }),
    update: (row, values, caller) =>
      patch(connectors, row, values, caller, {
        modified_by: caller.who.user_id,
        modified_at: caller.db.fn.now(),
      }),
  },
})

async function checkConnector(
  values: Values,
  { row, caller }: { row: Row | null; caller: Caller },
): Promise<FieldErrors | null> {
  const errors: FieldErrors = {}
  const { client_ssl_certificate: certificate, client_ssl_key: key } = values as Record<string, string | null>
  const faultOfOne = certificate ? errorOfCertificate(certificate) : null
  const faultOfOther = key ? errorOfPrivateKey(key) : null
  if (faultOfOne) errors.client_ssl_certificate = [faultOfOne]
  if (faultOfOther) errors.client_ssl_key = [faultOfOther]
  if ((certificate || key) && !faultOfOne && !faultOfOther) {
    const effective = certificate === undefined ? (row?.client_ssl_certificate as string | null) : certificate
    const effectiveKey = key === undefined ? opened(KEY, row?.sealed_client_ssl_key, caller) : key
    if (effective && effectiveKey && !keyFits(effective, effectiveKey))
      errors.client_ssl_key = ['The key does not belong to the certificate.']
  }
  if ((values.queues as unknown[] | undefined)?.length === 0 && ownQueues(caller))
    errors.queues = ['Name at least one of your queues.']
  const ids = ((values.queues as unknown[] | undefined) ?? []).map((url) => idFromUrl('queues', url) ?? 0)
  const taken = await caller
    .db('queues')
    .whereIn('id', ids)
    .where('organization_id', caller.who.organization_id)
    .whereNotNull('connector_id')
    .modify((query) => void (row && query.whereNot('connector_id', row.id)))
    .orderBy('id')
    .first('id')
  if (taken) errors.queues = [`A queue has at most one connector, and queue ${taken.id} has one.`]
  return Object.keys(errors).length ? errors : null
}

/** Lets go of the queues that are not named any more and takes the others, unless another connector was quicker. */
async function bindQueues(id: number, value: unknown, caller: Caller): Promise<void> {
  const { db } = caller
  const ids = [...new Set(await resolveReferences('queues', value as unknown[], caller))]
  const before = (await db('queues').where('connector_id', id).select('id')).map((row) => row.id as number)
  const released = (await visibleIds('queues', before, caller)).filter((queue) => !ids.includes(queue))
  await db('queues').whereIn('id', released).update({ connector_id: null })
  const bound = await db('queues')
    .whereIn('id', ids)
    .where((free) => void free.whereNull('connector_id').orWhere('connector_id', id))
    .update({ connector_id: id })
  if (bound < ids.length) throw conflictStatus('A queue has at most one connector, and one of these got another.')
}
