/** OpenAPI document: single sign-on. */
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
      description:
        'A cookie stores the state of the login for ten minutes; only the same browser can complete the login.',
      security: [],
      parameters: [
        text('organization', 'Id of the organization.', true),
        text('provider', 'Id of the provider, if the organization has several; by default the oldest one.'),
        text(
          'next',
          'Path of the page of the review screen that the browser opens after the login, below `/app/`. The login begins if a page of the service or the address bar opened this address; a browser that comes from another site is redirected to `/app/?sign_on=ID` of the organization, where its user decides.',
        ),
      ],
      responses: {
        '302': {
          description: "Redirect to the provider's login, or with `next` to the screen.",
          headers: { Location: { schema: Type.String() } },
        },
        '400': problem('The organization is missing, or an id or `next` is invalid.'),
        '404': problem('The organization has no such enabled provider.'),
        '502': problem('The provider cannot be reached or used.'),
      },
    },
  },
  '/v1/oauth/code/{provider}': {
    get: {
      operationId: 'oauth_code',
      tags: ['auth'],
      summary: 'Complete the login after the redirect from the OpenID provider, and return a new access token.',
      description:
        'The `redirect_uri` of an OpenID provider. If the login was begun with `next`, creates a session and redirects to that page; with `SESSIONS=all` it also creates a session without. Refuses responses to a login that was started with another provider, and responses whose `iss` is not the issuer of the provider.',
      security: [],
      parameters: [
        parameter('provider', Type.Integer(), 'Id of the OpenID provider.', { where: 'path' }),
        text('code', 'Value from the provider.'),
        text('state', 'Value from the provider.'),
        text('iss', 'Value from the provider.'),
        text('error', 'Value from the provider if the login failed.'),
      ],
      responses: {
        '200': { description: 'The token.', content: content(LoginAnswer) },
        '302': {
          description: 'Redirect to the page in `next`, or to the start of the screen with `?sign_on=failed`.',
          headers: { Location: { schema: Type.String() } },
        },
        '401': problem('The sign-on failed; only the log of the service contains the reason.'),
        '502': problem('The provider cannot be reached or used.'),
      },
    },
  },
}
