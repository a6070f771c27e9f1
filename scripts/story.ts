// npm run story: two weeks of a small logistics company on two installations, through the API, mail and the command line.
import { parseArgs } from 'node:util'
import { CHAPTERS } from './story/chapters/index.ts'
import { tell } from './story/tell.ts'

const HELP = `npm run story [-- --short] [--help]

Starts two installations, one for tests and one for production, each as \`npm start\` does. A company sets up queues, approvals above
5,000 EUR, a function and a webhook in the first, and works there: it delegates an approval, renames a field, deletes a supplier on
request. Then it moves the set-up to the second. On the way, it makes the mistakes that companies make. Prints each chapter with what
happened. Exits with 1 at the first thing that is not as it must be.

  --short   only the chapters that end in production: ${CHAPTERS.filter(({ isShort }) => isShort)
    .map(({ name }) => name)
    .join(', ')}
  --help    show this text

All chapters: ${CHAPTERS.map(({ name }) => name).join(', ')}`

const { values } = parseArgs({ options: { short: { type: 'boolean' }, help: { type: 'boolean' } } })
if (values.help) console.log(HELP)
else process.exit((await tell(CHAPTERS.filter(({ isShort }) => isShort || !values.short))) ? 0 : 1)
