/** `POST annotations/{id}/content/validate`. */
import { Type, type Static } from 'typebox'
import { duplicateMessage, type Duplicates } from '../../domain/annotations/duplicates/duplicates.ts'
import { validateContent } from '../../domain/annotations/review/validate.ts'
import { invalid } from '../../errors.ts'
import { isRefused, type Duplicate } from '../../rules/duplicates/policies.ts'
import type { Annotation, RowOf } from '../../models/index.ts'
import { admins, can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { parseBoolean } from '../framework/filters.ts'
import { valuesOf } from '../framework/query.ts'
import { visibleIds } from '../framework/relations.ts'
import { answerAny } from '../framework/large-json.ts'
import type { Answer, Request } from '../framework/request.ts'
import { extensionsOf } from './extensions.ts'
import { presentContent } from './presenter.ts'

/** The lists of actions that a client may send. */
const ACTIONS = [['user_update'], ['user_update', 'updated'], ['user_update', 'started']]
const MAX_IDS = 50_000
const AnyObject = Type.Record(Type.String(), Type.Unknown())

const Body = Type.Object({
  actions: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 2,
      description:
        'Actions of the event `annotation_content` for which extensions run: `user_update`, alone (the default) or followed by `updated` or `started`.',
    }),
  ),
  updated_datapoint_ids: Type.Optional(
    Type.Array(Type.Integer(), {
      maxItems: MAX_IDS,
      description: 'Ids of the nodes that changed since the last validation.',
    }),
  ),
})

const Message = Type.Object(
  {
    id: Type.String({ description: 'Id of the node that the message is about; `all` for the whole document.' }),
    type: Type.String({ description: 'Kind of message: `error`, `warning`, `info` or `aggregation`.' }),
    content: Type.String({ description: 'Text of the message; the computed number of an aggregation.' }),
  },
  { additionalProperties: true },
)
const Validated = Type.Object({
  messages: Type.Array(Message, {
    description:
      'Messages of extensions, formulas, checks of data and rules. Those about duplicates have a `detail` of type `duplicate` with the `reason`, the `schema_ids` of equal and the `different_schema_ids` of different fields and the URL of the other `annotation`, null if the caller does not see it.',
  }),
  updated_datapoints: Type.Array(AnyObject, { description: 'Nodes that the validation changed, with those below.' }),
  suggested_operations: Type.Array(AnyObject, { description: 'Operations on the content that extensions propose.' }),
  matched_trigger_rules: Type.Array(AnyObject, {
    description: 'Parts of the conditions of delete recommendations that the document meets.',
  }),
})

/** A warning or an error for each document of which this one is a duplicate, with its URL if the caller sees it. */
async function messagesAbout({ policy, found }: Duplicates, caller: Request): Promise<object[]> {
  const ids = found.map(({ annotation_id }) => annotation_id)
  const seen = new Set<number>(await visibleIds('annotations', ids, caller))
  const urlOf = (id: number) => (seen.has(id) ? caller.urls.of('annotations', id) : null)
  const typeOf = (one: Duplicate) => (policy === 'error' && isRefused(one) ? 'error' : 'warning')
  return found.map((one) => duplicateMessage(one, typeOf(one), urlOf(one.annotation_id)))
}

async function validate(request: Request<Static<typeof Body>>, { id }: RowOf<Annotation>): Promise<Answer> {
  const { deps, who, body, request_id } = request
  const actions = body.actions ?? ['user_update']
  if (!ACTIONS.some((allowed) => allowed.join() === actions.join()))
    throw invalid({
      actions: ['Expected ["user_update"], ["user_update", "updated"] or ["user_update", "started"].'],
    })
  const writer = { user_id: who.user_id, organization_id: who.organization_id, admin: admins(who) }
  const validation = {
    actions,
    updated_datapoint_ids: body.updated_datapoint_ids ?? [],
    hidden: parseBoolean(valuesOf(request.query, 'messages_for_hidden_datapoints')[0] ?? '') === true,
    request_id,
  }
  const { messages, updated, suggested_operations, matched, duplicates } = await validateContent(
    deps,
    writer,
    id,
    validation,
    extensionsOf(deps),
  )
  return answerAny({
    messages: [...messages, ...(await messagesAbout(duplicates, request))],
    updated_datapoints: presentContent(id, updated, request),
    suggested_operations,
    matched_trigger_rules: matched,
  })
}

export const validateContentAction: Action<RowOf<Annotation>> = {
  method: 'post',
  path: 'content/validate',
  summary: 'Validate the content of an annotation in review: compute formulas, check the data, apply the rules.',
  may: can('review'),
  query: {
    messages_for_hidden_datapoints: Type.Boolean({
      description: 'Whether the messages include those about hidden fields; false by default.',
    }),
  },
  body: Body,
  example: () => ({ actions: ['user_update'], updated_datapoint_ids: [2] }),
  responds: { status: 200, body: Validated },
  handle: validate,
}
