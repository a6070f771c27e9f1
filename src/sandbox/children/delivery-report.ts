/** Reads delivery status notifications (RFC 3464): which message was not delivered, and why. */
import type { DeliveryReport } from '../email-types.ts'

const MAX_BYTES = 64 * 1024

/** `Name: value` lines, with folded lines joined; the first of each name. */
function fieldsOf(bytes: Buffer): Map<string, string> {
  const lines = bytes
    .subarray(0, MAX_BYTES)
    .toString('utf8')
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
  const fields = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = /^([\w-]{1,100}):\s*(.*)$/.exec(line) ?? []
    if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value!.trim())
  }
  return fields
}

/** Returns the first failed recipient of `message/delivery-status`; null if the part is of another kind. */
export function readDeliveryStatus(bytes: Buffer): Omit<DeliveryReport, 'message_id'> | null {
  const blocks = bytes
    .subarray(0, MAX_BYTES)
    .toString('utf8')
    .split(/\r?\n[ \t]*\r?\n/)
    .map((block) => fieldsOf(Buffer.from(block)))
    .filter((fields) => fields.has('action'))
  const found = blocks.find((fields) => fields.get('action')!.toLowerCase() === 'failed') ?? blocks[0]
  if (!found) return null
  const recipient = found.get('original-recipient') ?? found.get('final-recipient') ?? ''
  return {
    action: found.get('action')!.toLowerCase().slice(0, 40),
    status: /\d\.\d{1,3}\.\d{1,3}/.exec(found.get('status') ?? '')?.[0] ?? '',
    recipient: recipient
      .replace(/^[^;]*;/, '')
      .trim()
      .slice(0, 320),
  }
}

/** Returns the `Message-ID` in the headers of the returned message. */
export const returnedMessageId = (bytes: Buffer): string | null =>
  /<[^<>\s]{1,990}>/.exec(fieldsOf(bytes).get('message-id') ?? '')?.[0] ?? null
