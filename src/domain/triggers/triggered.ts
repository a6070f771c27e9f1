/** What the triggers of a queue do: the rejection of an import, and emails. */
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import { EmailTemplate, Queue } from '../../models/index.ts'
import { recordsOf, triggerHolds, type TriggerEvent } from '../../rules/conditions/index.ts'
import type { ContentTree } from '../../rules/content/index.ts'
import { triggersOf, type LifeEvent } from '../../rules/automation-rules/life-events.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { composeAutomatic } from '../mail/automatic.ts'
import { storeOutgoing, type OutgoingEmail } from '../mail/send.ts'
import type { Tx } from '../outbox/transaction.ts'
import { readTree } from '../annotations/content/contents.ts'
import { aboutDocument } from './recommendations.ts'
import type { RuleSubject } from '../automation-rules/run.ts'

const REJECTING: readonly EmailTemplate['type'][] = ['rejection', 'rejection_default']

/** Emails that the triggers of one event may send. */
const MAX_EMAILS = 20

type Linked = Pick<EmailTemplate, 'id' | 'type'>

/** Returns the templates that triggers of these events send for the annotation, in the order of events, triggers and templates. */
async function templatesFor(
  db: Knex,
  { id, queue_id, schema }: { id: number; queue_id: number; schema: SchemaContent },
  events: readonly TriggerEvent[],
  tree: () => Promise<ContentTree>,
): Promise<Linked[]> {
  const linked = await EmailTemplate.query(db)
    .joinRelated('trigger')
    .where({ 'trigger.queue_id': queue_id, 'email_templates.automate': true })
    .whereIn('trigger.event', [...events])
    .orderBy(['trigger.id', 'email_templates.id'])
    .select('email_templates.id', 'email_templates.type', 'trigger.condition', 'trigger.event')
    .castTo<(Linked & { condition: unknown; event: TriggerEvent })[]>()
  if (linked.length === 0) return []
  const records = recordsOf(await tree(), schema, await aboutDocument(db, id))
  return events.flatMap((event) => linked.filter((one) => one.event === event && triggerHolds(one.condition, records)))
}

/** Returns true if a trigger of the import has a template of a rejection, and the queue allows rejections. */
export async function isRejectedByTrigger(
  tx: Tx,
  annotation: { id: number; queue_id: number; schema_content: SchemaContent },
  tree: ContentTree,
): Promise<boolean> {
  const { id, queue_id, schema_content: schema } = annotation
  const templates = await templatesFor(tx, { id, queue_id, schema }, ['annotation_imported'], () =>
    Promise.resolve(tree),
  )
  return templates.some(({ type }) => REJECTING.includes(type)) && (await allowsRejection(tx, queue_id))
}

async function allowsRejection(db: Knex, queue_id: number): Promise<boolean> {
  const queue = await Queue.query(db).findById(queue_id).select('settings')
  return queue?.settings.rejection_config?.enabled !== false
}

type Composing = Pick<Deps, 'db' | 'config' | 'blobs' | 'log'>

/**
 * Composes the emails of the triggers that follow an event: for annotations that came by email, and after an export only if no automation
 * confirmed them. An email that cannot be composed, for example without recipients, is logged and left out.
 */
export async function composeTriggered(
  deps: Composing,
  subject: RuleSubject,
  event: LifeEvent | 'annotation_created',
): Promise<OutgoingEmail[]> {
  const { db } = deps
  const annotation = await db('annotations')
    .where('id', subject.id)
    .first<{ email_id: number | null; automated: boolean; status: string } | undefined>(
      'email_id',
      'automated',
      'status',
    )
  if (!annotation?.email_id || (event === 'annotation_exported' && annotation.automated)) return []
  const templates = await templatesFor(db, subject, triggersOf(event), () => readTree(db, subject.id))
  const emails: OutgoingEmail[] = []
  for (const { id, type } of templates.slice(0, MAX_EMAILS)) {
    const isRejection = REJECTING.includes(type)
    if (isRejection && annotation.status !== 'rejected') continue
    await logged(deps, subject, async () => {
      const email = await composeAutomatic(deps, subject.id, { email_template: id })
      emails.push(isRejection ? { ...email, labels: ['automatic_rejection'] } : email)
    })
  }
  return emails
}

/** Stores and queues composed emails, in the transaction that finishes the event. */
export async function sendTriggered(
  deps: Composing & Pick<Deps, 'signals'> & { db: Tx },
  subject: RuleSubject,
  emails: readonly OutgoingEmail[],
): Promise<void> {
  for (const email of emails) await logged(deps, subject, async () => void (await storeOutgoing(deps, subject, email)))
}

async function logged(
  { log }: Pick<Deps, 'log'>,
  { id, queue_id }: RuleSubject,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    log.warn({ annotation: id, queue: queue_id, reason: error.message }, 'an email of a trigger was not sent')
  }
}
