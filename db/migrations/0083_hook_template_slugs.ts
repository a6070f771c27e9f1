import type { Knex } from 'knex'

export const config = { transaction: false }

/** The names of the rows of migration 12, and the folders of `templates/hooks` that continue them. */
const SLUGS = {
  Webhook: 'webhook',
  'Function in JavaScript': 'javascript-function',
  'Function in Python': 'python-function',
  'Check of totals': 'totals-check',
  'Check of VAT numbers': 'vat-number-check',
  'Export to a service': 'json-export',
  'Scheduled job': 'scheduled-job',
}

/** Templates of the store are identified by the name of their folder; rows of operators have none. */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table hook_templates add column if not exists slug text')
  // An interrupted build leaves an invalid index behind.
  await db.raw('drop index concurrently if exists hook_templates_slug')
  await db.raw('create unique index concurrently hook_templates_slug on hook_templates (slug)')
  for (const [name, slug] of Object.entries(SLUGS))
    await db('hook_templates')
      .where('id', db('hook_templates').where({ name, extension_source: 'svc_store' }).min('id'))
      .update({ slug })
}
