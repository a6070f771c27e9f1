/** A message as the child process that parses it returns it: decoded texts, and the files in it. */
export interface ParsedAddress {
  email: string
  name: string
}

/** What a delivery status notification (RFC 3464) says. */
export interface DeliveryReport {
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded`, in lower case. */
  action: string
  /** Such as `5.1.1`; empty if unknown. */
  status: string
  recipient: string
  /** `Message-ID` of the message that the notification is about; null if unknown. */
  message_id: string | null
}

/** Why a file of a message is not one that can be imported as it is. */
export type PartState =
  /** A file. */
  | 'file'
  /** An archive, a winmail.dat or an attached message, whose files follow. */
  | 'container'
  /** An archive with a password, or an envelope for somebody's key (S/MIME, PGP). */
  | 'encrypted'
  | 'damaged'
  | 'broken_image'
  /** Left out, because the message has too many or too large files. */
  | 'too_large'
  /** Made from the text of the message. */
  | 'body'

export interface EmailPart {
  /** Cleaned for use as a file name; never empty. */
  name: string
  /** As declared by the sender. */
  declared: string
  /** Shown within the text. */
  inline: boolean
  /** Index of the container in which it was found; null for a file of the message itself. */
  parent: number | null
  state: PartState
  /** Size of the picture, or of the first page of a PDF at 300 dpi, in pixels; null if unknown. */
  width: number | null
  height: number | null
  pages: number | null
}

export interface ParsedEmail {
  subject: string
  message_id: string | null
  in_reply_to: string | null
  references: string[]
  from: ParsedAddress | null
  to: ParsedAddress[]
  cc: ParsedAddress[]
  /** The headers that hooks and fields may use, decoded, by name in lower case. */
  headers: Record<string, string>
  /** Why the message was sent by a program, e.g. `auto-submitted: auto-replied`; null if a person seems to have sent it. */
  automatic: string | null
  report: DeliveryReport | null
  /** Contains an attached message, or its subject says that it was forwarded. */
  forwarded: boolean
  text: string
  html: string
  /** What could not be read, in sentences without content. */
  problems: string[]
}

export interface ParsedEmailFile extends EmailPart {
  bytes: Uint8Array
}
