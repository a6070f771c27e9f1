import { Type } from 'typebox'
import { CONNECTOR_KEY as KEY, CONNECTOR_TOKEN as TOKEN } from '../../domain/connectors/call.ts'
import { bindQueues, createConnector, deleteConnector, updateConnector } from '../../domain/connectors/rows.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { noteSecrets } from '../../domain/requests/audit-reads.ts'
import { seal, unseal } from '../../domain/requests/secrets.ts'
import { forbidden, type FieldErrors } from '../../errors.ts'
import { Connector, Queue, type RowOf } from '../../models/index.ts'
import { errorOfCertificate, errorOfPrivateKey, keyFits } from '../../rules/hooks/client-certificates.ts'
import { admins, allowed, ownQueues, sameOrganization } from '../access.ts'
import { defineResource, type CheckContext } from '../framework/define.ts'
import { makers, orNull, type FieldBuilder } from '../framework/fields.ts'
import type { Input } from '../framework/input.ts'
import { linkedIds, linkOf, visibleIds } from '../framework/relations.ts'
import type { Caller, Writing } from '../framework/request.ts'
import { servesOthers } from './shared.ts'
import { webAddress } from './web-address.ts'

const TextOrNull = orNull(Type.String())

/** Presents null as `""`: clients of this API expect strings in these fields. */
const textOrEmpty =
  (description: string): FieldBuilder =>
  (name, model) =>
    makers.custom(
      description,
      { output: Type.String(), input: TextOrNull, default: '' },
      { show: (row) => row[name] ?? '', accept: (value) => ({ [name]: value === '' ? null : value }) },
    )(name, model)

const sealedOrNull = (place: string, value: unknown, { config }: Caller) => (value ? seal(config, place, value) : null)
const opened = (place: string, sealed: Buffer | null | undefined, { config }: Caller): string | null =>
  sealed ? String(unseal(config, place, sealed)) : null

/** Auditors see no secrets. */
function showToken(row: RowOf<Connector>, caller: Caller): string {
  const token = admins(caller.who) ? opened(TOKEN, row.sealed_authorization_token, caller) : null
  if (token) noteSecrets({ object_type: 'connector', object_id: row.id })
  return token ?? ''
}

export const connectors = defineResource(Connector, {
  path: 'connectors',
  singular: 'connector',
  description: 'An older kind of extension for queues, which validates annotations during review and receives exports.',
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    name: f.text('Name of the connector.', { required: true, max: 255, example: 'Ledger' }),
    queues: f.refs('URLs of its queues.', { required: true, visible: true, example: [], write: bind }),
    service_url: webAddress('URL of the external service to call.', {
      required: true,
      example: 'https://ledger.example.com/sheaf',
    }),
    params: textOrEmpty('Query string added to each call; null or empty if none.'),
    client_ssl_certificate: textOrEmpty('Client certificate for TLS, in PEM format.'),
    client_ssl_key: f.custom(
      'Unencrypted private key of the client certificate, in PEM format; never returned.',
      { output: Type.String(), input: TextOrNull },
      {
        writeOnly: true,
        accept: (value, caller) => ({ sealed_client_ssl_key: sealedOrNull(KEY, value, caller) }),
      },
    ),
    authorization_type: f.oneOf(
      ['secret_key', 'Basic'],
      'Scheme of the `Authorization` header that contains `authorization_token`.',
      {
        default: 'secret_key',
        example: 'secret_key',
      },
    ),
    authorization_token: f.custom(
      'Secret that authenticates the calls; visible to administrators only, `""` for auditors.',
      { output: Type.String(), input: TextOrNull, default: '', example: 'shared-secret' },
      {
        show: showToken,
        accept: (value, caller) => ({ sealed_authorization_token: sealedOrNull(TOKEN, value, caller) }),
      },
    ),
    asynchronous: f.bool('Stored without effect: exports always run in the background.', { default: true }),
    metadata: f.metadata(),
    modified_by: f.modifiedBy(),
    modified_at: f.modifiedAt({ nullable: true }),
  }),
  filters: (by) => ({ id: by.ids(), name: by.text(), service_url: by.text(), queue: by.refs('queues') }),
  ordering: { id: 'bigint', name: 'text', service_url: 'text' },
  visible: (query, caller, table) => {
    sameOrganization(query, caller, table)
    const mine = ownQueues(caller)
    if (mine) void query.whereIn(`${table}.id`, caller.db('queues').whereIn('id', mine).select('connector_id'))
  },
  may: allowed('connectors'),
  check: async (input, context) => {
    const errors = {
      ...certificateErrors(input, context),
      ...(await queueErrors(input, context)),
      ...(await sharedErrors(input, context)),
    }
    return Object.keys(errors).length ? errors : null
  },
  save: {
    create: ({ columns }, { db, who }) => createConnector(db, who, columns),
    update: ({ id }, { columns }, { db, who }) => updateConnector(db, who, id, columns),
    destroy: async ({ id }, request) => {
      if (await servesOthers(Connector, id, request)) throw forbidden(SHARED)
      await transact(request.deps, (tx) => deleteConnector(tx, id))
    },
  },
})

