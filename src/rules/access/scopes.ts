/** Requests that a token's scope allows. Roles are checked as well: a scope only narrows them. */
export const SCOPES = ['default', 'approval'] as const
export type Scope = (typeof SCOPES)[number]
/** Clients cannot request `embedded`: it is the scope of the tokens of embedded URLs (embedded.ts). */
export type TokenScope = Scope | 'embedded'

/** Besides reading, `approval` may decide on annotations, search (a POST that only reads), and manage its own token. */
const APPROVAL_POSTS = [
  /^\/annotations\/\d+\/(approve|reject)\/?$/,
  /^\/annotations\/search\/?$/,
  /^\/auth\/(logout|token)\/?$/,
]

/** Returns true if the scope allows the request. `path` is below `/v1`. A GET of an export that changes statuses is not a read. */
export function isInScope(scope: TokenScope, request: { method: string; path: string; query: object }): boolean {
  if (scope === 'default') return true
  if (scope === 'embedded') return false
  if (request.method === 'POST') return APPROVAL_POSTS.some((path) => path.test(request.path))
  return ['GET', 'HEAD', 'OPTIONS'].includes(request.method) && !('to_status' in request.query)
}
