import type { Knex } from 'knex'

/** Whether an address from a provider is trusted if the provider does not state that it is verified. */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table oidc_providers add column email_trusted boolean not null default false')
}