interface Certificate {
  client_ssl_certificate?: string | null
  client_ssl_key?: string | null
}

function certificateErrors(
  { values }: Input<Connector, Certificate>,
  { row, caller }: CheckContext<Connector>,
): FieldErrors {
  const { client_ssl_certificate: certificate, client_ssl_key: key } = values
  const found: Record<string, string | null> = {
    client_ssl_certificate: certificate ? errorOfCertificate(certificate) : null,
    client_ssl_key: key ? errorOfPrivateKey(key) : null,
  }
  const errors = Object.entries(found).flatMap(([name, error]) => (error ? [[name, [error]]] : []))
  if (errors.length || !(certificate || key)) return Object.fromEntries(errors)
  const effective = certificate === undefined ? row?.client_ssl_certificate : certificate
  const effectiveKey = key === undefined ? opened(KEY, row?.sealed_client_ssl_key, caller) : key
  return effective && effectiveKey && !keyFits(effective, effectiveKey)
    ? { client_ssl_key: ['The key does not match the certificate.'] }
    : {}
}

async function queueErrors({ ids }: Input<Connector>, { row, caller }: CheckContext<Connector>): Promise<FieldErrors> {
  const taken = await Queue.query(caller.db)
    .findByIds(ids.queues ?? [])
    .whereNotNull('connector_id')
    .modify((query) => void (row && query.whereNot('connector_id', row.id)))
    .orderBy('id')
    .first()
  if (taken) return { queues: [`A queue has at most one connector, and queue ${taken.id} already has one.`] }
  return ids.queues?.length === 0 && ownQueues(caller) ? { queues: ['Specify at least one of your queues.'] } : {}
}

const SHARED = 'The connector also serves queues that you do not see.'

/** Where a connector sends data, and with which credentials, may be changed only by those who see all data that it sends. */
async function sharedErrors(
  { columns }: Input<Connector>,
  { row, caller }: CheckContext<Connector>,
): Promise<FieldErrors> {
  if (!row || !(await servesOthers(Connector, row.id, caller))) return {}
  const plain = (['service_url', 'params', 'client_ssl_certificate', 'authorization_type'] as const).filter(
    (name) => columns[name] !== undefined && columns[name] !== row[name],
  )
  const sent = columns.sealed_authorization_token
  const isNewToken =
    sent !== undefined && opened(TOKEN, sent, caller) !== opened(TOKEN, row.sealed_authorization_token, caller)
  const changed = [
    ...plain,
    ...(columns.sealed_client_ssl_key === undefined ? [] : ['client_ssl_key']),
    ...(isNewToken ? ['authorization_token'] : []),
  ]
  return Object.fromEntries(changed.map((name) => [name, [SHARED]]))
}

/** Queues that the caller does not see keep the connector. */
async function bind(id: number, ids: number[], request: Writing): Promise<void> {
  const link = linkOf(Connector, 'queues')
  const bound = await visibleIds('queues', await linkedIds(link, [id], request), request)
  await bindQueues(request.db, id, { release: bound.filter((queue) => !ids.includes(queue)), bind: ids })
}
