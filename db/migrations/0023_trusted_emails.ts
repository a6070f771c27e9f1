import type { Knex } from 'knex'

/** Whether a provider's word for an address is enough where it does not say that it has checked it. */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table oidc_providers add column email_trusted boolean not null default false')
}
