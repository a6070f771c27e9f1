/**
 * What the tests have seen of the API, for docs/coverage.md: with SHEAF_EVIDENCE set, every answer adds which operation, status, error,
 * query parameters, fields and states it showed, and in which test.
 */
import { appendFileSync } from 'node:fs'
import { expect } from 'vitest'
import { operationOf } from './openapi.ts'

export interface Evidence {
  test: string
  /** `GET /labels/{id}`. */
  operation: string
  seen: string[]
}

const file = process.env.SHEAF_EVIDENCE
const known = new Set<string>()

export function witness(method: string, path: string, sent: unknown, answer: { status: number; body: unknown }): void {
  if (!file) return
  const { currentTestName, testPath } = expect.getState()
  if (!currentTestName || !testPath) return
  const [where, search = ''] = path
    .replace(/^https?:\/\/[^/]+/, '')
    .replace(/^.*?\/api\/v1(?=\/|$)/, '')
    .split('?')
  const found = operationOf(method, where || '/')
  // A method that a path does not have is no operation, but its refusal is part of the contract.
  const operation = found ? found.name.replace(/ \/v1\/?/, ' /') : 'none'
  // Below an organization group the collection is the one that follows.
  const collection =
    /\/\{\w+\}\/(memberships|organizations|workspaces|queues|users)/.exec(operation)?.[1] ??
    operation.split(/[ /]/)[2] ??
    ''
  const test = `${testPath.replace(/^.*\/test\//, 'test/')} › ${currentTestName}`
  const seen = [`status ${answer.status}`]
  const body = answer.body as Record<string, unknown> | null
  if (answer.status >= 400) seen.push(`error ${answer.status} ${typeof body?.code === 'string' ? body.code : ''}`)
  else {
    for (const name of new URLSearchParams(search).keys()) seen.push(`query ${name}`)
    seen.push(...keysOf('sent', collection, sent), ...shown(collection, body))
  }
  const line = seen.filter((one) => !known.has(`${test} ${operation} ${one}`))
  for (const one of line) known.add(`${test} ${operation} ${one}`)
  if (line.length) appendFileSync(file, `${JSON.stringify({ test, operation, seen: line } satisfies Evidence)}\n`)
}

function shown(collection: string, body: unknown): string[] {
  if (body === null || typeof body !== 'object' || Buffer.isBuffer(body)) return []
  const rows = (body as { results?: unknown }).results
  const objects = Array.isArray(rows) ? rows.slice(0, 3) : [body]
  return [
    ...objects.flatMap((object) => [...keysOf('field', collection, object), ...stateOf(collection, object)]),
    ...keysOf('answer', collection, body),
  ]
}

const stateOf = (collection: string, object: unknown): string[] => {
  const status = (object as { status?: unknown } | null)?.status
  return typeof status === 'string' ? [`state ${collection} ${status}`] : []
}

/** `field labels.name`, and one level deeper `field hooks.config.url`; items of lists count as their list. */
function keysOf(kind: string, collection: string, object: unknown): string[] {
  if (object === null || typeof object !== 'object' || object instanceof FormData || object instanceof Uint8Array)
    return []
  return Object.entries(object).flatMap(([key, value]) => {
    const inner = Array.isArray(value) ? (value as unknown[])[0] : (value as unknown)
    const deeper =
      inner !== null && typeof inner === 'object'
        ? Object.keys(inner).map((name) => `${kind} ${collection}.${key}.${name}`)
        : []
    return [`${kind} ${collection}.${key}`, ...deeper]
  })
}
