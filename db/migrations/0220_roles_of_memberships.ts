import type { Knex } from 'knex'

/**
 * The roles of a membership, which were those of the user at home until now. A new membership starts with them; the trigger also does this for
 * rows that the previous release writes while both run. Administrators of the group work everywhere in it because of that role; if they lose
 * it, the membership makes them administrators of its organization.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table membership_groups (
      membership_id bigint not null references memberships (id) on delete cascade,
      group_id bigint not null references groups (id),
      primary key (membership_id, group_id)
    )`)
  await db.raw('create index membership_groups_group on membership_groups (group_id)')
  await db.raw(`
    create function copy_roles_to_membership() returns trigger language plpgsql as $$
    begin
      insert into membership_groups (membership_id, group_id)
        select distinct new.id, own.id
        from user_groups ug
        join groups g on g.id = ug.group_id
        join groups own on own.name = case when g.name = 'organization_group_admin' then 'admin' else g.name end
        where ug.user_id = new.user_id;
      return null;
    end $$`)
  await db.raw(`
    create trigger memberships_roles after insert on memberships
      for each row execute function copy_roles_to_membership()`)
  await db.raw(`
    insert into membership_groups (membership_id, group_id)
      select distinct m.id, own.id
      from memberships m
      join user_groups ug on ug.user_id = m.user_id
      join groups g on g.id = ug.group_id
      join groups own on own.name = case when g.name = 'organization_group_admin' then 'admin' else g.name end
    on conflict do nothing`)
}
