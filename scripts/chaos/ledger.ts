/** What the clients sent and what the service promised them. */
export interface SentUpload {
  /** Names of the documents that have to be imported. */
  documents: string[]
  /** Ids of the tasks of all 202 responses to this upload, including repeated requests with the same Idempotency-Key. */
  tasks: Set<number>
  /** Whether reading its documents has to fail. */
  isBroken: boolean
}

export class Ledger {
  readonly uploads: SentUpload[] = []
  /** Annotations whose confirmation was answered with 204, once per answer. */
  readonly confirmed: number[] = []
  readonly #answers = new Map<string, Map<string, number>>()

  count(request: string, status: string): void {
    const statuses = this.#answers.get(request) ?? new Map<string, number>()
    this.#answers.set(request, statuses.set(status, (statuses.get(status) ?? 0) + 1))
  }

  /** Returns the number of responses by request and status; `none` for connections that ended without a response. */
  answers(): { request: string; statuses: [string, number][] }[] {
    return [...this.#answers].map(([request, statuses]) => ({ request, statuses: [...statuses].toSorted() }))
  }

  /** An unavailable part of the service is answered with 503; 500 is an error that no code expects. */
  internalErrors(): string[] {
    return [...this.#answers].flatMap(([request, statuses]) =>
      statuses.has('500') ? [`${request} was answered with 500, ${statuses.get('500')} times.`] : [],
    )
  }

  get accepted(): SentUpload[] {
    return this.uploads.filter(({ tasks }) => tasks.size > 0)
  }
}
