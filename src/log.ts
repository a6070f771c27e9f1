import { pino } from 'pino'
import type { Logger } from 'pino'

export type Log = Logger

/** Opens a log of JSON lines on standard error (standard output is for the output of commands); secrets are redacted by name. */
export function openLog(level: string, name = 'sheaf'): Log {
  return pino(
    {
      name,
      level,
      redact: { paths: REDACTED, censor: '[hidden]' },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ fd: 2, sync: true }),
  )
}

const SECRETS = [
  'password',
  'user_password',
  'token',
  'key',
  'secret',
  'authorization',
  'create_key',
  'one_time_token',
  'old_password',
  'new_password1',
  'new_password2',
]
const REDACTED = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
