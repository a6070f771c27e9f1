/** Login and the other credentials in the OpenAPI document. */
import { Type, type TSchema } from 'typebox'
import { content, objectSchema, problem } from '../openapi/responses.ts'
import type { UrlOf } from '../../resources/engine/define.ts'
import { documentedBody } from '../../resources/engine/validate.ts'
import { users } from '../../resources/people/users.ts'
import {
  ExchangeAnswer,
  ExchangeBody,
  LoginAnswer,
  LoginBody,
  MembershipTokenAnswer,
  MembershipTokenBody,
} from './auth.ts'
import { ChangeBody, ConfirmBody, Detail, ResetBody, ScoreAnswer, ScoreBody } from './passwords.ts'

const wrong = { '400': problem('The request is not valid; faulty fields have a key each.') }
const unknown = { '401': problem('The credentials are wrong or expired.') }
const missing = { '403': problem('No credentials, or not allowed.') }
const often = {
  '429': problem('Too many requests or failed attempts; `Retry-After` is the number of seconds to wait.'),
}

interface Described {
  operationId: string
  summary: string
  description?: string
  body?: TSchema
  example?: unknown
  /** Forms are taken beside JSON. */
  form?: boolean
  /** No credentials needed. */
  open?: boolean
  answer: TSchema
  answered: string
  headers?: Record<string, unknown>
}

const operation = ({ operationId, summary, body, example, form, open, answer, answered, ...rest }: Described) => ({
  operationId,
  tags: ['auth'],
  summary,
  ...(rest.description ? { description: rest.description } : {}),
  ...(open ? { security: [] } : {}),
  ...(body
    ? {
        requestBody: {
          required: Object.values((body as unknown as { required?: string[] }).required ?? []).length > 0,
          content: {
            'application/json': { schema: body, example },
            ...(form ? { 'application/x-www-form-urlencoded': { schema: body, example } } : {}),
          },
        },
      }
    : {}),
  responses: {
    '200': { description: answered, content: content(answer), ...(rest.headers ? { headers: rest.headers } : {}) },
    ...wrong,
    ...unknown,
    ...(open ? {} : missing),
    ...often,
  },
})
const post = (described: Described) => ({ post: operation(described) })

const OWN_RIGHTS =
  'Users may change their own names, telephone number, settings and metadata; other fields need an administrator.'
const own = (described: Pick<Described, 'operationId' | 'summary' | 'description' | 'body' | 'example'>) =>
  operation({ ...described, answer: objectSchema(users), answered: 'The user.' })

const LOGIN = { username: 'ada@example.com', password: 'a long enough passphrase' }
const PASSWORDS = {
  new_password1: 'another long enough passphrase',
  new_password2: 'another long enough passphrase',
}

