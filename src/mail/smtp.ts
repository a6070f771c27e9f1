/** Sends mail through the configured SMTP server. */
import { createTransport } from 'nodemailer'
import type { SmtpConfig } from '../config.ts'

export interface Letter {
  to: string
  subject: string
  text: string
}
/** Sends a letter to the mail server, with this `Message-ID` (with angle brackets). Throws if the server rejects it. */
export type SendMail = (letter: Letter, messageId: string) => Promise<void>

/** Maximum time to wait for the server; mail is sent outside of requests. */
const PATIENCE_MS = 20_000

/** Options for the connection to the server: one connection per message, because messages are rare and idle connections go stale. */
export const transportOptions = ({ host, port, tls, user, password }: SmtpConfig, patienceMs = PATIENCE_MS) => ({
  host,
  port,
  secure: tls === 'on',
  requireTLS: tls === 'starttls',
  ignoreTLS: tls === 'off',
  ...(user && password ? { auth: { user, pass: password } } : {}),
  connectionTimeout: patienceMs,
  greetingTimeout: patienceMs,
  socketTimeout: patienceMs,
  // Messages contain text of the service only; files and URLs are never attached.
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** The time to wait is for tests. */
export function mailThrough(smtp: SmtpConfig, patienceMs?: number): SendMail {
  const transport = createTransport(transportOptions(smtp, patienceMs))
  return async (letter, messageId) => void (await transport.sendMail({ from: smtp.from, messageId, ...letter }))
}
