import type { Entry } from '../../bench/extraction/corpus.ts'
import { isRight } from '../../bench/extraction/match.ts'
import { PRE_TRAINED_FIELDS } from '../../src/domain/engines/pre-trained-fields.ts'
import type { ModelCalibration } from '../../src/engines/llm/calibration.ts'
import type { LanguageModel } from '../../src/engines/llm/index.ts'
import { fitCurve, type Outcome, HEADER_KEYS } from '@sheaf/extraction/stages'
import { extractDocument } from '@sheaf/extraction'
import { groundClaims } from '@sheaf/extraction/ground'
import type { GroundedValue } from '@sheaf/extraction/claims'
import type { HeaderField, ReadDocument } from '@sheaf/extraction/types'

/** A document with known values, and its words. */
export interface Known {
  entry: Pick<Entry, 'truth' | 'visible' | 'absent'>
  document: ReadDocument
}

/** The answers of a model that were on the page, by field, and how many were not. */
export interface Observed {
  outcomes: Map<HeaderField, Outcome[]>
  dropped: number
  replies: number
}

/** A field with at least this many answers gets a curve of its own. */
const ENOUGH = 200
/** Without a reply to this many documents in a row the model is of no use, or is not there. */
const PATIENCE = 3

/** Asks the model about documents with known values, and compares its answers with them. Throws if it stops replying. */
export async function observeModel(model: Pick<LanguageModel, 'ask'>, known: Iterable<Known>): Promise<Observed> {
  const observed: Observed = { outcomes: new Map(), dropped: 0, replies: 0 }
  let silent = 0
  for (const { entry, document } of known) {
    const reply = await model.ask(document, PRE_TRAINED_FIELDS)
    silent = reply ? 0 : silent + 1
    if (silent === PATIENCE) throw new Error(`The language model did not reply to ${PATIENCE} documents in a row.`)
    if (!reply) continue
    observed.replies++
    const documentType = extractDocument(document, { tables: false }).fields.document_type?.value
    const { values, dropped } = groundClaims(document, reply.claims, documentType ? { documentType } : {})
    observed.dropped += Object.values(dropped).reduce((sum, count) => sum + count, reply.unusable)
    for (const [field, value] of Object.entries(values) as [HeaderField, GroundedValue][]) {
      const right = judge(entry, field, value.value)
      if (right === null) continue
      const outcome = { probability: value.probability, right, weight: 1 }
      observed.outcomes.set(field, [...(observed.outcomes.get(field) ?? []), outcome])
    }
  }
  return observed
}

/** Returns whether a value is right; null if it is not known what the document has there. */
function judge({ truth, visible, absent }: Known['entry'], field: HeaderField, value: string): boolean | null {
  const key = HEADER_KEYS[field]
  const known = visible.includes(key) ? truth[key] : undefined
  if (known === undefined || known === null || Array.isArray(known)) return absent.includes(key) ? false : null
  return isRight(key, value, known as string | number)
}

/** Fits the curves of a model to its answers (docs/extraction.md, "Optional language model"). */
export function fitModel(model: string, { outcomes }: Observed): ModelCalibration {
  const own = [...outcomes].filter(([, list]) => list.length >= ENOUGH).map(([field, list]) => [field, fitCurve(list)])
  return { model, all: fitCurve([...outcomes.values()].flat()), fields: Object.fromEntries(own) }
}
