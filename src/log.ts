import { pino } from 'pino'
import type { Logger } from 'pino'

export type Log = Logger

/** JSON lines on standard error (standard output belongs to what a command prints); secrets are cut out by name. */
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
