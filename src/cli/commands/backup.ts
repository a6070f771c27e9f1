import { command } from '../command.ts'
import { JSON_OUTPUT } from '../client/options.ts'
import { EXIT, sayJson } from '../problem.ts'
import { KEY_FILES } from './setup.ts'

const note = (sentence: string) => console.error(sentence)

export const backup = command({
  usage: 'backup [file]',
  purpose: 'Write the database, the files of documents and the keys to one file',
  details: `Only you can read the file. It gives access to all documents and secrets: keep it as safe as the keys. The service may run.
Uses the database of DATABASE_URL and the blob store, or the stack of "sheaf up" in SHEAF_HOME, running or not.`,
  examples: [
    ['sheaf backup', 'write sheaf-backup-<time>.zip'],
    ['sheaf backup /backups/monday.zip --without-blobs', 'for a store of files with backups of its own'],
  ],
  positionals: { file: { type: 'string', describe: 'By default sheaf-backup-<time>.zip' } },
  options: {
    'without-blobs': { type: 'boolean', default: false, describe: 'Leave the files of documents out' },
    'without-keys': {
      type: 'boolean',
      default: false,
      describe: 'Leave SECRET_KEY and SECRETS_KEY out; without them, no secret in the backup can be decrypted',
    },
    ...JSON_OUTPUT,
  },
  run: async (args) => {
    const { backUp } = await import('../server/backup.ts')
    const wanted = { withBlobs: !args['without-blobs'], withKeys: !args['without-keys'], note }
    const done = await backUp({ file: args.file, ...wanted })
    if (args.json) sayJson(done)
    else
      console.log(
        `${done.file}: the database${done.files === null ? '' : ` and ${done.files} files`}${done.keys ? ', with keys' : ''}`,
      )
    return EXIT.ok
  },
})

export const restore = command({
  usage: 'restore <file>',
  purpose: 'Fill an empty installation from a backup',
  details: `Restores the keys, the files of documents and the database, which it migrates to this release. Start the service afterwards; it starts
the workflows that are missing in Temporal.

Restores into the empty database of DATABASE_URL, the empty blob store and the configured keys, which must be those of the backup; without
DATABASE_URL, into an empty SHEAF_HOME, with the keys of the backup.`,
  examples: [
    ['sheaf restore sheaf-backup-20260301T080000Z.zip', 'into an empty SHEAF_HOME'],
    ['sheaf restore monday.zip --secret-key key --secrets-key other-key', 'write the keys of the backup to files'],
  ],
  positionals: { file: { type: 'string', demandOption: true, describe: 'The backup' } },
  options: {
    'without-blobs': {
      type: 'boolean',
      default: false,
      describe: 'Do not restore the files of documents, for a store that has kept them',
    },
    ...KEY_FILES,
    ...JSON_OUTPUT,
  },
  run: async ({ file, json, 'without-blobs': withoutBlobs, ...keys }) => {
    const { restore: fill } = await import('../server/restore.ts')
    const done = await fill({ file, withBlobs: !withoutBlobs, ...keys, note })
    if (json) sayJson(done)
    else
      console.log(
        `Restored the database of ${done.created_at}${done.files === null ? '' : ` and ${done.files} files`}.`,
      )
    return EXIT.ok
  },
})
