/**
 * Which definitions read which fields. Schema changes are checked against this table: a kind of definition that is missing here can break without
 * an error.
 */
import type { Knex } from 'knex'
import {
  EmailTemplate,
  ExportProfile,
  Hook,
  Queue,
  QueueWorkflow,
  Rule,
  Trigger,
  Workflow,
  WorkflowStep,
  type RowOf,
} from '../../models/index.ts'
import { fieldsOfExportProfile } from '../../rules/export-profiles/check.ts'
import {
  fieldsOfActions,
  fieldsOfCondition,
  fieldsOfDuplicateRules,
  fieldsOfFormula,
  fieldsOfRecipientSources,
  fieldsOfSettings,
  fieldsOfTemplate,
} from '../../rules/schema/field-references.ts'
import {
  renameInActions,
  renameInCondition,
  renameInFormula,
  renameInHookSettings,
  renameInProfile,
  renameInRecipients,
  renameInSettings,
  renameInTemplate,
  type Names,
  type RenamedSetting,
} from '../../rules/schema/field-renames.ts'
import type { QueueSettings } from '../../rules/queues/settings.ts'
import { updateHook } from '../hooks/hook-rows.ts'
import type { Tx } from '../outbox/transaction.ts'
import { rowsOf, type Writer } from '../rows.ts'

/** The queues, and the schema if all queues with it are meant. */
export interface Scope {
  queue_ids: readonly number[]
  schema_id: number | null
}

/** A definition that reads fields. */
export interface Reference {
  type: string
  id: number
  name: string
  /** Schema ids. */
  fields: string[]
}

export interface Reader {
  type: string
  /** What happens without the field, in a clause about the definition. */
  effect: string
  find: (db: Knex, scope: Scope) => Promise<Omit<Reference, 'type'>[]>
  /** The definition only shows fields: it does not prevent that they are removed. */
  isDisplay?: true
  /** Writes the new ids of renamed fields to a definition. */
  rename: (tx: Tx, writer: Writer, reference: Pick<Reference, 'id'>, names: Names) => Promise<void>
  /** Returns whether the definition also concerns queues outside of the scope, whose fields keep their ids; absent if it never does. */
  isShared?: (db: Knex, scope: Scope, reference: Pick<Reference, 'id'>) => Promise<boolean>
  /** Disables a definition that would do something else than before; absent if it stops by itself. */
  disable?: (tx: Tx, writer: Writer, reference: Reference, gone: ReadonlySet<string>) => Promise<void>
}

const rules = rowsOf(Rule)
const queues = rowsOf(Queue)
const workflows = rowsOf(Workflow)
const steps = rowsOf(WorkflowStep)
const triggers = rowsOf(Trigger)
const templates = rowsOf(EmailTemplate)

/** Whether a workflow belongs to other queues too. */
const inOtherQueues = async (db: Knex, { queue_ids }: Scope, workflow_id: number): Promise<boolean> =>
  (await QueueWorkflow.query(db)
    .where({ workflow_id })
    .whereNotIn('queue_id', [...queue_ids])
    .first()) !== undefined
const profiles = rowsOf(ExportProfile)

