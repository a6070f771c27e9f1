/** Triggers, email templates, delete recommendations, automation rules with their log, workflows. */
import type { Knex } from 'knex'
import { DEFAULTS } from '../../../src/rules/export-profiles/types.ts'
import { anAnnotation, aPerson, type Tenant } from '../../support/factories.ts'
import { insert, next, type Samples } from './sample.ts'

const aTrigger = (db: Knex, { organization_id, queue_id }: Tenant, event: string): Promise<number> =>
  insert(db, 'triggers', { organization_id, queue_id, event })

const aTemplate = (db: Knex, { organization_id, queue_id }: Tenant): Promise<number> =>
  insert(db, 'email_templates', { organization_id, queue_id, name: `template ${next()}` })

const aRecommendation = (db: Knex, { organization_id, queue_id }: Tenant, trigger_id: number | null): Promise<number> =>
  insert(db, 'delete_recommendations', { organization_id, queue_id, trigger_id })

const aLabel = (db: Knex, { organization_id }: Tenant): Promise<number> =>
  insert(db, 'labels', { organization_id, name: `label ${next()}` })

const aWorkflow = (db: Knex, { organization_id }: Tenant): Promise<number> =>
  insert(db, 'workflows', { organization_id, name: `workflow ${next()}` })

const aStep = async (db: Knex, tenant: Tenant): Promise<{ workflow_id: number; step_id: number }> => {
  const workflow_id = await aWorkflow(db, tenant)
  const row = { organization_id: tenant.organization_id, workflow_id, name: `step ${next()}`, ordering: 1 }
  return { workflow_id, step_id: await insert(db, 'workflow_steps', row) }
}

const aRun = async (db: Knex, tenant: Tenant) => {
  const { annotation_id } = await anAnnotation(db, tenant, { status: 'in_workflow' })
  const { workflow_id, step_id } = await aStep(db, tenant)
  const row = { organization_id: tenant.organization_id, workflow_id, annotation_id, current_step_id: step_id }
  return { annotation_id, workflow_id, step_id, run_id: await insert(db, 'workflow_runs', row) }
}

const anApprover = async (db: Knex, tenant: Tenant): Promise<number> => (await aPerson(db, tenant, 'approver')).user_id

const NEXT_WEEK = { starts_at: '2026-08-01T00:00:00.000000Z', ends_at: '2026-08-08T00:00:00.000000Z' }

const aProfile = (db: Knex, { organization_id, queue_id }: Tenant): Promise<number> => {
  const { preamble: _, ...settings } = DEFAULTS
  const columns = JSON.stringify([{ heading: 'Number', field: 'document_id' }])
  const row = { organization_id, queue_id, name: `profile ${next()}`, ...settings, columns, preamble: '[]' }
  return insert(db, 'export_profiles', row)
}

const aDelivery = async (db: Knex, tenant: Tenant): Promise<number> => {
  const { organization_id, queue_id } = tenant
  const row = {
    organization_id,
    queue_id,
    destination: 'email to a@example.org',
    planned_at: db.fn.now(),
    documents: 1,
  }
  return insert(db, 'export_deliveries', { ...row, export_profile_id: await aProfile(db, tenant) })
}

