/** Translation of the lines of a page by a server with the interface of LibreTranslate. */
import { createHash } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { unavailable } from '../../errors.ts'
import { OutgoingError } from '../../outgoing/outgoing-http.ts'
import { BlobNotFound } from '../../blobs/index.ts'
import { Document } from '../../models/index.ts'
import { pageKey } from '../intake/stored-extraction.ts'

/** Time for which a translation is stored. */
const KEPT_MS = 60 * 24 * 3600 * 1000
const TIMEOUT_MS = 30_000
const MAX_ANSWER = 8 * 2 ** 20

interface Stored {
  /** When it was made, in milliseconds. */
  at: number
  /** Of the texts that were translated, which change when a page is read again. */
  source: string
  texts: string[]
}

export interface PageToTranslate {
  document: { id: number; s3_name: string }
  number: number
  texts: string[]
  /** `en`, or `en-US`. */
  target: string
}

/**
 * Returns the translated texts, in the same order. Throws 503 if no translation service is configured, or if it fails. Stored for 60 days
 * beside the images of the page, which are deleted with the document.
 */
export async function translatePage(
  deps: Pick<Deps, 'db' | 'blobs' | 'config' | 'ownApi' | 'clock' | 'log'>,
  { document, number, texts, target }: PageToTranslate,
): Promise<string[]> {
  if (!deps.config.translation) throw unavailable('No translation service is configured.', 3600)
  if (texts.length === 0) return []
  const key = `${pageKey(document.s3_name, number)}.${target}.translation`
  const source = createHash('sha256').update(JSON.stringify(texts)).digest('base64url')
  const now = deps.clock().getTime()
  const stored = await storedTranslation(deps, key)
  if (stored?.source === source && now - stored.at < KEPT_MS) return stored.texts
  const translated = await ask(deps, deps.config.translation, texts, target)
  const made: Stored = { at: now, source, texts: translated }
  await deps.blobs.put(key, Buffer.from(JSON.stringify(made)))
  // The document may have been removed since the request began; what belongs to it is deleted only once.
  const left = await Document.query(deps.db).findById(document.id).where('has_content', true).select('id')
  if (!left) await deps.blobs.delete(key)
  return translated
}

async function storedTranslation({ blobs }: Pick<Deps, 'blobs'>, key: string): Promise<Stored | null> {
  try {
    const stored: Stored = JSON.parse((await blobs.get(key)).toString('utf8'))
    return stored
  } catch (error) {
    if (error instanceof BlobNotFound) return null
    throw error
  }
}

type Service = NonNullable<Deps['config']['translation']>
const FAILED = 'The translation service does not respond as expected; try again later.'

async function ask(
  deps: Pick<Deps, 'ownApi' | 'log'>,
  service: Service,
  texts: string[],
  target: string,
): Promise<string[]> {
  const [language = target] = target.split('-')
  // Few languages have regions there: `pt-BR`, but not `en-US`.
  for (const code of new Set([target, language])) {
    const { status, body } = await send(deps, service, texts, code)
    if (status === 400 && code !== language) continue
    const translated = status === 200 ? textsOf(body, texts.length) : null
    if (translated) return translated
    deps.log.warn({ status }, 'the translation service did not translate a page')
    break
  }
  throw unavailable(FAILED, 60)
}

async function send(
  { ownApi, log }: Pick<Deps, 'ownApi' | 'log'>,
  { url, apiKey }: Service,
  q: string[],
  target: string,
) {
  try {
    return await ownApi.request(`${url.replace(/\/$/, '')}/translate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ q, source: 'auto', target, format: 'text', ...(apiKey ? { api_key: apiKey } : {}) }),
      timeout_ms: TIMEOUT_MS,
      limit: MAX_ANSWER,
    })
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    log.warn({ reason: error.reason }, 'the translation service cannot be reached')
    throw unavailable(FAILED, 60)
  }
}

/** Returns the translations in a response; null unless it has one string for each text. */
function textsOf(body: Buffer, count: number): string[] | null {
  let answer: unknown
  try {
    answer = JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
  if (typeof answer !== 'object' || answer === null || !('translatedText' in answer)) return null
  const texts: unknown[] = [answer.translatedText].flat()
  const strings = texts.filter((text) => typeof text === 'string')
  return strings.length === count ? strings : null
}
