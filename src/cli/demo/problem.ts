/** The demo cannot go on. The message is one sentence for the person who runs it. */
export class DemoError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DemoError'
  }
}