export const rules: Samples = {
  delegations: {
    make: async (db, tenant) =>
      insert(db, 'delegations', {
        organization_id: tenant.organization_id,
        user_id: tenant.user_id,
        delegate_id: await anApprover(db, tenant),
        ...NEXT_WEEK,
      }),
    create: async (url, tenant, db) => ({
      delegate: url('users', await anApprover(db, tenant)),
      ends_at: new Date(Date.now() + 86_400_000).toISOString(),
    }),
    write: async (url, tenant, db) => ({ delegate: url('users', await anApprover(db, tenant)), ...NEXT_WEEK }),
  },
  export_deliveries: { make: aDelivery },
  export_profiles: {
    make: aProfile,
    create: (url, tenant) => ({
      name: `profile ${next()}`,
      queue: url('queues', tenant.queue_id),
      columns: [{ heading: 'Number', field: 'document_id' }],
    }),
    write: () => ({
      name: `profile ${next()}`,
      enabled: false,
      columns: [
        { heading: 'Number', field: 'document_id', first_line_only: true, quoted: true, max_length: 20 },
        { heading: 'Net', expression: 'field.item_amount_total_base', decimals: 2 },
        { heading: 'Date', property: 'arrived_at', date_format: 'DD.MM.YYYY' },
        { heading: '', constant: 'x' },
      ],
      lines_of: 'line_items',
      headings: false,
      preamble: ['Exported {date}'],
      encoding: 'windows-1252',
      unencodable: 'refuse',
      bom: false,
      delimiter: ';',
      quote_char: "'",
      quoting: 'quote_all',
      line_end: 'lf',
      formula_protection: false,
      decimal_separator: ',',
      decimals: 2,
      date_format: 'DD/MM/YYYY',
      file_name: '{profile}-{datetime}',
      extension: 'txt',
      include_documents: true,
      delivery: {
        type: 's3',
        cron: '0 6 * * 1',
        status: 'confirmed',
        bucket: 'bills',
        region: 'eu-central-1',
        endpoint: 'https://s3.example.com',
        prefix: 'inbox/',
        access_key_id: 'AKIA',
      },
      delivery_secret: 'hidden',
      delivery_private_key: null,
    }),
  },
  triggers: {
    make: (db, tenant) => aTrigger(db, tenant, 'validation'),
    create: (url, tenant) => ({ queue: url('queues', tenant.queue_id), event: 'annotation_exported' }),
    write: async (url, tenant, db) => ({
      queue: url('queues', tenant.queue_id),
      event: 'validation',
      condition: { $or: [{ 'field.language': { $in: ['deu'] } }, { number_of_pages: { $gt: 10 } }] },
      email_templates: [url('email_templates', await aTemplate(db, tenant))],
      delete_recommendations: [url('delete_recommendations', await aRecommendation(db, tenant, null))],
    }),
  },
  delete_recommendations: {
    make: async (db, tenant) => aRecommendation(db, tenant, await aTrigger(db, tenant, 'validation')),
    create: async (url, tenant, db) => ({
      queue: url('queues', tenant.queue_id),
      triggers: [url('triggers', await aTrigger(db, tenant, 'validation'))],
    }),
    write: async (url, tenant, db) => ({
      enabled: false,
      queue: url('queues', tenant.queue_id),
      triggers: [url('triggers', await aTrigger(db, tenant, 'validation'))],
    }),
  },
  email_templates: {
    make: aTemplate,
    create: (url, tenant) => ({ name: `template ${next()}`, queue: url('queues', tenant.queue_id) }),
    write: async (url, tenant, db) => ({
      name: `template ${next()}`,
      queue: url('queues', tenant.queue_id),
      triggers: [url('triggers', await aTrigger(db, tenant, 'annotation_imported'))],
      type: 'rejection',
      subject: 'About {{ annotation.id }}',
      message: '<p>Hello</p>',
      enabled: false,
      automate: false,
      to: [{ email: '{{sender_email}}' }],
      cc: [{ email: 'jan@example.org', name: 'Jan' }],
      bcc: [{ type: 'constant', value: 'eva@example.org' }],
    }),
  },
  rules: {
    make: (db, tenant) =>
      insert(db, 'rules', {
        organization_id: tenant.organization_id,
        schema_id: tenant.schema_id,
        name: `rule ${next()}`,
      }),
    create: (url, tenant) => ({ name: `rule ${next()}`, schema: url('schemas', tenant.schema_id) }),
    write: async (url, tenant, db) => ({
      name: `rule ${next()}`,
      description: 'What it is for.',
      enabled: false,
      schema: url('schemas', tenant.schema_id),
      queues: [url('queues', tenant.queue_id)],
      trigger_condition: 'field.amount_total > 100',
      rule_template: null,
      synchronized_from_template: true,
      actions: [
        {
          id: 'a',
          enabled: true,
          type: 'add_label',
          event: 'validation',
          payload: { labels: [url('labels', await aLabel(db, tenant))] },
        },
      ],
    }),
  },
  rules_execution_logs: {
    make: async (db, tenant) =>
      insert(db, 'rule_executions', {
        organization_id: tenant.organization_id,
        rule_id: next(),
        rule_name: 'a rule',
        queue_id: tenant.queue_id,
        annotation_id: (await anAnnotation(db, tenant)).annotation_id,
        trigger_event: 'validation',
        execution_result: 'success',
      }),
  },
  workflows: {
    make: aWorkflow,
    create: () => ({ name: `workflow ${next()}` }),
    write: () => ({
      name: `workflow ${next()}`,
      condition: { 'field.currency': 'czk' },
      confirmer_may_approve: true,
      approver_may_repeat: true,
    }),
  },
  workflow_steps: {
    make: async (db, tenant) => (await aStep(db, tenant)).step_id,
    create: async (url, tenant, db) => ({
      name: `step ${next()}`,
      workflow: url('workflows', await aWorkflow(db, tenant)),
      ordering: 1,
    }),
    write: async (url, tenant, db) => ({
      name: `step ${next()}`,
      workflow: url('workflows', await aWorkflow(db, tenant)),
      condition: { $expr: { $gt: ['$field.amount_total', 100] } },
      type: 'approval',
      mode: 'all',
      ordering: 7,
      assignees: [url('users', tenant.user_id)],
    }),
  },
  workflow_runs: { make: async (db, tenant) => (await aRun(db, tenant)).run_id },
  workflow_activities: {
    make: async (db, tenant) => {
      const { annotation_id, workflow_id, step_id, run_id } = await aRun(db, tenant)
      return insert(db, 'workflow_activities', {
        organization_id: tenant.organization_id,
        workflow_run_id: run_id,
        workflow_id,
        workflow_step_id: step_id,
        annotation_id,
        action: 'step_started',
        created_by: tenant.user_id,
      })
    },
  },
}
