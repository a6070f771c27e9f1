/** Composes outgoing messages as bytes, so that the stored message is identical to the sent one, and delivers them. */
import { createTransport } from 'nodemailer'
import type { SmtpConfig } from '../config.ts'
import type { Addressee } from '../rules/mail/template.ts'
import { transportOptions } from './smtp.ts'

export interface Message {
  message_id: string
  from: Addressee
  to: Addressee[]
  cc: Addressee[]
  bcc: Addressee[]
  subject: string
  text: string
  html: string
  /** `Message-ID` of the message that it replies to. */
  in_reply_to: string | null
  /** Set if no person sends it: other programs must not answer it (RFC 3834). */
  automatic?: 'auto-replied' | 'auto-generated'
  attachments: { filename: string; contentType: string; content: Buffer }[]
}

const asAddress = ({ email, name }: Addressee) => ({ address: email, name: name ?? '' })

/** Composes a message (RFC 5322), without the bcc recipients. */
export async function composeMessage(message: Message): Promise<Buffer> {
  const { in_reply_to } = message
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message: bytes } = await transport.sendMail({
    messageId: message.message_id,
    from: asAddress(message.from),
    to: message.to.map(asAddress),
    cc: message.cc.map(asAddress),
    subject: message.subject,
    text: message.text,
    html: message.html,
    attachments: message.attachments,
    ...(in_reply_to ? { inReplyTo: in_reply_to, references: [in_reply_to] } : {}),
    ...(message.automatic
      ? { headers: { 'Auto-Submitted': message.automatic, 'X-Auto-Response-Suppress': 'All' } }
      : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return bytes as Buffer
}

/**
 * Sends the bytes to the mail server for all recipients. `returnTo` is the address for notifications that a recipient did not get it; without
 * one it is that of SMTP_FROM. Throws if the server accepts no recipient.
 */
export async function deliver(
  smtp: SmtpConfig,
  raw: Buffer,
  recipients: Addressee[],
  returnTo: string | null = null,
): Promise<void> {
  const sender = /<([^<>]+)>\s*$/.exec(smtp.from)?.[1] ?? smtp.from.trim()
  const envelope = { from: returnTo ?? sender, to: recipients.map(({ email }) => email) }
  await createTransport(transportOptions(smtp)).sendMail({ envelope, raw })
}
