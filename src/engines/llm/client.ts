/** Asks the language model of the operator: one request for each document, and none for a minute after failures in a row. */
import type { Config } from '../../config.ts'
import type { ReadDocument } from '@sheaf/extraction/types'
import type { Log } from '../../log.ts'
import { modelAnswers, modelRequests, modelSeconds } from '../../metrics/index.ts'
import { OutgoingError, type Outgoing } from '../../outgoing/outgoing-http.ts'
import { readCalibration, type ModelCalibration } from './calibration.ts'
import { makePrompt, type DescribedField, type Prompt } from './prompt.ts'
import { readReply, type Reply } from './reply.ts'

/** Replies about forty fields have less than 10 kB. */
const MAX_REPLY = 256 * 1024
/** After this many failures in a row no document waits for the model during the pause. */
const FAILURES = 3
const PAUSE_MS = 60_000

export type ModelSettings = NonNullable<Config['llm']>

export interface LanguageModel {
  readonly calibration: ModelCalibration
  /** Returns what the model states about a document; null if it was not asked or did not reply as expected, which is logged. */
  ask(document: ReadDocument, fields: readonly DescribedField[], signal?: AbortSignal): Promise<Reply | null>
}

interface Needs {
  settings: ModelSettings
  outgoing: Pick<Outgoing, 'request'>
  log: Pick<Log, 'warn'>
  /** Milliseconds of a clock that only increases. */
  now?: () => number
}

/** Returns the client of the model. Without a calibration that was measured with this model, the shipped one applies, which is cautious. */
export function openLanguageModel({ settings, outgoing, log, now = () => performance.now() }: Needs): LanguageModel {
  let failures = 0
  let pausedUntil = -Infinity

  /** Notes a request without a usable reply: a line of the log, which names no value of the document. */
  const fail = (result: string, details: object = {}): null => {
    modelRequests.inc({ result })
    failures++
    const isPause = failures % FAILURES === 0
    if (isPause) pausedUntil = now() + PAUSE_MS
    const next = isPause ? '; it is not asked for a minute' : ''
    log.warn({ reason: result, ...details }, `the language model did not reply as expected${next}`)
    return null
  }

  return {
    calibration: calibrationFor(settings, log),
    async ask(document, fields, signal) {
      const prompt = makePrompt(document, fields)
      if (!prompt) return null
      if (now() < pausedUntil) {
        modelRequests.inc({ result: 'paused' })
        return null
      }
      const end = modelSeconds.startTimer()
      try {
        const { status, body } = await send(outgoing, settings, prompt, signal)
        if (status !== 200) return fail('status', { status })
        const reply = readReply(body, prompt.fields)
        if (!reply) return fail('nonsense')
        failures = 0
        modelRequests.inc({ result: 'ok' })
        modelAnswers.inc({ result: 'unusable' }, reply.unusable)
        return reply
      } catch (error) {
        signal?.throwIfAborted()
        if (!(error instanceof OutgoingError)) throw error
        return fail(error.reason, codeOf(error))
      } finally {
        end()
      }
    },
  }
}

const send = (
  outgoing: Needs['outgoing'],
  { url, model, apiKey, timeoutS }: ModelSettings,
  { system, user }: Prompt,
  signal: AbortSignal | undefined,
) =>
  outgoing.request(`${url}/chat/completions`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(apiKey ? { Authorization: `Bearer ${apiKey}` } : {}),
    },
    body: JSON.stringify({
      model,
      temperature: 0,
      response_format: { type: 'json_object' },
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
    }),
    timeout_ms: timeoutS * 1000,
    limit: MAX_REPLY,
    ...(signal ? { signal } : {}),
  })

/** The code of the connection's error, such as ECONNREFUSED, shows operators what to change. */
const codeOf = ({ cause }: OutgoingError): object =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {}

function calibrationFor({ model, calibrationFile }: ModelSettings, log: Needs['log']): ModelCalibration {
  const measured = calibrationFile ? readCalibration(calibrationFile) : null
  if (measured?.model === model) return measured
  if (measured)
    log.warn(
      `LLM_CALIBRATION was measured with ${measured.model ?? 'no model'}, not with ${model}; the shipped calibration applies`,
    )
  return readCalibration()
}
