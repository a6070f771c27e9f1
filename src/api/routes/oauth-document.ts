/** Single sign-on in the OpenAPI document. */
import { Type } from 'typebox'
import { parameter } from '../openapi/parameters.ts'
import { content, problem } from '../openapi/responses.ts'
import { LoginAnswer } from './auth.ts'

const text = (name: string, description: string, required = false) =>
  parameter(name, Type.String(), description, { required })

export const oauthPaths = {
  '/v1/oauth/login': {
    get: {
      operationId: 'oauth_login',
      tags: ['auth'],
      summary: 'Redirect the browser to the OpenID provider of an organization.',
      description: 'A cookie keeps the state of the login for ten minutes; only the same browser can complete it.',
      security: [],
      parameters: [
        text('organization', 'Id of the organization.', true),
        text('provider', 'Id of the provider, where an organization has several; otherwise the oldest.'),
      ],
      responses: {
        '302': { description: "The provider's login.", headers: { Location: { schema: Type.String() } } },
        '400': problem('The organization is missing, or an id is wrong.'),
        '404': problem('The organization has no such enabled provider.'),
        '502': problem('The provider cannot be reached or used.'),
      },
    },
  },
  '/v1/oauth/code': {
    get: {
      operationId: 'oauth_code',
      tags: ['auth'],
      summary: 'Redirect target of the OpenID provider: returns a new access token.',
      description: 'Also creates a session where sessions are enabled.',
      security: [],
      parameters: [
        text('code', 'From the provider.'),
        text('state', 'From the provider.'),
        text('iss', 'From the provider.'),
        text('error', 'From the provider, when the login failed.'),
      ],
      responses: {
        '200': { description: 'The token.', content: content(LoginAnswer) },
        '401': problem('The sign-on failed; the reason is in the log of the service only.'),
        '502': problem('The provider cannot be reached or used.'),
      },
    },
  },
}
