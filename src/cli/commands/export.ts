import { command } from '../command.ts'
import { connect, CONNECTION } from '../client/options.ts'
import { EXIT } from '../problem.ts'
import { FORMAT } from './upload.ts'

export const exportCommand = command({
  usage: 'export',
  purpose: 'Export the data of a queue',
  examples: [
    ['sheaf export --queue Invoices --format csv > invoices.csv', 'all documents of the queue'],
    ['sheaf export --queue Invoices --format xlsx --status exported,confirmed --out invoices.xlsx', 'some of them'],
    ['sheaf export --queue Invoices --profile DATEV --out postings.csv', 'in the form of an export profile'],
  ],
  options: {
    queue: { type: 'string', demandOption: true, describe: 'Name or id of the queue' },
    format: { ...FORMAT, describe: 'Format of the file; by default csv' },
    profile: { type: 'string', conflicts: 'format', describe: 'Name or id of an export profile of the queue' },
    status: { type: 'string', describe: 'Only documents with these statuses, separated by commas' },
    out: { type: 'string', describe: 'By default standard output' },
    ...CONNECTION,
  },
  run: async ({ queue, format = 'csv', profile, status, out, ...connection }) => {
    const [{ checkExport, exportWithNote }, { queueNamed }] = await Promise.all([
      import('../client/export.ts'),
      import('../client/queues.ts'),
    ])
    await checkExport({ format, out, profile })
    const rest = await connect(connection)
    await exportWithNote(rest, (await queueNamed(rest, queue)).id, { format, profile, status, out })
    return EXIT.ok
  },
})
