/** The demo cannot continue. The message is one sentence for the user. */
export class DemoError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DemoError'
  }
}
