/** The targets of triggers: email templates and delete recommendations, which can be linked from either side. */
import type { Knex } from 'knex'
import { referenced, type FieldErrors } from '../../errors.ts'
import type { TriggerEvent } from '../../rules/conditions/index.ts'
import { mayLink, type TemplateType } from '../../rules/mail/template.ts'
import { inTransaction } from '../outbox/transaction.ts'
import { auditRow } from '../requests/audit.ts'
import type { EmailTemplate, RowOf } from '../../models/index.ts'

export type LinkTable = 'email_templates' | 'delete_recommendations'

interface Linked {
  id: number
  queue_id: number
  trigger_id: number | null
  type?: TemplateType
}

export interface TriggerState {
  /** Null for a new trigger. */
  id: number | null
  queue_id: number
  event: TriggerEvent
}

/**
 * Checks whether these links match a trigger of this queue and event. `links` are ids by table; a table that is left out keeps its links,
 * which must match as well.
 */
export async function checkTriggerLinks(
  db: Knex,
  trigger: TriggerState,
  links: Partial<Record<LinkTable, number[]>>,
): Promise<FieldErrors | null> {
  for (const table of ['email_templates', 'delete_recommendations'] as const) {
    const asked = links[table]
    const rows = await db<Linked>(table)
      .where((query) =>
        asked === undefined ? void query.where('trigger_id', trigger.id ?? 0) : void query.whereIn('id', asked),
      )
      .select('*')
    for (const row of rows) {
      const error = errorOf(table, row, trigger)
      if (!error) continue
      // An existing link conflicts with the new queue or event, so the error names that field.
      if (asked !== undefined) return { [table]: [error.sentence] }
      return { [error.about]: [`${error.sentence} Unlink it first.`] }
    }
  }
  return protectedTemplates(db, trigger, links.email_templates)
}

function errorOf(
  table: LinkTable,
  row: Linked,
  { id, queue_id, event }: TriggerState,
): { about: 'queue' | 'event'; sentence: string } | null {
  const what = table === 'email_templates' ? `Email template ${row.id}` : `Delete recommendation ${row.id}`
  if (row.queue_id !== queue_id) return { about: 'queue', sentence: `${what} belongs to another queue.` }
  if (row.trigger_id !== null && row.trigger_id !== id)
    return { about: 'event', sentence: `${what} is linked to another trigger.` }
  const fits = table === 'email_templates' ? mayLink(row.type!, event) : event === 'validation'
  return fits ? null : { about: 'event', sentence: `${what} cannot be triggered by ${event}.` }
}

/** Templates of this type cannot be linked or unlinked, from either side. */
async function protectedTemplates(
  db: Knex,
  { id }: TriggerState,
  asked: number[] | undefined,
): Promise<FieldErrors | null> {
  if (asked === undefined) return null
  const bound = await db<RowOf<EmailTemplate>>('email_templates')
    .where('type', 'email_with_no_processable_attachments')
    .where((query) => void query.whereIn('id', asked).orWhere('trigger_id', id ?? 0))
    .select('id', 'trigger_id')
  const changed = bound.find((row) => asked.includes(row.id) !== (id !== null && row.trigger_id === id))
  return changed ? { email_templates: [`The link of email template ${changed.id} cannot be changed.`] } : null
}

/** Links exactly these rows to the trigger. */
export async function linkTrigger(db: Knex, table: LinkTable, trigger_id: number, ids: number[]): Promise<void> {
  await db(table).where({ trigger_id }).whereNotIn('id', ids).update({ trigger_id: null })
  if (ids.length) await db(table).whereIn('id', ids).update({ trigger_id })
}

/** Deletes a trigger. Throws 409 while something is linked to it. */
export const deleteTrigger = (db: Knex, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    // The lock prevents new links to the trigger.
    await tx('triggers').where({ id }).forUpdate().select('id')
    for (const [table, names] of [
      ['email_templates', 'email templates'],
      ['delete_recommendations', 'delete recommendations'],
    ] as const) {
      const ids = await tx<Linked>(table).where('trigger_id', id).orderBy('id').pluck('id')
      if (ids.length) throw referenced(`The trigger is used by ${names}: ${ids.join(', ')}.`)
    }
    await tx('triggers').where({ id }).delete()
    await auditRow(tx, 'triggers', { action: 'delete', id })
  })
