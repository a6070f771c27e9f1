/** `POST /organizations/create`: creates an organization for a caller without an account. */
import { timingSafeEqual } from 'node:crypto'
import { Type, type Static } from 'typebox'
import { createOneTimeToken, digest } from '../../domain/people/credentials.ts'
import { createOrganization, domainOf } from '../../domain/people/organizations.ts'
import { TEMPLATE_NAMES } from '../../domain/queues/templates/index.ts'
import { forbidden, invalid } from '../../errors.ts'
import { PASSWORD_LENGTH } from '../../rules/access/passwords.ts'
import { anyone } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { resourceAt } from '../framework/registry.ts'
import type { Answer, Request } from '../framework/request.ts'
import { respond } from '../framework/verbs.ts'

const Body = Type.Object({
  template_name: Type.String({ enum: [...TEMPLATE_NAMES], description: 'Name of the template.' }),
  organization_name: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the organization.' }),
  user_fullname: Type.String({ minLength: 1, maxLength: 255, description: 'First and last name of the first user.' }),
  user_email: Type.String({ format: 'email', description: 'Email address of the first user; also the username.' }),
  create_key: Type.String({
    description: 'Value of `SHEAF_CREATE_KEY` of the service; an access token cannot replace it.',
  }),
  user_password: Type.Optional(
    Type.String({
      minLength: PASSWORD_LENGTH.min,
      maxLength: PASSWORD_LENGTH.max,
      description: 'Password of the user; if omitted, only the one-time token gives access.',
    }),
  ),
  user_ui_settings: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'User interface settings of the user; any JSON object.',
    }),
  ),
  domain: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description:
        'Domain of the organization, which JWTs may use as audience; by default the host of `PUBLIC_BASE_URL`.',
    }),
  ),
})
type Body = Static<typeof Body>

export const createAction: Action = {
  method: 'post',
  path: 'create',
  summary: 'Create an organization with its first user, workspace, queue, schema and inbox from a template.',
  may: anyone,
  body: Body,
  example: () => ({
    template_name: 'Empty Organization Template',
    organization_name: 'Acme',
    user_fullname: 'Ada Lovelace',
    user_email: 'ada@example.com',
    create_key: 'sheaf-demo-create-key',
    user_password: 'a long enough passphrase',
  }),
  responds: { status: 201, body: Type.Record(Type.String(), Type.Unknown()) },
  handle: create,
}

/** Callers with the key take turns with the organizations. */
const CALLER = 'organizations/create'

async function create(request: Request<Body>): Promise<Answer> {
  const { body, db, deps, urls } = request
  const { createKey } = deps.config
  // Compares hashes, which have equal length, so that timing reveals nothing about the key.
  if (!createKey || !timingSafeEqual(digest(body.create_key), digest(createKey))) throw forbidden('Invalid create_key.')
  const { user_password = null, user_email } = body
  const domain = body.domain?.trim() || domainOf(deps.config)
  const weak =
    user_password === null
      ? []
      : await deps.passwordChecks.errors(CALLER, 'user_password', user_password, { username: user_email })
  if (weak.length) throw invalid({ user_password: weak })
  const made = await createOrganization(db, {
    template_name: body.template_name,
    name: body.organization_name,
    user_fullname: body.user_fullname,
    user_email,
    user_password,
    user_ui_settings: body.user_ui_settings ?? {},
    domain,
    mail_domain: deps.config.mailDomain,
  })
  // The response is presented to the new user, because the caller has no account.
  const organizations = resourceAt('organizations')
  const { body: organization } = await respond(organizations, { ...request, who: made.who }, made.organization_id, 201)
  const answer = {
    organization,
    workspace: urls.of('workspaces', made.workspace_id),
    queue: urls.of('queues', made.queue_id),
    user: urls.of('users', made.who.user_id),
    schema: urls.of('schemas', made.schema_id),
    inbox: urls.of('inboxes', made.inbox_id),
    domain,
    one_time_token: await createOneTimeToken(db, made.who.user_id),
  }
  return { status: 201, body: answer, who: made.who }
}
