import { command, group } from '../command.ts'
import { connect, CONNECTION, JSON_OUTPUT } from '../client/options.ts'

const send = command({
  usage: 'send <files..>',
  purpose: 'Send files to the inbox of a queue, and wait until they are imported',
  details: `Each .eml file is a message; all other files are attached to one. You have to be an administrator.

Exit code 1 if a message was ignored.`,
  examples: [
    ['sheaf mail send invoice.pdf --queue Invoices', 'as the attachment of a message'],
    ['sheaf mail send stored.eml --queue Invoices --no-wait', 'a stored message'],
  ],
  positionals: { files: { type: 'string', array: true, demandOption: true, describe: 'Messages and attachments' } },
  options: {
    queue: { type: 'string', demandOption: true, describe: 'Name or id of the queue' },
    from: { type: 'string', default: 'you@example.com', describe: 'Sender' },
    subject: { type: 'string', describe: 'By default the name of the first file' },
    text: { type: 'string', default: 'Sent by sheaf mail send.', describe: 'Text of the message' },
    'no-wait': { type: 'boolean', default: false, describe: 'Do not wait for the import' },
    ...JSON_OUTPUT,
    ...CONNECTION,
  },
  run: async (args) => {
    const { sendMail } = await import('../client/send-mail.ts')
    return sendMail(await connect(args), args.files, { ...args, waits: !args['no-wait'] })
  },
})

export const mail = group('mail', 'Try out the import of emails', [send])
