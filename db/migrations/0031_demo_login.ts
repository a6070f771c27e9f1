import type { Knex } from 'knex'

/** Records that the demo login was created, so that it is not created again after its user is deleted or renamed. At most one row. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table demo_logins (
      id boolean primary key default true check (id),
      user_id bigint references users on delete set null,
      -- Since when the service keeps the user deactivated.
      disabled_at timestamptz
    );
    insert into demo_logins (user_id)
      select id from users where lower(username) = 'admin@sheaf.example' order by deleted_at is not null, id limit 1;
  `)
}
