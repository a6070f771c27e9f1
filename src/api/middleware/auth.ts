/** Credentials → the person asking. No credentials at all is 403, wrong ones are 401 (filled-gaps 12.1). */
import { createHash } from 'node:crypto'
import type { Context, Next } from 'koa'
import type { Knex } from 'knex'
import { ApiError, unauthenticated } from '../../errors.ts'
import { personOfPassword, personOfToken, type Person } from '../../domain/credentials.ts'
import type { Role } from '../resources/access.ts'
import type { Who } from '../state.ts'

/** Paths below /v1 that need no credentials. */
const OPEN = /^\/(auth\/login|health|organizations\/create)?\/?$/
/** Endpoints that accept HTTP basic authentication: upload and export. */
const BASIC = /^\/(uploads(\/.*)?|queues\/\d+\/(upload|export)(\/.*)?)$/

export async function auth(ctx: Context, next: Next): Promise<void> {
  const path = ctx.path.replace(/^\/api\/v1/, '')
  const header = ctx.get('Authorization')
  if (header || !OPEN.test(path)) {
    if (!header) throw new ApiError(403, 'access_forbidden', 'Authentication credentials were not provided.')
    const person = await identify(ctx.state.db, header, path)
    if (person) ctx.state.who = whoIs(person)
    else if (!OPEN.test(path)) throw unauthenticated()
  }
  await next()
}

async function identify(db: Knex, header: string, path: string): Promise<Person | undefined> {
  const [, scheme = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(header.trim()) ?? []
  if (/^(bearer|token)$/i.test(scheme)) return personOfToken(db, rest.trim())
  if (/^basic$/i.test(scheme) && BASIC.test(path)) return personOfBasic(db, rest)
  return undefined
}

/**
 * A password check takes tens of milliseconds on purpose. Scripts that upload with Basic credentials send them with
 * every request, so a pair that was right is remembered, as a hash, for a minute.
 */
const remembered = new Map<string, { person: Person; until: number }>()
async function personOfBasic(db: Knex, encoded: string): Promise<Person | undefined> {
  const key = createHash('sha256').update(encoded).digest('base64')
  const known = remembered.get(key)
  if (known && known.until > Date.now()) return known.person
  const [, username, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  if (!username || password === undefined) return undefined
  const person = await personOfPassword(db, username, password)
  if (remembered.size > 1000) remembered.clear()
  if (person) remembered.set(key, { person, until: Date.now() + 60_000 })
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
