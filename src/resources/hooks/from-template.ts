/** `POST /hooks/create`: creates a hook from a template. */
import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { HookTemplate } from '../../models/index.ts'
import { EVENT_NAMES } from '../../rules/hooks/events.ts'
import { allowed } from '../access.ts'
import type { Action, Resource } from '../framework/define.ts'
import { orNull, urlOf, type Values } from '../framework/fields.ts'
import { resourceAt } from '../framework/registry.ts'
import { referencesIn } from '../framework/relations.ts'
import type { Caller, Request } from '../framework/request.ts'
import { create } from '../framework/verbs.ts'
import { hookTemplates } from './hook-templates.ts'

interface Body {
  name: string
  hook_template: string
  events: string[]
  queues: string[]
  token_owner?: string | null
  config?: object
  [field: string]: unknown
}
const Open = Type.Record(Type.String(), Type.Unknown())
const reference = (collection: string) => urlOf(collection, Type.String())

export const createFromTemplate: Action = {
  method: 'post',
  path: 'create',
  summary: 'Create a hook from a template.',
  may: allowed('hooks').create,
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the hook.' }),
    hook_template: { ...reference('hook_templates'), description: 'URL of the template.' },
    events: Type.Array(Type.String({ enum: [...EVENT_NAMES] }), { description: 'Events that trigger the hook.' }),
    queues: Type.Array(reference('queues'), { description: 'URLs of the queues whose events trigger the hook.' }),
    token_owner: Type.Optional({
      ...orNull(reference('users')),
      description:
        'URL of the user whose access token is sent in payloads; required if the template has `use_token_owner`.',
    }),
    settings: Type.Optional({ ...Open, description: 'Settings, instead of those of the template.' }),
    secrets: Type.Optional({ ...Open, description: 'Secrets; they must match `secrets_schema` of the template.' }),
    config: Type.Optional({ ...Open, description: 'Keys of the configuration that differ from the template.' }),
    description: Type.Optional({ ...orNull(Type.String()), description: 'Purpose of the hook.' }),
    active: Type.Optional(Type.Boolean({ description: 'Whether events trigger it.' })),
  }),
  example: (url) => ({
    name: 'From a template',
    hook_template: url('hook_templates'),
    events: ['annotation_content.initialize'],
    queues: [url('queues')],
    settings: {},
  }),
  responds: { status: 201, body: Type.Ref('hooks') },
  handle: async (request: Request<Body>) => {
    const hooks = resourceAt('hooks')
    return create(hooks, { ...request, body: await bodyFromTemplate(hooks, request.body, request) })
  },
}

/** Returns the body that creates the hook. Fields that hooks share with templates come from the template unless the request sets them. */
async function bodyFromTemplate(hooks: Resource, given: Body, caller: Caller): Promise<Values> {
  const [id = 0] = await referencesIn('hook_templates', given.hook_template, ['hook_template'], caller)
  const template = await HookTemplate.query(caller.db).findById(id).throwIfNotFound()
  if (template.install_action !== 'copy')
    throw invalid({
      hook_template: ['This template cannot be copied. Contact the operator of the service for access.'],
    })
  if (template.use_token_owner && !given.token_owner) throw invalid({ token_owner: ['This field is required.'] })
  const shared = Object.entries(hookTemplates.fields).filter(([name]) => hooks.fields[name]?.input)
  const taken = shared.map(([name, { show }]) => [name, show?.(template, caller, hookTemplates.path)])
  const own = Object.entries(given).filter(([name]) => hooks.fields[name]?.input)
  const merged: Values = Object.fromEntries([...taken, ['token_owner', null], ...own])
  return given.config ? { ...merged, config: { ...(template.config as object), ...given.config } } : merged
}
