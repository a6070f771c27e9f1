/** What is stored with the call of a hook. */
import type { AnswerFile, HookMessage } from './answers.ts'

/** What a payload says about the event itself. */
export interface Facts {
  status?: string
  previous_status?: string
  /** The user who reviews the annotation; their review must not have ended when operations are applied. */
  reviewer_id?: number | null
  /** Nodes that the user changed, before hooks change further ones. */
  updated_datapoints?: number[]
  /** Keys that the caller of `invoke` adds to the payload. */
  added?: Record<string, unknown>
}

/** The answer of a hook, as far as it concerns more than the call itself. */
export interface StoredAnswer {
  status_code: number | null
  /** Why the call failed; null if it did not. */
  reason: string | null
  messages: HookMessage[]
  automation_blockers: { id: string; content: string }[]
  /** Nodes that the operations changed: replaced datapoints, added rows with their cells, and tables with added or removed rows. */
  updated: number[]
  /** What an `upload.created` or `email.received` hook says about the files; null for all other events, and if it says nothing. */
  files: AnswerFile[] | null
  /** What an `email.received` hook adds; absent for all other events. */
  additional_files?: AnswerFile[]
  extracted_original_sender?: { email: string; name: string } | null
}
