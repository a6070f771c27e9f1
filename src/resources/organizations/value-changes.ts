import { ValueChange } from '../../models/index.ts'
import { CHANGE_ORIGINS } from '../../rules/audit/objects.ts'
import { allowed } from '../access.ts'
import { defineResource, type Resource } from '../framework/define.ts'
import { keptRecords } from './audit-retention.ts'

const readOnly = { readOnly: true }
const orNull = { readOnly: true, nullable: true }

/** Records without an id and a URL of their own; they can only be listed. */
export const valueChanges: Resource<ValueChange> = defineResource(ValueChange, {
  path: 'value_changes',
  singular: 'value change',
  description:
    'Change of one value of an annotation; kept for `audit_log_months` of the organization, and removed with the data of the annotation.',
  verbs: ['list'],
  fields: (f) => ({
    timestamp: f.time('Time of the change, UTC.'),
    annotation_id: f.integer('Id of the annotation.', readOnly),
    node_id: f.integer('Id of the datapoint; null if `further` counts.', orNull),
    schema_id: f.text('Id of its field in the schema; null if `further` counts.', orNull),
    before: f.text('Value before; null if it was empty or if there was no such datapoint.', orNull),
    after: f.text('Value after; null if it is empty or if the datapoint was removed.', orNull),
    further: f.integer('0, or the number of further values that a change of more than 1,000 values changed.', readOnly),
    origin: f.oneOf(
      CHANGE_ORIGINS,
      'What changed it: a user, the response of a hook or connector, a rule, or the formula of the field.',
      readOnly,
    ),
    hook_id: f.integer('Id of the hook; null if none.', orNull),
    username: f.text('Name of the user whose request caused the change; null if the service acted by itself.', orNull),
    request_id: f.text('Id of that request in the header `X-Request-Id`; null if none.', orNull),
  }),
  filters: (by) => ({
    annotation: by.ref(),
    schema_id: by.text(),
    origin: by.oneOf(CHANGE_ORIGINS),
    hook: by.ref(),
    username: by.text(),
    request_id: by.text(),
    ...by.moments('timestamp'),
  }),
  ordering: { id: 'bigint' },
  defaultOrdering: '-id',
  visible: (query, { who }, table) => keptRecords(query, who.organization_id, table),
  may: allowed('audit_logs'),
})
