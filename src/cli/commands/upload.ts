import { command } from '../command.ts'
import { READABLE_TYPES } from '@sheaf/extraction/sniff'
import { MAX_UPLOAD_BYTES } from '../../rules/input/uploads.ts'
import { connect, CONNECTION, JSON_OUTPUT } from '../client/options.ts'

/** Formats of exports. */
export const FORMAT = { choices: ['csv', 'json', 'xml', 'xlsx'] } as const

/** Types of files whose values can be read. */
export const TYPES = READABLE_TYPES.map((type) => type.toUpperCase()).join(', ')

export const upload = command({
  usage: 'upload <files..>',
  purpose: 'Upload documents to a queue',
  details: `Prints the progress of each file to standard error: accepted, importing, to_review (or the status that the automation has chosen), or
failed with the reason. With --json, one line per file follows on standard output; its "task" is the URL to follow the import.

Reads ${TYPES} files, and ZIP archives of them; at most ${MAX_UPLOAD_BYTES / 1024 ** 2} MB each.

Exit code 1 if a file has failed. Without --wait, only the upload may fail: "sheaf queue list" counts files that could not be read.`,
  examples: [
    ['sheaf upload *.pdf --queue Invoices', 'upload, and do not wait'],
    ['sheaf upload *.pdf --queue Invoices --wait', 'wait until all are read'],
    ['sheaf upload *.pdf --queue Invoices --format csv --out invoices.csv', 'and export what was read'],
  ],
  positionals: { files: { type: 'string', array: true, demandOption: true, describe: 'Documents, or ZIP archives' } },
  options: {
    queue: { type: 'string', demandOption: true, describe: 'Name or id of the queue' },
    wait: { type: 'boolean', default: false, describe: 'Wait until the documents are read' },
    format: { ...FORMAT, describe: 'Wait, then export the documents of these files' },
    out: { type: 'string', describe: 'File of the export; by default standard output' },
    ...JSON_OUTPUT,
    ...CONNECTION,
  },
  run: async (args) => {
    const { upload: send } = await import('../client/upload.ts')
    return send(await connect(args), args.files, { ...args, waits: args.wait })
  },
})
