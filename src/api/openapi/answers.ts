/**
 * Examples of successful answers, recorded from a run of the tests (`RECORD_ANSWERS=1`, see test/support/answers.ts), so that they show
 * what the service really sends.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { Json } from './responses.ts'

/** By operation (`get /v1/queues`), status and media type. URLs are those of the example service. */
export type Answers = Record<string, Record<string, Record<string, unknown>>>

export const ANSWERS_FILE = new URL('answers.json', import.meta.url)
const recorded = existsSync(ANSWERS_FILE) ? (JSON.parse(readFileSync(ANSWERS_FILE, 'utf8')) as Answers) : {}

interface Response {
  content?: Record<string, Json>
}

/** Returns the operation with the recorded answers as examples; `relocate` replaces the URL of the example service. */
export function withAnswers(name: string, operation: Json, relocate: (value: unknown) => unknown): Json {
  const answers = recorded[name]
  if (!answers) return operation
  const responses = Object.entries(operation.responses as Record<string, Response>).map(([status, response]) => {
    const content = Object.entries(response.content ?? {}).map(([type, media]) => {
      const example = answers[status]?.[type]
      return [type, example === undefined ? media : { ...media, example: relocate(example) }] as const
    })
    return [status, content.length ? { ...response, content: Object.fromEntries(content) } : response] as const
  })
  return { ...operation, responses: Object.fromEntries(responses) }
}
