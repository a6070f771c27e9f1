/** Outgoing mail through the configured SMTP server. */
import { createTransport } from 'nodemailer'
import type { SmtpConfig } from '../config.ts'

export interface Letter {
  to: string
  subject: string
  text: string
}
/** Hands a letter to the mail server; throws when it does not take it. */
export type SendMail = (letter: Letter) => Promise<void>

/** Longest wait for the server; sending happens outside of requests. */
const PATIENCE_MS = 20_000

/** How to reach the server. It opens a connection per message: there are few, and an idle connection would only go stale. */
export const transportOptions = ({ host, port, tls, user, password }: SmtpConfig) => ({
  host,
  port,
  secure: tls === 'on',
  requireTLS: tls === 'starttls',
  ignoreTLS: tls === 'off',
  ...(user && password ? { auth: { user, pass: password } } : {}),
  connectionTimeout: PATIENCE_MS,
  greetingTimeout: PATIENCE_MS,
  socketTimeout: PATIENCE_MS,
  // Messages contain text of the service only; no file and no URL is ever attached.
  disableFileAccess: true,
  disableUrlAccess: true,
})

export function mailThrough(smtp: SmtpConfig): SendMail {
  const transport = createTransport(transportOptions(smtp))
  return async (letter) => void (await transport.sendMail({ from: smtp.from, ...letter }))
}
