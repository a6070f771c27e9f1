/** The introduction of /api/docs as Markdown: the credentials and the conventions of all resources. */

const TICKS = '```'

/** The guide with examples against `serverUrl`, the root of the API without `/v1`. */
export const guide = (serverUrl: string): string => `Document capture: import documents, review and export their data.

In the examples \`API\` is the address of this service: ${serverUrl.startsWith('/') ? 'its host followed by ' : ''}\`${serverUrl}/v1\`.

## Log in

${TICKS}sh
curl -s $API/auth/login -H 'Content-Type: application/json' -d '{"username": "ada@example.com", "password": "…"}'
# {"key":"0f6e…","domain":null}
curl -s $API/auth/user -H "Authorization: Bearer $KEY"
${TICKS}

| credential | how |
| --- | --- |
| token | \`Authorization: Bearer KEY\` or \`Token KEY\`, with the \`key\` of \`POST /v1/auth/login\`; it lasts 162 hours, or \`max_token_lifetime_s\`, or until \`POST /v1/auth/logout\` |
| scoped token | \`POST /v1/auth/token\` with a token and \`{"scope": "approval"}\`: a new key that can only read, search, approve and reject annotations (the API offers no approval yet); the old one stays valid |
| one-time token | the \`one_time_token\` of \`POST /v1/organizations/create\`, sent as Bearer to \`POST /v1/auth/token\`, once within a day |
| JWT | register a public key at \`POST /v1/jwt_keys\`; sign a JWT that is valid for at most a minute, with header \`kid\` (from the response), \`typ: JWT\`, \`alg: EdDSA\` (or \`RS512\`) and claims \`ver: "1.0"\`, \`iss\`, \`aud\` (host of this service), \`sub\` (username), \`exp\`, \`email\`, \`name\`, \`svc_org\` (organization id as text), optionally \`roles\`; send it as Bearer to \`POST /v1/auth/token\` |
| OpenID Connect | register \`…/v1/oauth/code\` as redirect URI at the provider, and the provider at \`POST /v1/oidc_providers\` (an issuer in a private network is reachable only if the operator lists it in \`ALLOWED_PRIVATE_NETWORKS\`); send the browser to \`GET /v1/oauth/login?organization=ID\`; after the login at the provider, the response contains a key |
| membership token | \`POST /v1/auth/membership_token\` with \`{"organization": URL}\`, for another organization of the group in which the user has a membership |
| session | where sessions are enabled, login sets the cookies \`sessionid\` and \`csrftoken\`; requests that change data and are not \`application/json\` (including any DELETE) send the second one in \`X-CSRFToken\` |
| Basic | username and password with each request, for uploads, exports and \`POST /v1/documents\` |

Every request body below has an example; replace its URLs with those of your own objects.

No credentials or no permission: 403. Wrong or expired credentials: 401. Ten failed logins: 429 until \`Retry-After\`.

## Send a document, get its data

${TICKS}sh
curl -s "$API/queues?fields=id,name,url" -H "Authorization: Bearer $KEY"
curl -s "$API/uploads?queue=1" -H "Authorization: Bearer $KEY" -F content=@invoice.pdf
# {"url":"…/v1/tasks/5"}: poll it until it redirects (303) to the upload, which lists its annotations
curl -s "$API/annotations?queue=1&status=to_review" -H "Authorization: Bearer $KEY"
curl -s "$API/queues/1/export?format=csv" -H "Authorization: Bearer $KEY"
${TICKS}

## What all resources share

- Objects refer to each other by URL. Bodies take these URLs (\`{"queue": "…/v1/queues/1"}\`), filters take ids (\`?queue=1\`). Several values of one filter, separated by commas, are alternatives.
- Lists return \`{"pagination": {"total", "total_pages", "next", "previous"}, "results": []}\`. Follow \`pagination.next\` until it is null; \`page\` works too. \`page_size\` is 20 by default and 100 at most.
- \`ordering=name\` sorts, \`ordering=-name\` in reverse. \`fields=a,b\` and \`fields!=a,b\` choose fields.
- PATCH changes only the fields sent. PUT needs the required fields and resets omitted ones to their defaults. DELETE of an object that others refer to is 409 \`conflict_referenced\`.
- Every object has an \`ETag\`: a matching \`If-None-Match\` returns 304, a stale \`If-Match\` 412.
- More than 600 requests a minute get 429; \`Retry-After\` says how many seconds to wait.
- Errors are \`{"detail", "code"}\`, with one more key per faulty field. An object that the caller cannot see is 404 by id, and 400 as a reference.

## Requirements beyond the schemas

| resource | |
| --- | --- |
| annotations | a new one has the \`status\` created; actions then change it |
| delete_recommendations | the trigger must belong to the same queue and have the event \`validation\` |
| inboxes | the queue must not have an inbox yet; queues created from templates have one |
| organization_groups/… | the caller needs the role \`organization_group_admin\`, which only its holders can grant; the operator grants it to the first one (\`npm run groups\`) |
| organizations/create | \`create_key\` is the \`SHEAF_CREATE_KEY\` of the operator of the service; an access token does not replace it |
| schemas | ids of nodes must be unique in the whole schema; \`POST /v1/schemas/validate\` checks a schema without saving it |
| triggers | triggers of \`email_with_no_processable_attachments\` are created with the queue and are read-only |
| uploads, documents | files as multipart form data in the part \`content\`, or one file as the body itself |
`
