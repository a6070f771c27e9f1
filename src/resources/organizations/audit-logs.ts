import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { AuditLog } from '../../models/index.ts'
import { AUDIT_ACTIONS as ACTIONS, AUDIT_TYPES as TYPES } from '../../rules/audit/objects.ts'
import { allowed } from '../access.ts'
import { defineResource, type Resource } from '../framework/define.ts'
import type { FilterMaker } from '../framework/filters.ts'
import { valuesOf } from '../framework/query.ts'
import type { Answer, Request } from '../framework/request.ts'
import { list } from '../framework/verbs.ts'
import { exportAction } from './audit-export.ts'
import { keptRecords } from './audit-retention.ts'

/** An index has this expression. */
const REQUEST_ID = `(audit_logs.content ->> 'request_id')`

/** One action is spelled with an underscore; the spelling with a hyphen, like the other actions, is accepted too. */
const ALIASES: Record<string, string> = { 'change-password': 'change_password' }

const Content = Type.Object({
  path: Type.Union([Type.String(), Type.Null()], {
    description: 'Path of the request URL; null if the service acted by itself.',
  }),
  method: Type.Union([Type.String(), Type.Null()], {
    description: 'HTTP method of the request; null if the service acted by itself.',
  }),
  request_id: Type.Union([Type.String(), Type.Null()], {
    description: 'Id of the request in the header `X-Request-Id`; null if the service acted by itself.',
  }),
  status_code: Type.Union([Type.Integer(), Type.Null()], {
    description: 'HTTP status of the response; null if there was none.',
  }),
  details: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Additional data, such as the status before and after.',
  }),
})

/** Records without an id and a URL of their own; they can only be listed. */
export const auditLogs: Resource<AuditLog> = defineResource(AuditLog, {
  path: 'audit_logs',
  singular: 'audit log',
  description:
    'Record of an action with its user, object and request; kept for `audit_log_months` of the organization.',
  verbs: ['list'],
  fields: (f) => ({
    organization_id: f.integer('Id of the organization.', { readOnly: true }),
    timestamp: f.time('Time of the action, UTC.'),
    username: f.text('Name of the user; null for a request without credentials, and if the service acted by itself.', {
      readOnly: true,
      nullable: true,
    }),
    object_id: f.integer('Id of the affected object.', { readOnly: true }),
    object_type: f.oneOf(TYPES, 'Type of the affected object.', { readOnly: true }),
    action: f.text('Type of action.', { readOnly: true }),
    content: f.computed('Request that caused the action.', Content, ({ content }) => ({
      status_code: null,
      ...content,
    })),
  }),
  filters: (by) => ({
    object_type: oneType(by.oneOf(TYPES)),
    action: withAliases(by.oneOf(ACTIONS)),
    object_id: by.ids(),
    ...by.moments('timestamp'),
    username: by.text(),
    request_id: by.text(REQUEST_ID),
  }),
  ordering: { id: 'bigint' },
  defaultOrdering: '-id',
  visible: (query, { who }, table) => keptRecords(query, who.organization_id, table),
  may: allowed('audit_logs'),
  handlers: { list: listOfType },
  actions: [exportAction(() => auditLogs)],
})

function oneType(make: FilterMaker): FilterMaker {
  return (name, model) => ({
    ...make(name, model),
    schema: Type.String({ enum: [...TYPES] }),
    description: `One of ${TYPES.join(', ')}. The list needs exactly one, unless \`request_id\` is given; exports may have several or none.`,
  })
}

function withAliases(make: FilterMaker): FilterMaker {
  return (name, model) => {
    const filter = make(name, model)
    return {
      ...filter,
      apply: (query, values, caller, parameter) => {
        const actions = values.map((value) => ALIASES[value] ?? value)
        filter.apply(query, actions, caller, parameter)
      },
    }
  }
}

/** Lists the records of exactly one object type, or of one request. */
async function listOfType(request: Request): Promise<Answer> {
  const types = valuesOf(request.query, 'object_type')
  if (!types.length && valuesOf(request.query, 'request_id').length) return list(auditLogs, request)
  if (!types.length) throw invalid({ object_type: ['This field is required.'] })
  if (types.length > 1) throw invalid({ object_type: ['Exactly one value is expected.'] })
  return list(auditLogs, request)
}
