/** What a command reports to its caller by its exit code. */
export const EXIT = {
  ok: 0,
  /** `diff`: there are differences. `pull` and `push`: something was left as it is, because it would have been overwritten. */
  different: 1,
  /** Wrong usage, no connection, or an error of the service. */
  failed: 2,
} as const

/** An error that is shown as one sentence, without a stack. */
export class Problem extends Error {}

/** Makes control characters visible: names and code from a server must not control the terminal. */
export const printable = (text: string): string =>
  text.replace(/(?![\t\n])\p{Cc}/gu, (found) => {
    const code = found.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${code}`
  })
