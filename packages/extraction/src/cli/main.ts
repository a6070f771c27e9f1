#!/usr/bin/env node
/** `sheaf-extract FILE...`: prints the values of documents, without a service. */
import { parseArgs } from 'node:util'
import { extractDocument, readDocument } from '../index.ts'
import { extractFiles } from './extract-files.ts'
import { parseField } from '../own/field.ts'
import { printable } from './printable.ts'

const HELP = `sheaf-extract FILE...

Reads documents and prints their values. Files are read one after the other, in this process: for files of strangers, use a container, or
the command "sheaf extract", which reads each in a process without access to anything else.

  --json              one line of JSON per file, instead of a table
  --no-embedded-xml   do not use e-invoice data attached to a PDF
  --languages CODES   languages for OCR, ISO 639-3 codes separated by commas
  --field FIELD       also find a field of your own by its label: LABEL[:TYPE[:OPTIONS]], such as "Meter number", "Reading date:date" or
                      "Utility:enum:Gas|Water"; types are string, number, date and enum; may be repeated
  --locale LOCALE     hint for ambiguous dates and decimal marks, such as en_GB
  --models FOLDER     OCR models, as "sheaf setup-ocr" stores them; $SHEAF_MODELS by default, tesseract without
  --help              this text

Exit code 1 if a file could not be read; the others are printed all the same. Exit code 2 if the arguments are wrong.`

function argumentsOf(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      'no-embedded-xml': { type: 'boolean', default: false },
      languages: { type: 'string' },
      field: { type: 'string', multiple: true },
      locale: { type: 'string' },
      models: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (positionals.length === 0 && !values.help) throw new Error('Name the files to read.')
  return { ...values, files: positionals }
}

async function main(args: string[]): Promise<number> {
  const {
    field: fields = [],
    files,
    help,
    json,
    languages,
    locale,
    models,
    'no-embedded-xml': noXml,
  } = argumentsOf(args)
  if (help) {
    console.log(HELP)
    return 0
  }
  const modelsDir = models ?? process.env['SHEAF_MODELS']
  const failed = await extractFiles(
    files,
    { json, embeddedXml: !noXml, languages, locale, ownFields: fields.map(parseField) },
    {
      parallel: 1,
      extract: async (bytes, options) =>
        extractDocument(await readDocument(bytes, { ...options, ...(modelsDir ? { modelsDir } : {}) }), options),
    },
  )
  const { closeOcr } = await import('../read/warm-ocr.ts')
  await closeOcr()
  return failed ? 1 : 0
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(
    printable(
      `${error instanceof Error ? error.message : String(error)}\nsheaf-extract --help explains the arguments.`,
    ),
  )
  process.exitCode = 2
}
