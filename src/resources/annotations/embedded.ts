/** URLs at which a user reviews one annotation in an embedded user interface. */
import { Type, type Static } from 'typebox'
import { baseUrl } from '../../config.ts'
import { startAnnotation } from '../../domain/annotations/review/review.ts'
import { createEmbeddedToken } from '../../domain/people/embedded.ts'
import { forbidden, invalid } from '../../errors.ts'
import type { Annotation, RowOf } from '../../models/index.ts'
import { can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { ok, type Request } from '../framework/request.ts'

type Row = RowOf<Annotation>

const RETURNS = ['return_url', 'cancel_url', 'postpone_url', 'delete_url'] as const
const back = (what: string) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength: 2000 }), Type.Null()], {
      description: `URL that the user interface opens after the user ${what}; \`http\` or \`https\`.`,
    }),
  )
const Body = Type.Object({
  return_url: back('has confirmed'),
  cancel_url: back('has cancelled'),
  postpone_url: back('has postponed'),
  delete_url: back('has deleted'),
  max_token_lifetime_s: Type.Optional(
    Type.Union([Type.Number({ minimum: 1, maximum: 583_200 }), Type.Null()], {
      description: 'Lifetime of the token in seconds, at most 162 hours; by default the session timeout of the queue.',
    }),
  ),
})
type EmbeddedRequest = Request<Static<typeof Body>>

/** Returns the addresses for the user interface, to be sent in the fragment. Throws 400 for other protocols, and 403 for hooks. */
function returnsOf({ body, credential }: EmbeddedRequest): URLSearchParams {
  if (credential?.kind === 'token' && credential.ofHook)
    throw forbidden('The token of a hook cannot create other tokens.')
  const fragment = new URLSearchParams()
  for (const name of RETURNS) {
    const url = body[name]
    if (!url) continue
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw invalid({ [name]: ['Enter a valid URL.'] })
    fragment.set(name, url)
  }
  return fragment
}

/** Returns the URL, with the token in its fragment, which browsers send to no server. */
async function urlOf(request: EmbeddedRequest, { id }: Row, returns: URLSearchParams): Promise<string> {
  const { deps, who, body, credential } = request
  const lifetime_s = body.max_token_lifetime_s ?? null
  const token = await createEmbeddedToken(deps.db, { user_id: who.user_id, annotation_id: id, lifetime_s, credential })
  const origin = baseUrl(deps.config).replace(/\/api$/, '')
  return `${origin}/embedded/document/${id}#authToken=${token}${returns.size ? `&${returns.toString()}` : ''}`
}

const EXAMPLE = { return_url: 'https://example.com/done', max_token_lifetime_s: 3600 }
const UrlField = Type.String({ description: 'URL with a token that allows only the review of this annotation.' })

export const embeddedActions: Action<Row>[] = [
  {
    method: 'post',
    path: 'start_embedded',
    summary: 'Start the review by the caller, and return a URL for an embedded user interface.',
    may: can('embed'),
    body: Body,
    example: () => EXAMPLE,
    responds: { status: 200, body: Type.Object({ url: UrlField }) },
    handle: async (request: EmbeddedRequest, row) => {
      const returns = returnsOf(request)
      await startAnnotation(request.deps, request.who, row.id, { request_id: request.request_id })
      return ok({ url: await urlOf(request, row, returns) })
    },
  },
  {
    method: 'post',
    path: 'create_embedded_url',
    summary: 'Return a URL for an embedded user interface, without starting the review.',
    may: can('embed'),
    body: Body,
    example: () => EXAMPLE,
    responds: {
      status: 200,
      body: Type.Object({ url: UrlField, status: Type.String({ description: 'Status of the annotation.' }) }),
    },
    handle: async (request: EmbeddedRequest, row) =>
      ok({ url: await urlOf(request, row, returnsOf(request)), status: row.status }),
  },
]
