import { command } from '../command.ts'

export const demo = command({
  usage: 'demo',
  purpose: 'Import example documents and export their data',
  details: `Uses the running service of SHEAF_HOME, or starts one and stops it at the end. A second run uploads no document again.`,
  examples: [
    ['sheaf demo', 'read the examples and write the files to out'],
    ['sheaf demo --keep', 'leave the service running, to look at it'],
  ],
  options: {
    home: { type: 'string', describe: 'Folder of all data, like SHEAF_HOME (.sheaf)' },
    out: { type: 'string', default: 'out', describe: 'Folder of the exported files' },
    keep: { type: 'boolean', default: false, describe: 'Leave the service running until Ctrl-C' },
  },
  exits: true,
  run: async (options) => (await import('../demo/index.ts')).demo(options),
})
