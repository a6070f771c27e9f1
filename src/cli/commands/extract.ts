import { command } from '../command.ts'
import { JSON_OUTPUT } from '../client/options.ts'
import { TYPES } from './upload.ts'

export const extract = command({
  usage: 'extract <files..>',
  purpose: 'Read documents without a service, and print the extracted values',
  details: `Reads ${TYPES} files. Names of fields that are different in the API are in parentheses.

Exit code 1 if a file could not be read; the others are printed all the same.`,
  examples: [
    ['sheaf extract invoice.pdf', 'print a table'],
    ['sheaf extract --json *.pdf', 'print one line of JSON per file, in order'],
    ['sheaf extract bill.pdf --field "Meter number" --field "Reading date:date"', 'with fields of your own'],
    ['sheaf extract --languages deu,eng scan.jpg', 'with the languages of the scan'],
  ],
  positionals: { files: { type: 'string', array: true, demandOption: true, describe: 'Documents' } },
  options: {
    ...JSON_OUTPUT,
    'no-embedded-xml': { type: 'boolean', default: false, describe: 'Do not use e-invoice data attached to a PDF' },
    languages: { type: 'string', describe: 'Languages for OCR, ISO 639-3 codes separated by commas' },
    field: {
      type: 'string',
      array: true,
      describe:
        'Also find a field of your own by its label: LABEL, LABEL:TYPE or LABEL:enum:ONE|OTHER. Types are string, number and date',
    },
    locale: { type: 'string', describe: 'Hint for ambiguous dates and decimal marks, such as en_GB' },
  },
  run: async ({ field: fields = [], files, json, languages, locale, 'no-embedded-xml': noXml }) => {
    const { extractFiles } = await import('../extract-files.ts')
    return extractFiles(files, { json, embeddedXml: !noXml, languages, locale, fields })
  },
})
