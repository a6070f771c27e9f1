/** Objects that belong to annotations. */
import type { Knex } from 'knex'
import { anAnnotation, type Tenant } from '../../support/factories.ts'
import { insert, next, type Samples } from './sample.ts'

async function anAnnotationWithPage(db: Knex, tenant: Tenant): Promise<{ annotation_id: number; page_id: number }> {
  const { annotation_id, document_id } = await anAnnotation(db, tenant)
  const page_id = await insert(db, 'pages', {
    organization_id: tenant.organization_id,
    annotation_id,
    document_id,
    number: 1,
    s3_name: `side${next()}`,
  })
  return { annotation_id, page_id }
}

export const annotationSide: Samples = {
  audit_logs: {
    make: (db, tenant) =>
      insert(db, 'audit_logs', {
        organization_id: tenant.organization_id,
        object_type: 'user',
        object_id: tenant.user_id,
        action: 'update',
        username: `user-${next()}@example.org`,
        content: JSON.stringify({ path: '/', method: 'PATCH', request_id: 'r', details: {} }),
      }),
  },
  value_changes: {
    make: (db, tenant) =>
      insert(db, 'value_changes', {
        organization_id: tenant.organization_id,
        annotation_id: 1,
        node_id: next(),
        schema_id: 'number',
        after: 'A-1',
        origin: 'user',
        username: `user-${next()}@example.org`,
      }),
  },
  document_relations: {
    make: async (db, tenant) => {
      const { annotation_id } = await anAnnotation(db, tenant)
      return insert(db, 'document_relations', { organization_id: tenant.organization_id, annotation_id })
    },
    create: async (url, tenant, db) => ({
      annotation: url('annotations', (await anAnnotation(db, tenant)).annotation_id),
    }),
    write: async (url, tenant, db) => {
      const { annotation_id, document_id } = await anAnnotation(db, tenant)
      return {
        type: 'einvoice',
        key: `key ${next()}`,
        annotation: url('annotations', annotation_id),
        documents: [url('documents', document_id)],
      }
    },
  },
  learned_layouts: {
    make: (db, tenant) =>
      insert(db, 'learned_layouts', { organization_id: tenant.organization_id, queue_id: tenant.queue_id }),
    write: () => ({ enabled: false }),
  },
  notes: {
    make: async (db, tenant) =>
      insert(db, 'notes', {
        organization_id: tenant.organization_id,
        annotation_id: (await anAnnotation(db, tenant)).annotation_id,
        creator_id: tenant.user_id,
        content: 'The total is wrong.',
      }),
    create: async (url, tenant, db) => ({
      annotation: url('annotations', (await anAnnotation(db, tenant)).annotation_id),
      content: 'Please ask the supplier.',
    }),
    write: () => ({ type: 'rejection', content: 'Asked.', metadata: { a: 1 } }),
  },
  relations: {
    make: async (db, tenant) => {
      const relation_id = await insert(db, 'relations', {
        organization_id: tenant.organization_id,
        type: 'duplicate',
        key: `k${next()}`,
      })
      const { annotation_id } = await anAnnotation(db, tenant)
      await db('relation_annotations').insert({ relation_id, annotation_id })
      return relation_id
    },
    create: async (url, tenant, db) => ({
      type: 'attachment',
      annotations: [url('annotations', (await anAnnotation(db, tenant)).annotation_id)],
    }),
    write: async (url, tenant, db) => ({
      type: 'edit',
      key: `key ${next()}`,
      parent: url('annotations', (await anAnnotation(db, tenant)).annotation_id),
      annotations: [url('annotations', (await anAnnotation(db, tenant)).annotation_id)],
    }),
  },
  suggested_edits: {
    make: async (db, tenant) =>
      insert(db, 'suggested_edits', {
        organization_id: tenant.organization_id,
        annotation_id: (await anAnnotation(db, tenant)).annotation_id,
      }),
    create: async (url, tenant, db) => {
      const { annotation_id, page_id } = await anAnnotationWithPage(db, tenant)
      return {
        annotation: url('annotations', annotation_id),
        documents: [{ pages: [{ page: url('pages', page_id), rotation: 90 }] }],
      }
    },
    write: async (url, tenant, db) => ({
      annotation: url('annotations', (await anAnnotation(db, tenant)).annotation_id),
      documents: [],
    }),
  },
  surveys: {
    make: async (db, tenant) =>
      insert(db, 'surveys', {
        organization_id: tenant.organization_id,
        creator_id: tenant.user_id,
        template_uuid: (await db('survey_templates').first('uuid')).uuid,
      }),
    write: (url) => ({
      additional_data: { a: 1 },
      answers: [],
      metadata: { b: url('surveys', 1) },
    }),
  },
}
