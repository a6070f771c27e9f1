/** Single sign-on in the OpenAPI document. */
import { Type } from 'typebox'
import { failed, json } from './auth-document.ts'
import { LoginAnswer } from './auth.ts'

const text = (name: string, description: string, required = false) => ({
  name,
  in: 'query',
  required,
  description,
  schema: Type.String(),
})

export const oauthPaths = {
  '/v1/oauth/login': {
    get: {
      operationId: 'oauth_login',
      tags: ['auth'],
      summary: 'Send the browser to the OpenID provider of an organization.',
      description: 'A cookie remembers the login for ten minutes; only the same browser can come back from it.',
      security: [],
      parameters: [
        text('organization', 'Id of the organization.', true),
        text('provider', 'Id of the provider, where an organization has several; otherwise the oldest.'),
      ],
      responses: {
        '302': { description: "The provider's login.", headers: { Location: { schema: Type.String() } } },
        '400': failed('The organization is missing, or an id is wrong.'),
        '404': failed('The organization has no such provider in use.'),
        '502': failed('The provider cannot be reached or used.'),
      },
    },
  },
  '/v1/oauth/code': {
    get: {
      operationId: 'oauth_code',
      tags: ['auth'],
      summary: 'Where the OpenID provider sends the browser back to: a new access token.',
      description: 'Also opens a session, where the operator enabled them.',
      security: [],
      parameters: [
        text('code', 'From the provider.'),
        text('state', 'From the provider.'),
        text('iss', 'From the provider.'),
        text('error', 'From the provider, when it let nobody in.'),
      ],
      responses: {
        '200': { description: 'The token.', content: json(LoginAnswer) },
        '401': failed('The sign-on failed; the answer does not say why, the log of the service does.'),
        '502': failed('The provider cannot be reached or used.'),
      },
    },
  },
}
