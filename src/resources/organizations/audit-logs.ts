import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { columns, defineResource, type Resource } from '../legacy/define.ts'
import { f, fieldsOf, Time } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { valuesOf } from '../engine/query.ts'
import { list } from '../legacy/verbs.ts'
import type { Answer, Request } from '../engine/request.ts'
import { allowed } from '../access.ts'

const TYPES = ['document', 'annotation', 'user']
const ACTIONS = [
  'create',
  'update-status',
  'delete',
  'purge',
  'update',
  'destroy',
  'app_load',
  'reset-password',
  'change_password',
]
/** The text of the contract writes one action with an underscore; the hyphen is understood too. */
const ALIASES: Record<string, string> = { 'change-password': 'change_password' }

const action = by.oneOf('audit_logs.action', ACTIONS)

/** Records, not objects: without an id and a URL of their own, they are only listed. */
export const auditLogs = defineResource({
  path: 'audit_logs',
  singular: 'audit log',
  table: 'audit_logs',
  description: 'Who did what by which request; kept for one year.',
  verbs: ['list'],
  fields: fieldsOf({
    organization_id: f.integer({ readOnly: true }),
    timestamp: f.custom({ output: Time, show: (row) => row.timestamp as string }),
    username: f.text({ readOnly: true, nullable: true }),
    object_id: f.integer({ readOnly: true }),
    object_type: f.oneOf(TYPES, { readOnly: true }),
    action: f.text({ readOnly: true }),
    content: f.custom({
      output: Type.Object({
        path: Type.String(),
        method: Type.String(),
        request_id: Type.String(),
        status_code: Type.Union([Type.Integer(), Type.Null()]),
        details: Type.Record(Type.String(), Type.Unknown()),
      }),
      show: (row) => ({ status_code: null, ...(row.content as object) }),
    }),
  }),
  filters: {
    object_type: {
      ...by.oneOf('audit_logs.object_type', TYPES),
      schema: Type.String({ enum: TYPES }),
      description: `Exactly one of ${TYPES.join(', ')}.`,
      required: true,
    },
    action: {
      ...action,
      apply: (query, values, caller, name) =>
        action.apply(
          query,
          values.map((value) => ALIASES[value] ?? value),
          caller,
          name,
        ),
    },
    object_id: by.ids('audit_logs.object_id'),
    timestamp_before: by.before('audit_logs.timestamp'),
    timestamp_after: by.after('audit_logs.timestamp'),
    username: by.text('audit_logs.username'),
  },
  ordering: columns('audit_logs', { id: 'bigint' }),
  defaultOrdering: '-id',
  visible: (query, { who }) => {
    void query
      .where('audit_logs.organization_id', who.organization_id)
      .whereRaw(`audit_logs."timestamp" > now() - interval '1 year'`)
  },
  may: allowed('audit_logs'),
  handlers: { list: listOfType },
})

/** One kind of object at a time. */
async function listOfType(request: Request, resource: Resource): Promise<Answer> {
  const types = valuesOf(request.query, 'object_type')
  if (!types.length) throw invalid({ object_type: ['This field is required.'] })
  if (types.length > 1) throw invalid({ object_type: ['Exactly one value is expected.'] })
  return list(resource, request)
}
