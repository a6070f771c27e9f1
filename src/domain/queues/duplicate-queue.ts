/** Copies of queues, with their own schema. */
import {
  DeleteRecommendation,
  EmailTemplate,
  ExportProfile,
  Inbox,
  Queue,
  Rule,
  Schema,
  Trigger,
  type BaseModel,
  type ModelClass,
  type RowOf,
} from '../../models/index.ts'
import { conflictStatus } from '../../errors.ts'
import type { RuleAction } from '../../rules/automation-rules/actions.ts'
import { createDefaultTemplates } from '../mail/email-templates.ts'
import { freeAddress } from '../mail/inboxes.ts'
import type { Tx } from '../outbox/transaction.ts'
import { rowsOf, type Writer } from '../rows.ts'
import { linksOf, type QueueParts } from './queue-parts.ts'

type NewId = (old: number) => number | undefined

/**
 * Copies a queue without its annotations and emails: a copy of the schema, the same engine and workflows, and an inbox with an address of
 * its own if the queue has one. Hooks are linked; export profiles, email templates, triggers, delete recommendations and rules are copied. Returns the id.
 */
export async function duplicateQueue(
  tx: Tx,
  writer: Writer & { user_id: number },
  row: RowOf<Queue>,
  { name, mailDomain, ...parts }: QueueParts & { name: string; mailDomain: string },
): Promise<number> {
  if (row.status !== 'active') throw conflictStatus('The queue is being deleted.')
  const schema_id = await copySchema(tx, writer, row.schema_id, name)
  const settings = settingsOf(row, parts)
  // Documents would pass without the checks that the queue makes.
  if (settings.automation_enabled && (await leavesChecks(tx, row, parts))) settings.automation_enabled = false
  const queue_id = await rowsOf(Queue).create(tx, writer, { ...settings, name, schema_id })
  for (const [table, columns] of linksOf(parts)) await link(tx, table, columns, row.id, queue_id)
  const triggers = await copyTriggers(tx, writer, row.id, queue_id, parts)
  const ofQueue = { queue_id: row.id }
  const templates = parts.copy_email_settings
    ? await copyAll(
        tx,
        writer,
        EmailTemplate,
        forQueue(
          await tx<RowOf<EmailTemplate>>('email_templates').where(ofQueue).orderBy('id').select('*'),
          queue_id,
          triggers,
        ),
      )
    : () => undefined
  if (!parts.copy_email_settings) {
    const { organization_id, user_id } = writer
    await createDefaultTemplates(tx, { organization_id, queue_id, user_id })
  }
  if (parts.copy_delete_recommendations)
    await copyAll(
      tx,
      writer,
      DeleteRecommendation,
      forQueue(
        await tx<RowOf<DeleteRecommendation>>('delete_recommendations').where(ofQueue).orderBy('id').select('*'),
        queue_id,
        triggers,
      ),
    )
  if (parts.copy_rules_and_actions) await copyRules(tx, writer, row, { queue_id, schema_id, templates })
  await copyAll(tx, writer, ExportProfile, await profilesFor(tx, row.id, queue_id))
  await copyInbox(tx, writer, row.id, { queue_id, name, mailDomain, all: parts.copy_email_settings })
  return queue_id
}

/** Columns that every row of a copy gets for itself. */
const OWN = ['id', 'created_at', 'created_by', 'creator_id', 'modified_at', 'modified_by', 'organization_id'] as const

const withoutOwn = <Row extends object>(row: Row): Partial<Row> => {
  const kept: Partial<Row> = { ...row }
  for (const column of OWN) Reflect.deleteProperty(kept, column)
  return kept
}

function settingsOf(row: RowOf<Queue>, parts: QueueParts): Partial<RowOf<Queue>> {
  const { settings, automation_enabled, automation_level, default_score_threshold, connector_id, ...columns } =
    withoutOwn(row)
  const { automation, autopilot, email_notifications, ...others } = settings ?? {}
  return {
    ...columns,
    delete_after: null,
    deletion_error: null,
    settings: {
      ...others,
      ...(parts.copy_automation_settings && automation ? { automation } : {}),
      ...(parts.copy_automation_settings && autopilot !== undefined ? { autopilot } : {}),
      ...(parts.copy_email_settings && email_notifications ? { email_notifications } : {}),
    },
    ...(parts.copy_automation_settings ? { automation_enabled, automation_level, default_score_threshold } : {}),
    ...(parts.copy_extensions_settings ? { connector_id } : {}),
  }
}

async function copySchema(tx: Tx, writer: Writer, id: number, name: string): Promise<number> {
  const schema = await Schema.query(tx).findById(id).select('content', 'metadata').throwIfNotFound()
  const { content, metadata } = schema
  return rowsOf(Schema).create(tx, writer, { name: `${name} schema`.slice(0, 255), content, metadata })
}

/** Copies the rows of a table that links the queue to other objects. */
const link = (tx: Tx, table: string, columns: readonly string[], from: number, to: number): Promise<unknown> =>
  tx.raw(
    `insert into ?? (queue_id, ${columns.map(() => '??').join()}) select ?, ${columns.map(() => '??').join()}
            from ?? where queue_id = ?`,
    [table, ...columns, to, ...columns, table, from],
  )

/** Inserts copies of these rows. Returns the new id by the old one. */
async function copyAll<M extends BaseModel>(
  tx: Tx,
  writer: Writer,
  model: ModelClass<M>,
  rows: readonly { id: number; copy: Partial<RowOf<M>> }[],
): Promise<NewId> {
  const ids = new Map<number, number>()
  for (const { id, copy } of rows) ids.set(id, await rowsOf(model).create(tx, writer, copy))
  return (old) => ids.get(old)
}

