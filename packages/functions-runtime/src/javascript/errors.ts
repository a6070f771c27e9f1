/** The function's name in stack traces; the code starts in line 1. */
const FRAME = /^\s*at (.*?)\(?(?:file:\/\/)?function\.js:(\d+):(\d+)\)?$/

const text = (value: unknown): string => {
  try {
    return String(value)
  } catch {
    return 'a value without a text'
  }
}

/** Returns what the author sees of an exception. It runs code of the author (getters), like the author's own `catch` would. */
export function describe(error: unknown): string {
  let exception: string | null = null
  let message = text(error)
  let stack = ''
  try {
    if (error instanceof Error) {
      exception = text(error.constructor?.name || error.name)
      message = text(error.message)
      stack = text(error.stack)
    }
  } catch {
    message = 'an exception that cannot be described'
  }
  const frames = stack.split('\n').flatMap((line) => {
    const [, name = '', row, column] = FRAME.exec(line) ?? []
    return row ? [`    at ${name.trim() ? `${name.trim()} ` : ''}(line ${row}, column ${column})`] : []
  })
  const line = /line (\d+)/.exec(frames[0] ?? '')?.[1]
  const sentence = exception ? `${exception}: ${message}` : `The function threw ${message}.`
  return JSON.stringify({
    exception,
    message: sentence,
    line: line ? Number(line) : null,
    traceback: frames.length ? `${sentence}\n${frames.join('\n')}` : null,
  })
}