export const authPaths = (url: UrlOf) => ({
  '/v1/auth/login': post({
    operationId: 'login',
    summary: 'Create an access token for a username and password.',
    description:
      'Send the token as `Authorization: Bearer <key>` with every other request. It is valid for 162 hours, or for `max_token_lifetime_s`. Where sessions are enabled, the response also sets the cookies `sessionid` and `csrftoken`.',
    open: true,
    form: true,
    body: LoginBody,
    example: LOGIN,
    answer: LoginAnswer,
    answered: 'The token.',
    headers: {
      'Set-Cookie': { description: 'Where sessions are enabled: `sessionid` and `csrftoken`.', schema: Type.String() },
    },
  }),
  '/v1/auth/logout': post({
    operationId: 'logout',
    summary: 'Discard the token of this request, and end the session of its cookie.',
    description: 'The token is then invalid.',
    answer: Detail,
    answered: 'Done.',
  }),
  '/v1/auth/token': post({
    operationId: 'exchange_token',
    summary: 'Exchange the token of this request, a one-time token or a JWT for a new access token.',
    description:
      'Send the old token as Bearer. A one-time token can be used once, and only here; other tokens stay valid. The lifetime is `max_token_lifetime_s` or, if it is omitted, that of the old token (162 hours for a one-time token). A token of the scope `approval` reads, approves and rejects only.',
    body: ExchangeBody,
    example: { scope: 'default', max_token_lifetime_s: 3600 },
    answer: ExchangeAnswer,
    answered: 'The new token.',
  }),
  '/v1/auth/membership_token': post({
    operationId: 'membership_token',
    summary: 'Create an access token for another organization of the group.',
    description:
      'It acts as the same user, with the same role, in that organization. It requires a valid membership there, except for administrators of the organization group.',
    body: MembershipTokenBody,
    example: { organization: url('organizations', 2) },
    answer: MembershipTokenAnswer,
    answered: 'The token, and the organization in which it acts.',
  }),
  '/v1/auth/password/change': post({
    operationId: 'change_password',
    summary: 'Set a new password, given the old one; all other tokens and sessions of the user end.',
    description: 'The token of the request ends too: log in with the new password.',
    body: ChangeBody,
    example: { old_password: 'a long enough passphrase', ...PASSWORDS },
    answer: objectSchema(users),
    answered: 'The user.',
  }),
  '/v1/auth/password/reset': post({
    operationId: 'reset_password',
    summary: 'Request an email with a link to set a new password.',
    description: 'The response is the same whether or not a user with this address exists.',
    open: true,
    body: ResetBody,
    example: { email: 'ada@example.com' },
    answer: Detail,
    answered: 'The email is sent if such a user exists.',
  }),
  '/v1/auth/password/reset/confirm': post({
    operationId: 'confirm_reset_password',
    summary: 'Set a new password with the uid and token of the email; they are valid once, within an hour.',
    open: true,
    description: 'Needs no credentials except those in the email.',
    body: ConfirmBody,
    example: { uid: 'from the email', token: 'from the email', ...PASSWORDS },
    answer: Detail,
    answered: 'The password is set; all tokens and sessions of the user have ended.',
  }),
  '/v1/auth/password/score': post({
    operationId: 'score_password',
    summary: 'Rate a password from 0 to 4 and list the reasons why it would be refused.',
    open: true,
    description: 'Needs no credentials; for forms in which users choose a password.',
    body: ScoreBody,
    example: { password: 'a long enough passphrase', email: 'ada@example.com' },
    answer: ScoreAnswer,
    answered: 'The score. A refused password has messages and a score of at most 2.',
  }),
  '/v1/auth/user': {
    get: own({
      operationId: 'own_user',
      summary: "The caller's own user.",
      description: 'Every role may read its own user.',
    }),
    put: own({
      operationId: 'replace_own_user',
      summary: "Replace the caller's own user.",
      description: `${OWN_RIGHTS} Omitted fields, also \`groups\` and \`queues\`, are reset to their defaults: send all that should remain.`,
      body: documentedBody(users.fields, 'full'),
      example: {
        username: 'ada@example.com',
        first_name: 'Ada',
        last_name: 'Lovelace',
        groups: [url('groups')],
        queues: [],
      },
    }),
    patch: own({
      operationId: 'change_own_user',
      summary: "Change the caller's own user.",
      description: OWN_RIGHTS,
      body: documentedBody(users.fields, 'partial'),
      example: { first_name: 'Ada' },
    }),
  },
})

/** How to log in, for readers of the documentation page. */
export const authTag = {
  name: 'auth',
  description: `Almost every request needs credentials.

- **Token**: \`POST /v1/auth/login\` with username and password returns a \`key\`; send it as \`Authorization: Bearer <key>\` (\`Token <key>\` works too).
- **Basic**: \`Authorization: Basic <base64 of username:password>\`, for uploads and exports only, unless the operator allows it on more endpoints.
- **Session**, where the operator enabled it: login sets cookies. Requests that change data and are not \`application/json\` also carry \`X-CSRFToken\` with the value of the cookie \`csrftoken\`. An \`Authorization\` header takes precedence over the cookie.
- **One-time token** (from registration) and **JWT** (signed by your own system): exchanged for a token at \`POST /v1/auth/token\`.
- **Single sign-on**: a browser opens \`GET /v1/oauth/login?organization=ID\` and comes back from the organization's OpenID provider with a token, and a session where sessions are enabled.
- **Membership token**: \`POST /v1/auth/membership_token\` returns a token for another organization of the group.

Requests without credentials get 403, those with wrong or expired ones 401. After ten failed logins for one name from one address, further attempts get 429 until ten minutes after the first.`,
}