export const READERS: readonly Reader[] = [
  {
    type: 'workflow',
    effect: 'its condition cannot be evaluated, which stops documents before their confirmation',
    find: async (db, { queue_ids }) => {
      const rows = await QueueWorkflow.query(db)
        .join('workflows', 'workflows.id', 'queue_workflows.workflow_id')
        .whereIn('queue_id', [...queue_ids])
        .distinct('workflows.id', 'workflows.name', 'workflows.condition')
        .castTo<Pick<Workflow, 'id' | 'name' | 'condition'>[]>()
      return rows.map(({ id, name, condition }) => ({ id, name, fields: fieldsOfCondition(condition) }))
    },
    isShared: (db, scope, { id }) => inOtherQueues(db, scope, id),
    rename: async (tx, writer, { id }, names) => {
      const { condition } = await Workflow.query(tx).findById(id).forUpdate().throwIfNotFound()
      await workflows.update(tx, writer, id, { condition: renameInCondition(condition, names) })
    },
  },
  {
    type: 'workflow_step',
    effect: 'its condition cannot be evaluated, which stops documents before their confirmation',
    find: async (db, { queue_ids }) => {
      const rows = await WorkflowStep.query(db)
        .whereIn(
          'workflow_id',
          QueueWorkflow.query(db)
            .whereIn('queue_id', [...queue_ids])
            .select('workflow_id'),
        )
        .select('id', 'name', 'condition')
      return rows.map(({ id, name, condition }) => ({ id, name, fields: fieldsOfCondition(condition) }))
    },
    isShared: async (db, scope, { id }) => {
      const { workflow_id } = await WorkflowStep.query(db).findById(id).throwIfNotFound()
      return inOtherQueues(db, scope, workflow_id)
    },
    rename: async (tx, writer, { id }, names) => {
      const { condition } = await WorkflowStep.query(tx).findById(id).forUpdate().throwIfNotFound()
      await steps.update(tx, writer, id, { condition: renameInCondition(condition, names) })
    },
  },
  {
    type: 'rule',
    effect: 'it is disabled',
    find: async (db, { queue_ids, schema_id }) => {
      const rows = await Rule.query(db)
        .where('enabled', true)
        .where(
          (either) =>
            void either
              .whereIn(
                'id',
                db('rule_queues')
                  .whereIn('queue_id', [...queue_ids])
                  .select('rule_id'),
              )
              .orWhere('schema_id', schema_id ?? 0),
        )
        .select('id', 'name', 'trigger_condition', 'actions')
      return rows.map(({ id, name, trigger_condition, actions }) => ({
        id,
        name,
        fields: [...new Set([...fieldsOfFormula(trigger_condition), ...fieldsOfActions(actions)])].sort(),
      }))
    },
    isShared: async (db, { queue_ids, schema_id }, { id }) => {
      const { schema_id: own } = await Rule.query(db).findById(id).throwIfNotFound()
      if (own !== null && own !== schema_id) return true
      const others = await db('rule_queues')
        .where('rule_id', id)
        .whereNotIn('queue_id', [...queue_ids])
        .first('queue_id')
      return others !== undefined
    },
    rename: async (tx, writer, { id }, names) => {
      const { trigger_condition, actions } = await Rule.query(tx).findById(id).forUpdate().throwIfNotFound()
      await rules.update(tx, writer, id, {
        trigger_condition: renameInFormula(trigger_condition, names),
        actions: renameInActions(actions, names),
      })
    },
    disable: (tx, writer, { id }) => rules.update(tx, writer, id, { enabled: false }),
  },
  {
    type: 'trigger',
    effect: 'its condition about the field is no longer met',
    find: async (db, { queue_ids }) => {
      const rows = await Trigger.query(db)
        .whereIn('queue_id', [...queue_ids])
        .select('id', 'event', 'condition')
      return rows.map(({ id, event, condition }) => ({ id, name: event, fields: fieldsOfCondition(condition) }))
    },
    rename: async (tx, writer, { id }, names) => {
      const { condition } = await Trigger.query(tx).findById(id).forUpdate().throwIfNotFound()
      await triggers.update(tx, writer, id, { condition: renameInCondition(condition, names) })
    },
  },
  {
    type: 'email_template',
    effect: 'the placeholder is left empty, and a recipient taken from the field gets no email',
    find: async (db, { queue_ids }) => {
      const rows = await EmailTemplate.query(db)
        .whereIn('queue_id', [...queue_ids])
        .select('id', 'name', 'subject', 'message', 'to', 'cc', 'bcc')
      return rows.map(({ id, name, subject, message, to, cc, bcc }) => ({
        id,
        name,
        fields: fieldsOfTemplate([subject, message], [...to, ...cc, ...bcc]),
      }))
    },
    rename: async (tx, writer, { id }, names) => {
      const { subject, message, to, cc, bcc } = await EmailTemplate.query(tx).findById(id).forUpdate().throwIfNotFound()
      await templates.update(tx, writer, id, {
        subject: renameInTemplate(subject, names),
        message: renameInTemplate(message, names),
        to: renameInRecipients(to, names),
        cc: renameInRecipients(cc, names),
        bcc: renameInRecipients(bcc, names),
      })
    },
  },
  {
    type: 'hook',
    effect: 'it is deactivated, because its settings name a field that documents no longer have',
    find: async (db, { queue_ids }) => {
      const rows = await Hook.query(db)
        .where('active', true)
        .whereNotNull('settings_schema')
        .whereIn(
          'id',
          db('hook_queues')
            .whereIn('queue_id', [...queue_ids])
            .select('hook_id'),
        )
        .orderBy('id')
        .select('id', 'name', 'settings', 'settings_schema')
      return rows.map(({ id, name, settings, settings_schema }) => ({
        id,
        name,
        fields: fieldsOfSettings(settings, settings_schema),
      }))
    },
    isShared: async (db, { queue_ids }, { id }) => {
      const others = await db('hook_queues')
        .where('hook_id', id)
        .whereNotIn('queue_id', [...queue_ids])
        .first('queue_id')
      return others !== undefined
    },
    rename: async (tx, writer, { id }, names) => {
      const { settings, settings_schema } = await Hook.query(tx).findById(id).forUpdate().throwIfNotFound()
      await updateHook(tx, writer, id, { settings: renameInHookSettings(settings, settings_schema, names) })
    },
    disable: (tx, writer, { id }) => updateHook(tx, writer, id, { active: false }),
  },
  {
    type: 'export_profile',
    effect: 'it is disabled, and exports with it are refused until it is repaired',
    find: async (db, { queue_ids }) => {
      const rows = await ExportProfile.query(db)
        .whereIn('queue_id', [...queue_ids])
        .where('enabled', true)
        .select('id', 'name', 'columns', 'lines_of')
      return rows.map(({ id, name, ...reads }) => ({ id, name, fields: fieldsOfExportProfile(reads) }))
    },
    rename: async (tx, writer, { id }, names) => {
      const { columns, lines_of } = await ExportProfile.query(tx).findById(id).forUpdate().throwIfNotFound()
      await profiles.update(tx, writer, id, renameInProfile({ columns, lines_of }, names))
    },
    disable: (tx, writer, { id }) => profiles.update(tx, writer, id, { enabled: false }),
  },
  {
    type: 'duplicate_rules',
    effect: 'the rule about duplicates is removed from the settings of the queue',
    find: (db, scope) => settingsOf(db, scope, fieldsOfDuplicateRules),
    rename: renameSetting('duplicate_rules'),
    disable: (tx, writer, { id }, gone) =>
      changeSettings(tx, writer, id, ({ duplicate_rules, ...others }) => ({
        ...others,
        duplicate_rules: (duplicate_rules ?? []).filter(({ schema_ids }) => !schema_ids.some((one) => gone.has(one))),
      })),
  },
  {
    type: 'suggested_recipients_sources',
    effect: 'the source of recipients is removed from the settings of the queue',
    find: (db, scope) => settingsOf(db, scope, fieldsOfRecipientSources),
    rename: renameSetting('suggested_recipients_sources'),
    disable: (tx, writer, { id }, gone) =>
      changeSettings(tx, writer, id, ({ suggested_recipients_sources: sources, ...others }) => ({
        ...others,
        suggested_recipients_sources: (sources ?? []).filter(({ schema_id }) => !schema_id || !gone.has(schema_id)),
      })),
  },
  {
    type: 'columns',
    effect: '',
    isDisplay: true,
    find: (db, scope) => settingsOf(db, scope, ({ columns }) => (columns ?? []).map(({ schema_id }) => schema_id)),
    rename: renameSetting('columns'),
  },
]

async function settingsOf(db: Knex, { queue_ids }: Scope, fieldsOf: (settings: QueueSettings) => string[]) {
  const rows = await Queue.query(db)
    .whereIn('id', [...queue_ids])
    .select('id', 'name', 'settings')
  return rows.map(({ id, name, settings }) => ({ id, name, fields: fieldsOf(settings) }))
}

async function changeSettings(
  tx: Tx,
  writer: Writer,
  id: number,
  change: (settings: QueueSettings) => QueueSettings,
): Promise<void> {
  const row = await tx<RowOf<Queue>>('queues').where({ id }).forUpdate().first('settings')
  if (row) await queues.update(tx, writer, id, { settings: change(row.settings) })
}

/** Writes the new ids to one of the settings of a queue. */
function renameSetting(key: RenamedSetting): Reader['rename'] {
  return async (tx, writer, { id }, names) => {
    const row = await tx<RowOf<Queue>>('queues').where({ id }).forUpdate().first('settings')
    if (row) await queues.update(tx, writer, id, { settings: renameInSettings(row.settings, names, key) })
  }
}
