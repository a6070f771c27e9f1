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

  readonly #internalErrors: { request: string; id: string }[] = []

  /** `id` is the X-Request-Id of the response. */
  count(request: string, status: string, id = ''): void {
    if (status === '500') this.#internalErrors.push({ request, id })
    const statuses = this.#answers.get(request) ?? new Map<string, number>()
    this.#answers.set(request, statuses.set(status, (statuses.get(status) ?? 0) + 1))
  }

  /** Returns the number of responses by request and status; `none` for connections that ended without a response. */
  answers(): { request: string; statuses: [string, number][] }[] {
    return [...this.#answers].map(([request, statuses]) => ({ request, statuses: [...statuses].toSorted() }))
  }

  /** An unavailable part of the service is answered with 503; 500 is an error that no code expects. `log` is the log of the api process. */
  internalErrors(log: string): string[] {
    const lines = log.split('\n')
    return this.#internalErrors.map(({ request, id }) => {
      const reason = lines.find((line) => line.includes(`"request_id":"${id}"`) && line.includes('"err"'))
      return `${request} was answered with 500: ${reason ?? `the log does not contain request ${id}`}`
    })
  }

  get accepted(): SentUpload[] {
    return this.uploads.filter(({ tasks }) => tasks.size > 0)
  }
}
