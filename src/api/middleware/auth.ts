/** Credentials → the person asking. No credentials at all is 403, wrong ones are 401 (filled-gaps 12.1). */
import { createHash } from 'node:crypto'
import type { Context, Next } from 'koa'
import type { Knex } from 'knex'
import { ApiError, unauthenticated } from '../../errors.ts'
import { personOfId, personOfPassword, personOfToken, type Person } from '../../domain/credentials.ts'
import type { Role } from '../../rules/permissions.ts'
import type { Who } from '../state.ts'

/** Paths below /v1 that need no credentials. */
const OPEN = /^(\/(auth\/login|organizations\/create)?\/?)?$/
/** Says how things are even when nobody can be identified. */
const HEALTH = /^\/health\/?$/
/** Endpoints that accept HTTP basic authentication: upload and export. */
const BASIC =
  /^(\w+ \/(uploads(\/.*)?|annotations\/export\/?|queues\/\d+\/(upload|export)(\/.*)?)|POST \/documents\/?)$/

export async function auth(ctx: Context, next: Next): Promise<void> {
  const path = ctx.path.replace(/^\/api\/v1/, '')
  const header = ctx.get('Authorization')
  if (!HEALTH.test(path) && (header || !OPEN.test(path))) {
    if (!header) throw new ApiError(403, 'access_forbidden', 'Authentication credentials were not provided.')
    const person = await identify(ctx.state.db, header, `${ctx.method} ${path}`)
    if (person) ctx.state.who = whoIs(person)
    else if (!OPEN.test(path)) throw unauthenticated()
  }
  await next()
}

async function identify(db: Knex, header: string, request: string): Promise<Person | undefined> {
  const [, scheme = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(header.trim()) ?? []
  if (/^(bearer|token)$/i.test(scheme)) return personOfToken(db, rest.trim())
  if (/^basic$/i.test(scheme) && BASIC.test(request)) return personOfBasic(db, rest)
  return undefined
}

/**
 * A password check takes tens of milliseconds on purpose. Scripts that upload with Basic credentials send them with
 * every request, so which password hash a pair was right for is remembered, as a hash, for a minute. The person is
 * read anew each time: a new password, another role or a deleted user counts at once.
 */
const remembered = new Map<string, { user_id: number; password_hash: string | null; until: number }>()
async function personOfBasic(db: Knex, encoded: string): Promise<Person | undefined> {
  const key = createHash('sha256').update(encoded).digest('base64')
  const known = remembered.get(key)
  if (known && known.until > Date.now()) {
    const person = await personOfId(db, known.user_id)
    if (person && person.password_hash === known.password_hash && person.auth_type === 'password')
      return { ...person, token_id: null }
  }
  const [, username, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  if (!username || password === undefined) return undefined
  const person = await personOfPassword(db, username, password)
  if (remembered.size > 1000) remembered.clear()
  if (person)
    remembered.set(key, { user_id: person.id, password_hash: person.password_hash, until: Date.now() + 60_000 })
  return person
}

function whoIs(person: Person): Who {
  return {
    user_id: person.id,
    organization_id: person.organization_id,
    organization_group_id: person.organization_group_id,
    username: person.username,
    email: person.email,
    roles: person.roles as Role[],
    token_id: person.token_id,
  }
}
