/** What a token's scope opens. Roles are checked as well: a scope only narrows them. */
export const SCOPES = ['default', 'approval'] as const
export type Scope = (typeof SCOPES)[number]

/** Beside reading, `approval` decides on annotations, searches (a POST that only reads), and handles its own token. */
const APPROVAL_POSTS = [
  /^\/annotations\/\d+\/(approve|reject)\/?$/,
  /^\/annotations\/search\/?$/,
  /^\/auth\/(logout|token)\/?$/,
]

/** `path` is below `/v1`. A GET that asks an export for another status is no reading. */
export function isInScope(scope: Scope, request: { method: string; path: string; query: object }): boolean {
  if (scope === 'default') return true
  if (request.method === 'POST') return APPROVAL_POSTS.some((path) => path.test(request.path))
  return ['GET', 'HEAD', 'OPTIONS'].includes(request.method) && !('to_status' in request.query)
}
