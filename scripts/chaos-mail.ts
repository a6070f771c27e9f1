// npm run chaos:mail: kills processes and freezes mail servers while mails arrive, then checks that none is lost and none is imported twice.
import { parseArgs } from 'node:util'
import { runMailChaos } from './chaos/mail/run.ts'
import { positive, randomSeed } from './options.ts'

const HELP = `npm run chaos:mail [-- --mails N] [--kills N] [--seed N] [--help]

Starts PostgreSQL, Temporal, the API with its SMTP server and a worker as separate processes in a temporary folder, a mail server
for the answers, and a mailbox. Clients send mails with one, two or no documents, some of them twice, and repeat each until it is
answered with 250; every seventh is put into the mailbox instead. Meanwhile the API and the worker are killed, the mail server stops
responding for 40 s, and then the mailbox until a visit of it has failed. Then waits until all imports have ended and checks that
every confirmed mail is one email, with its documents, one annotation for each, and one answer if it had no documents. Exits with 1
if something does not hold; then it keeps the folder.

  --mails N   different mails (300)
  --kills N   how often the API and the worker are each killed (8)
  --seed N    of the random generator for pauses (random)
  --help      show this text`

const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '300' },
    kills: { type: 'string', default: '8' },
    seed: { type: 'string', default: randomSeed() },
    help: { type: 'boolean' },
  },
})
if (values.help) console.log(HELP)
else {
  const ok = await runMailChaos({
    mails: positive('mails', values.mails),
    kills: positive('kills', values.kills),
    seed: positive('seed', values.seed),
    freeze: true,
  })
  process.exit(ok ? 0 : 1)
}
