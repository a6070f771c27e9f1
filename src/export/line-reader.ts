/** Reads single lines from batches of lines and shows the next one before it is taken; `undefined` at the end. */
export class LineReader<Line> {
  next: Line | undefined
  readonly #batches: AsyncIterator<Line[]>
  #batch: Line[] = []
  #index = 0

  constructor(batches: AsyncIterable<Line[]>) {
    this.#batches = batches[Symbol.asyncIterator]()
  }

  /** Goes to the next line. */
  async advance(): Promise<void> {
    while (this.#index === this.#batch.length) {
      const step = await this.#batches.next()
      if (step.done) {
        this.next = undefined
        return
      }
      this.#batch = step.value
      this.#index = 0
    }
    this.next = this.#batch[this.#index++]
  }

  /** Tells the source that nothing more is wanted. */
  async close(): Promise<void> {
    await this.#batches.return?.()
  }
}
