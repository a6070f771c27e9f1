/** The declared types of payloads (docs/types), compared with real payloads. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { declarations, type Schema } from '../../scripts/types/declarations.ts'
import { HOOK_SIDELOADS } from '../../src/rules/hooks/events.ts'
import { anAnnotation } from '../support/factories.ts'
import { admin, server, tenant, url } from '../support/tenant-server.ts'
import { anOpenOne, useBills } from './content-setup.ts'

useBills()
let hook: string
const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false })

/** Forbids undeclared keys, so that a payload with a key that the types lack fails. */
const closed = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    const { $ref, properties, additionalProperties } = value as Schema
    if (typeof $ref === 'string') return { $ref: `#/$defs/${$ref}` }
    return properties && typeof properties === 'object' && 'type' in value && additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value
  }) as Schema
const $defs = Object.fromEntries(Object.entries(declarations()).map(([name, schema]) => [name, closed(schema)]))

function errorsOf(type: string, payload: unknown): string[] {
  const validate = ajv.compile({ $defs, $ref: `#/$defs/${type}` })
  validate(payload)
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(' '),
  )
}

async function payloadOf(body: object): Promise<object> {
  const answer = await admin.post(`${hook}/generate_payload`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

beforeAll(async () => {
  const events = ['annotation_content', 'annotation_status', 'upload', 'invocation']
  const config = { url: 'https://hooks.example.org' }
  const given = { sideload: HOOK_SIDELOADS, settings: { a: 1 }, secrets: { key: 'x' } }
  const token_owner = url('users', tenant.user_id)
  const created = await admin.post('/hooks', { name: 'Types', queues: [], events, config, token_owner, ...given })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  hook = created.body.url
})

describe('the declared types', () => {
  const moved = { status: 'to_review', previous_status: 'importing' }

  it('match payloads of annotation events with content and all sideloads', async () => {
    const { annotation_id, path, id } = await anOpenOne()
    const value = [{ schema_id: 'text', content: { value: 'Bolts' } }]
    const added = await admin.post(`${path}/operations`, { operations: [{ op: 'add', id: id('lines'), value }] })
    expect(added.status).toBe(200)
    const annotation = url('annotations', annotation_id)
    const content = await payloadOf({ event: 'annotation_content', action: 'initialize', annotation, ...moved })
    expect(errorsOf('AnnotationContentPayload', content)).toEqual([])
    const status = await payloadOf({ event: 'annotation_status', action: 'changed', annotation, ...moved })
    expect(errorsOf('AnnotationStatusPayload', status)).toEqual([])
    for (const name of HOOK_SIDELOADS) expect(Object.keys(content), name).toContain(name)
  })

  it('match payloads of uploads', async () => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant)
    const queue = url('queues', tenant.queue_id)
    const [upload] = await server.deps
      .db('uploads')
      .insert({ organization_id: tenant.organization_id, queue_id: tenant.queue_id, values: { 'upload:a': 'b' } })
      .returning('id')
    const { document_id } = await server.deps.db('annotations').where('id', annotation_id).first('document_id')
    await server.deps.db('documents').where('id', document_id).update({ upload_id: upload.id })
    const payload = await payloadOf({ event: 'upload', action: 'created', upload: url('uploads', upload.id) })
    expect(payload).toMatchObject({ files: [{ queue, annotation: url('annotations', annotation_id) }] })
    expect(errorsOf('UploadCreatedPayload', payload)).toEqual([])
  })

  it('match payloads of invocations', async () => {
    expect(errorsOf('InvocationPayload', await payloadOf({ event: 'invocation', action: 'manual' }))).toEqual([])
  })

  it('reject payloads with other keys or types', async () => {
    const payload = await payloadOf({ event: 'invocation', action: 'manual' })
    expect(errorsOf('InvocationPayload', { ...payload, settings: 7 })).toEqual([
      expect.stringContaining('/settings must be object'),
    ])
    expect(errorsOf('AnnotationStatusPayload', { ...payload, other: 1 })).toContain(
      ' must NOT have additional properties {"additionalProperty":"other"}',
    )
  })
})
