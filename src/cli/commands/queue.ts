import { command, group } from '../command.ts'
import { connect, CONNECTION, JSON_OUTPUT } from '../client/options.ts'
import { EXIT, say, sayJson } from '../problem.ts'

const create = command({
  usage: 'create <name>',
  purpose: 'Create a queue with the schema of a template',
  examples: [
    ['sheaf queue create Invoices --template "Tax Invoice EU Demo Template"', 'a queue for invoices'],
    [
      'sheaf queue create Rechnungen --template "Tax Invoice EU Demo Template" --locale de_DE',
      'with German dates and numbers',
    ],
  ],
  positionals: { name: { type: 'string', demandOption: true, describe: 'Name of the queue' } },
  options: {
    template: { type: 'string', demandOption: true, describe: '"sheaf queue templates" lists the names' },
    workspace: { type: 'string', describe: 'Name or id; needed if there are several' },
    locale: { type: 'string', describe: 'Of dates and numbers in the documents, such as en_GB; auto detects it' },
    ...JSON_OUTPUT,
    ...CONNECTION,
  },
  run: async (args) => {
    const { createQueue, idsOfNamesakes } = await import('../client/new-queue.ts')
    const rest = await connect(args)
    const created = await createQueue(rest, args)
    const { id, url, name, locale } = created
    if (args.json) sayJson({ id, url, name, locale })
    else say(`Created queue ${id} "${name}": ${url}`)
    const others = await idsOfNamesakes(rest, created)
    if (others.length)
      console.error(`Another queue has this name (${others.join(', ')}): commands need the id of the one you mean.`)
    return EXIT.ok
  },
})

const HEADER = ['ID', 'NAME', 'WORKSPACE', 'LOCALE', 'KEPT FOR', 'TO REVIEW', 'FAILED', 'ALL']

const list = command({
  usage: 'list',
  purpose: 'Print the queues with their numbers of documents',
  details:
    'KEPT FOR is the time after which documents are deleted (document_lifetime). FAILED counts documents that could not be read; ALL counts them too.',
  examples: [['sheaf queue list', 'all queues that you may see']],
  options: { ...JSON_OUTPUT, ...CONNECTION },
  run: async (args) => {
    const { listQueues } = await import('../client/queues.ts')
    const rows = await listQueues(await connect(args))
    if (args.json) sayJson(rows)
    else {
      const { align } = await import('../align.ts')
      const cells = rows.map((row) => Object.values(row).map((value) => String(value ?? '-')))
      for (const line of align([HEADER, ...cells], [5, 6, 7])) say(line)
    }
    return EXIT.ok
  },
})

const templates = command({
  usage: 'templates',
  purpose: 'Print the names of the templates',
  examples: [['sheaf queue templates', 'one name per line']],
  options: { ...JSON_OUTPUT, ...CONNECTION },
  run: async (args) => {
    const { templateNames } = await import('../client/new-queue.ts')
    const names = await templateNames(await connect(args))
    if (args.json) sayJson(names)
    else for (const name of names) say(name)
    return EXIT.ok
  },
})

export const queue = group('queue', 'Create and list queues', [create, list, templates])