/** Returns copies of the rows of a queue for another queue, with the copied triggers. */
const forQueue = <Row extends { id: number; queue_id: number; trigger_id: number | null }>(
  rows: readonly Row[],
  queue_id: number,
  triggers: NewId,
): { id: number; copy: Partial<Row> }[] =>
  rows.map((row) => ({
    id: row.id,
    copy: {
      ...withoutOwn(row),
      queue_id,
      trigger_id: row.trigger_id === null ? null : (triggers(row.trigger_id) ?? null),
    },
  }))

/** Returns copies of the export profiles of a queue, whose copy has the same fields. */
const profilesFor = async (tx: Tx, from: number, queue_id: number) =>
  (await tx<RowOf<ExportProfile>>('export_profiles').where({ queue_id: from }).orderBy('id').select('*')).map(
    (row) => ({
      id: row.id,
      // Without its delivery: files of two queues would arrive at one place.
      copy: {
        ...withoutOwn(row),
        queue_id,
        delivery: null,
        sealed_delivery_secret: null,
        sealed_delivery_key: null,
        delivery_planned_at: null,
      },
    }),
  )

/** Copies the triggers that something of the copy needs. */
async function copyTriggers(
  tx: Tx,
  writer: Writer,
  from: number,
  to: number,
  { copy_email_settings, copy_delete_recommendations }: QueueParts,
): Promise<NewId> {
  const used = (model: typeof EmailTemplate | typeof DeleteRecommendation) =>
    tx(model.tableName).where('queue_id', from).whereNotNull('trigger_id').pluck<number[]>('trigger_id')
  const wanted = new Set([
    ...(copy_email_settings ? await used(EmailTemplate) : []),
    ...(copy_delete_recommendations ? await used(DeleteRecommendation) : []),
  ])
  const rows = await Trigger.query(tx)
    .findByIds([...wanted])
    .orderBy('id')
  const ids = new Map<number, number>()
  for (const { id, event, condition } of rows)
    ids.set(id, await rowsOf(Trigger).create(tx, writer, { queue_id: to, event, condition }))
  return (old) => ids.get(old)
}

/** Returns a query of the rules of the schema and those of the queue. */
function rulesOf(tx: Tx, { id, organization_id, schema_id }: RowOf<Queue>) {
  const linked = tx('rule_queues').where('queue_id', id).select('rule_id')
  return Rule.query(tx)
    .where('organization_id', organization_id)
    .where((either) => void either.where('schema_id', schema_id).orWhereIn('id', linked))
}

/** Returns whether the copy lacks rules, hooks or a connector of the queue. */
async function leavesChecks(tx: Tx, row: RowOf<Queue>, parts: QueueParts): Promise<boolean> {
  if (!parts.copy_rules_and_actions && (await rulesOf(tx, row).findOne({ enabled: true }))) return true
  if (parts.copy_extensions_settings) return false
  return row.connector_id !== null || Boolean(await tx('hook_queues').where('queue_id', row.id).first('hook_id'))
}

/** Copies the rules of the schema and those of the queue; emails of rules use the copied templates. */
async function copyRules(
  tx: Tx,
  writer: Writer,
  source: RowOf<Queue>,
  { queue_id, schema_id, templates }: { queue_id: number; schema_id: number; templates: NewId },
): Promise<void> {
  const rules = await rulesOf(tx, source).orderBy('id')
  const ofQueue = new Set(await tx('rule_queues').where('queue_id', source.id).pluck<number[]>('rule_id'))
  const renewed = (action: RuleAction): RuleAction => {
    const template = templates(Number(action.payload['email_template']))
    return template === undefined ? action : { ...action, payload: { ...action.payload, email_template: template } }
  }
  for (const rule of rules) {
    const { name, description, enabled, trigger_condition, synchronized_from_template } = rule
    const id = await rowsOf(Rule).create(tx, writer, {
      name,
      description,
      enabled,
      trigger_condition,
      synchronized_from_template,
      actions: rule.actions.map(renewed),
      schema_id: rule.schema_id === source.schema_id ? schema_id : null,
    })
    if (ofQueue.has(rule.id)) await tx('rule_queues').insert({ rule_id: id, queue_id })
  }
}

/** Settings of notifications; everything else determines which emails are accepted, and is copied always. */
const BOUNCES = [
  'bounce_email_to',
  'bounce_unprocessable_attachments',
  'bounce_postponed_annotations',
  'bounce_deleted_annotations',
  'bounce_email_with_no_attachments',
] as const

async function copyInbox(
  tx: Tx,
  writer: Writer,
  from: number,
  { queue_id, name, mailDomain, all }: { queue_id: number; name: string; mailDomain: string; all: boolean },
): Promise<void> {
  const inbox = await tx<RowOf<Inbox>>('inboxes').where({ queue_id: from }).first('*')
  if (!inbox) return
  const settings = withoutOwn(inbox)
  if (!all) for (const column of BOUNCES) Reflect.deleteProperty(settings, column)
  await rowsOf(Inbox).create(tx, writer, {
    ...settings,
    queue_id,
    name: `${name} inbox`.slice(0, 255),
    email: await freeAddress(tx, inbox.email_prefix, mailDomain),
    // Two inboxes would receive the messages of one mailbox.
    mailbox: null,
    sealed_mailbox_password: null,
    mailbox_state: {},
  })
}
