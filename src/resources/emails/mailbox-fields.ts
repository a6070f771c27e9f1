/** Fields of an inbox about the outside mailbox that it reads by IMAP. */
import { Type, type Static } from 'typebox'
import { MAILBOX_PASSWORD } from '../../domain/mail/mailboxes.ts'
import { seal } from '../../domain/requests/secrets.ts'
import type { Inbox, RowOf } from '../../models/index.ts'
import { isSameAccount, isSameFolder, type Mailbox } from '../../rules/mail/mailbox.ts'
import { orNull, type FieldBuilders } from '../framework/fields.ts'

const host = Type.String({ pattern: '^[A-Za-z0-9:]([A-Za-z0-9.:-]*[A-Za-z0-9])?$', maxLength: 253 })
const MailboxSettings = Type.Object(
  {
    host: Type.String({ ...host, description: 'Name of the IMAP server, which must have a public address.' }),
    port: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 65_535, description: 'Default 993, or 143 without `tls: on`.' }),
    ),
    tls: Type.Optional(
      Type.Union([Type.Literal('on'), Type.Literal('starttls'), Type.Literal('off')], {
        description: '`on` by default; `off` only for allowed private networks.',
      }),
    ),
    username: Type.String({
      description: 'Name with which the service logs in.',
      minLength: 1,
      maxLength: 255,
      pattern: '^[^\\u0000-\\u001f]+$',
    }),
    folder: Type.Optional(
      Type.String({
        description: 'The only folder that is read, `INBOX` by default.',
        minLength: 1,
        maxLength: 255,
        pattern: '^[^\\u0000-\\u001f]+$',
      }),
    ),
    include_existing: Type.Optional(
      Type.Boolean({ description: 'Also receive what is in the folder when it is read for the first time.' }),
    ),
  },
  { additionalProperties: false },
)

const Status = Type.Object({
  polled_at: {
    ...orNull(Type.String({ format: 'date-time' })),
    description: 'Time of the last visit; null before the first.',
  },
  error: { ...orNull(Type.String()), description: 'Why the last visit failed; null if it did not.' },
  skipped: Type.Integer({ description: 'Messages of more than 50 MB, which are not received.' }),
})

const complete = ({ tls = 'on', port, ...given }: Static<typeof MailboxSettings>): Mailbox => ({
  folder: 'INBOX',
  include_existing: false,
  ...given,
  tls,
  port: port ?? (tls === 'on' ? 993 : 143),
})

export const mailboxFields = (f: FieldBuilders<Inbox>) => ({
  mailbox: f.custom(
    'Mailbox on another server whose new messages the inbox receives (IMAP), about once a minute; null for none. It is only read.',
    {
      output: orNull(MailboxSettings),
      nullable: true,
      example: { host: 'imap.example.com', username: 'invoices@example.com' },
    },
    {
      show: ({ mailbox }) => mailbox,
      accept: (value) => ({ mailbox: value === null ? null : complete(value as Static<typeof MailboxSettings>) }),
    },
  ),
  mailbox_password: f.custom(
    'Password of the mailbox; never returned. Removed when the server or the user name changes.',
    { output: Type.String(), input: orNull(Type.String({ minLength: 1, maxLength: 1000 })), example: 'secret' },
    {
      writeOnly: true,
      accept: (value, { config }) => ({
        sealed_mailbox_password: value === null ? null : seal(config, MAILBOX_PASSWORD, value),
      }),
    },
  ),
  mailbox_status: f.computed(
    'When the mailbox was read last and why this failed; null without a mailbox.',
    orNull(Status),
    ({ mailbox, mailbox_state: { polled_at = null, error = null, skipped = 0 } }) =>
      mailbox && { polled_at, error, skipped },
  ),
})

/** Returns what else changes with the mailbox: the password belongs to one account, and the place in it to one folder. */
export function mailboxColumns(
  given: Partial<RowOf<Inbox>>,
  before: RowOf<Inbox>,
): Partial<Pick<RowOf<Inbox>, 'sealed_mailbox_password' | 'mailbox_state'>> {
  if (given.mailbox === undefined) {
    // A new password is tried at once.
    return given.sealed_mailbox_password ? { mailbox_state: { ...before.mailbox_state, failures: 0 } } : {}
  }
  const keepsAccount = isSameAccount(given.mailbox, before.mailbox)
  return {
    ...(keepsAccount || given.sealed_mailbox_password !== undefined ? {} : { sealed_mailbox_password: null }),
    mailbox_state: isSameFolder(given.mailbox, before.mailbox) ? { ...before.mailbox_state, failures: 0 } : {},
  }
}
