/** The payload of a call: built once and frozen, so that every attempt sends the same bytes. */
import type { Deps } from '../../../deps.ts'
import { Token, User, type Hook, type HookRun, type Json, type RowOf } from '../../../models/index.ts'
import { createToken, digest, OF_HOOK } from '../../people/credentials.ts'
import { seal, unseal } from '../../requests/secrets.ts'
import { secretsOf } from '../config.ts'
import { administersGroup } from '../hooks.ts'
import { storedAnswers } from './answers.ts'
import { hooksBefore } from './plan.ts'

/** What a payload contains besides the objects of the event. */
export interface Particulars {
  at: Date
  token: string | null
  secrets: Record<string, string>
  /** Nodes that the user and the preceding hooks changed. */
  updated_datapoints: number[]
}

/**
 * Builds the payload of a call from the objects of the API. Returns null if the object of the event no longer exists. Implemented by the
 * resources, which the domain does not know.
 */
export type Present = (run: RowOf<HookRun>, hook: RowOf<Hook>, particulars: Particulars) => Promise<Json | null>

/** The place for which payloads are sealed: they contain secrets and a token. */
export const PAYLOAD = 'hook_runs.sealed_payload'
const DEFAULT_LIFETIME_S = 600

/** Payloads beyond this size are not sent; far more than a document with the most rows needs. */
export const MAX_PAYLOAD = 20_000_000

export interface Frozen {
  body: string
  sealed: Buffer
  token_id: number | null
}

/** Builds and seals the payload of a call. Returns null if the object of the event no longer exists. */
export async function freeze(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  present: Present,
  run: RowOf<HookRun>,
  hook: RowOf<Hook>,
): Promise<Frozen | null> {
  const token = await tokenOf(db, hook)
  const before = run.cause ? await storedAnswers(db, run.cause, await hooksBefore(db, hook.id)) : []
  const updated = [...(run.facts.updated_datapoints ?? []), ...before.flatMap((answer) => answer.updated)]
  const payload = await present(run, hook, {
    at: clock(),
    token: token?.key ?? null,
    secrets: secretsOf(hook, config),
    updated_datapoints: [...new Set(updated)],
  })
  if (!payload) {
    if (token) await Token.query(db).deleteById(token.id)
    return null
  }
  const body = JSON.stringify(payload)
  return { body, sealed: seal(config, PAYLOAD, body), token_id: token?.id ?? null }
}

export const thaw = ({ config }: Pick<Deps, 'config'>, sealed: Buffer): string =>
  unseal<string>(config, PAYLOAD, sealed)

/**
 * Creates the access token of a call. A hook gets none if its owner is inactive, has left the organization, or has become an administrator of
 * the organization group.
 */
export async function tokenOf(
  db: Deps['db'],
  { token_owner_id, organization_id, token_lifetime_s }: RowOf<Hook>,
): Promise<{ key: string; id: number } | null> {
  if (token_owner_id === null) return null
  const owner = await User.query(db)
    .findOne({ id: token_owner_id, organization_id, is_active: true })
    .whereNull('deleted_at')
  if (!owner || (await administersGroup(db, owner.id))) return null
  const key = await createToken(db, owner.id, { lifetime_s: token_lifetime_s ?? DEFAULT_LIFETIME_S, origin: OF_HOOK })
  const { id } = await Token.query(db)
    .findOne({ hash: digest(key) })
    .throwIfNotFound()
    .select('id')
  return { key, id }
}
