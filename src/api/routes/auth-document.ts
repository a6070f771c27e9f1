/** OpenAPI document: authentication. */
import { Type, type TSchema } from 'typebox'
import { content, objectSchema, problem } from '../openapi/responses.ts'
import type { UrlOf } from '../../resources/framework/define.ts'
import { documentedBody } from '../../resources/framework/validate.ts'
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

const wrong = { '400': problem('The request is invalid; the body has a key for each invalid field.') }
const unknown = { '401': problem('The credentials are invalid or expired.') }
const missing = { '403': problem('Credentials are missing, or the caller lacks permission.') }

interface Described {
  operationId: string
  summary: string
  description?: string
  body?: TSchema
  example?: unknown
  /** Whether forms are accepted in addition to JSON. */
  form?: boolean
  /** Whether no credentials are required. */
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
          // One media type: see `sentFile`.
          ...(form
            ? { description: 'A form (`application/x-www-form-urlencoded`) with these names is accepted too.' }
            : {}),
          content: content(body, example),
        },
      }
    : {}),
  responses: {
    '200': { description: answered, content: content(answer), ...(rest.headers ? { headers: rest.headers } : {}) },
    ...wrong,
    ...unknown,
    ...(open ? {} : missing),
  },
})
const post = (described: Described) => ({ post: operation(described) })

const OWN_RIGHTS =
  'Users may change their own names, telephone number, settings and metadata; only administrators may change other fields.'
const own = (described: Pick<Described, 'operationId' | 'summary' | 'description' | 'body' | 'example'>) =>
  operation({ ...described, answer: objectSchema(users), answered: 'The user.' })

/** The example of a login: that of the demo. */
const LOGIN = { username: 'admin@sheaf.example', password: 'sheaf-demo-password' }
const PASSWORDS = {
  new_password1: 'another long enough passphrase',
  new_password2: 'another long enough passphrase',
}

export const authPaths = (url: UrlOf) => ({
  '/v1/auth/login': post({
    operationId: 'login',
    summary: 'Create an access token for a username and password.',
    description:
      'Send the token as `Authorization: Bearer <key>` with every other request. It is valid for 162 hours, or for `max_token_lifetime_s`. If the request comes from a page of the service, or with `SESSIONS=all`, the response also sets the cookies `sessionid` and `csrftoken`.',
    open: true,
    form: true,
    body: LoginBody,
    example: LOGIN,
    answer: LoginAnswer,
    answered: 'The token.',
    headers: {
      'Set-Cookie': { description: 'If a session is created: `sessionid` and `csrftoken`.', schema: Type.String() },
    },
  }),
  '/v1/auth/logout': post({
    operationId: 'logout',
    summary: 'Delete the token of this request, and end the session of its cookie.',
    description: 'The token is no longer valid afterwards.',
    answer: Detail,
    answered: 'The caller is logged out.',
  }),
  '/v1/auth/token': post({
    operationId: 'exchange_token',
    summary: 'Exchange the token of this request, a one-time token or a JWT for a new access token.',
    description:
      'Send the old token as Bearer. A one-time token or a JWT is accepted once, and only here; other tokens stay valid. The lifetime is `max_token_lifetime_s` or, if omitted, the lifetime of the old token (162 hours for a one-time token and for a JWT); the new token expires with the old one at the latest. A token with the scope `approval` can only read, approve and reject annotations.',
    body: ExchangeBody,
    example: { scope: 'default', max_token_lifetime_s: 3600 },
    answer: ExchangeAnswer,
    answered: 'The new token.',
  }),
  '/v1/auth/membership_token': post({
    operationId: 'membership_token',
    summary: 'Create an access token for another organization of the group.',
    description:
      'The token acts as the same user, with the same role, in that organization, and expires with the credential of this request at the latest. Requires a valid membership there, except for administrators of the organization group.',
    body: MembershipTokenBody,
    example: { organization: url('organizations', 2) },
    answer: MembershipTokenAnswer,
    answered: 'The token, and the organization in which it acts.',
  }),
  '/v1/auth/password/change': post({
    operationId: 'change_password',
    summary: 'Change the password of the caller, and end all tokens and sessions of the user.',
    description: 'The token of this request ends as well; log in with the new password.',
    body: ChangeBody,
    example: { old_password: 'sheaf-demo-password', ...PASSWORDS },
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
    answered: 'The email is sent if the user exists.',
  }),
  '/v1/auth/password/reset/confirm': post({
    operationId: 'confirm_reset_password',
    summary: 'Set a new password with the `uid` and `token` from the email; they are valid once, for one hour.',
    open: true,
    description: 'Requires no credentials other than those in the email.',
    body: ConfirmBody,
    example: { uid: 'from the email', token: 'from the email', ...PASSWORDS },
    answer: Detail,
    answered: 'The password is set, and all tokens and sessions of the user have ended.',
  }),
  '/v1/auth/password/score': post({
    operationId: 'score_password',
    summary: 'Rate a password from 0 to 4, and list the reasons why it would be rejected.',
    open: true,
    description: 'Requires no credentials; intended for forms in which users choose a password.',
    body: ScoreBody,
    example: { password: 'a long enough passphrase', email: 'ada@example.com' },
    answer: ScoreAnswer,
    answered: 'The score. A rejected password has messages and a score of at most 2.',
  }),
  '/v1/auth/user': {
    get: own({
      operationId: 'own_user',
      summary: "Retrieve the caller's own user.",
      description: 'Allowed for all roles.',
    }),
    put: own({
      operationId: 'replace_own_user',
      summary: "Replace the caller's own user.",
      description: `${OWN_RIGHTS} Omitted fields, including \`groups\` and \`queues\`, are reset to their defaults.`,
      body: documentedBody(users.fields, 'full'),
      example: {
        username: 'admin@sheaf.example',
        first_name: 'Ada',
        last_name: 'Lovelace',
        groups: [url('groups', 3)],
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

/** Explains authentication on the documentation page. */
export const authTag = {
  name: 'auth',
  description: `Almost all requests require credentials.

- **Token**: \`POST /v1/auth/login\` with username and password returns a \`key\`; send it as \`Authorization: Bearer <key>\` (or \`Token <key>\`).
- **Basic**: \`Authorization: Basic <base64 of username:password>\`, for uploads and exports only, unless the operator allows it on more endpoints.
- **Session**: the login of a page of the service itself, such as the review screen, sets cookies; with \`SESSIONS=all\` every login does, with \`SESSIONS=none\` none. Requests that change data and are not \`application/json\` must also send the header \`X-CSRFToken\` with the value of the cookie \`csrftoken\`. An \`Authorization\` header takes precedence over the cookie.
- **One-time token** (from registration) and **JWT** (signed by your own system): exchanged for a token at \`POST /v1/auth/token\`.
- **Single sign-on**: a browser opens \`GET /v1/oauth/login?organization=ID\` and returns from the organization's OpenID provider with a token, or with a session on a page of the review screen (\`next\`).
- **Membership token**: \`POST /v1/auth/membership_token\` returns a token for another organization of the group.

Requests without credentials return 403, requests with invalid or expired credentials 401. After ten failed logins for a user name from one address, further attempts return 429 until ten minutes after the first.`,
}
