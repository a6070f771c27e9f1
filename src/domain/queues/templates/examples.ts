/** Example documents of the templates: files of `examples/documents` in the repository. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../../examples/documents')
const GERMAN_AND_FRENCH = ['muehlbach-rechnung.pdf', 'valmont-facture.pdf']
const ENGLISH = ['alder-finch-invoice.pdf', 'kestrel-invoice.docx']

/** By the words in the name of a template, the first match counts; templates of other kinds have no examples. */
const EXAMPLES: [RegExp, readonly string[]][] = [
  [/^Delivery Notes? /, ['tidewater-delivery-note.tiff']],
  [/\bEU\b/, GERMAN_AND_FRENCH],
  [/\b(US|UK)\b/, ENGLISH],
]

/** Returns the example documents of a template. */
export function templateExamples(template_name: string): { name: string; bytes: Buffer }[] {
  const names = EXAMPLES.find(([pattern]) => pattern.test(template_name))?.[1] ?? []
  return names
    .map((name) => ({ name, path: join(FOLDER, name) }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({ name, bytes: readFileSync(path) }))
}
