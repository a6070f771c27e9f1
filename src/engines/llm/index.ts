/**
 * The optional engine that asks a language model. It adds to another extractor: without a usable reply the result is that extractor's. The
 * model decides nothing but where on the page a value is; see docs/extraction.md.
 */
import { isPrintedField, type Dropped } from '@sheaf/extraction/claims'
import { ReadError } from '@sheaf/extraction/types'
import { modelAnswers } from '../../metrics/index.ts'
import type { EngineField } from '../../rules/schema/index.ts'
import type { DocumentSandbox } from '../../sandbox/types.ts'
import type { EngineDocument, Extractor, Found } from '../port.ts'
import type { LanguageModel } from './client.ts'
import { mergeAnswers } from './merge.ts'
import type { DescribedField } from './prompt.ts'

export { openLanguageModel, type LanguageModel } from './client.ts'

interface Needs {
  model: LanguageModel
  documents: Pick<DocumentSandbox, 'ground'>
  /** The descriptions of all fields. */
  catalogue: readonly DescribedField[]
}

/** Returns an extractor that completes the values of `inner` with answers of the model that are on the page. */
export const withLanguageModel = (inner: Extractor, needs: Needs): Extractor => ({
  extract: async (document, fields, memory) =>
    complete(needs, await inner.extract(document, fields, memory), document, fields),
  // The reply takes seconds, which only the long activity has.
  extractFast: () => Promise.resolve(null),
})

async function complete(
  { model, documents, catalogue }: Needs,
  found: Found,
  { options, signal }: EngineDocument,
  fields: readonly EngineField[] | null,
): Promise<Found> {
  const reply = await model.ask(found.document, wanted(catalogue, fields), signal)
  if (!reply || Object.keys(reply.claims).length === 0) return found
  const documentType = found.extraction.fields.document_type?.value
  try {
    const { values, dropped } = await documents.ground(found.document, reply.claims, {
      ...(options.locale ? { locale: options.locale } : {}),
      ...(documentType ? { documentType } : {}),
    })
    for (const [result, count] of Object.entries(dropped) as [Dropped, number][]) modelAnswers.inc({ result }, count)
    const { extraction, results } = mergeAnswers(found.extraction, values, model.calibration)
    for (const result of results) modelAnswers.inc({ result })
    return { ...found, extraction }
  } catch (error) {
    // The process that compares the answers with the page was killed by a limit, or is a reader of an earlier release.
    if (error instanceof ReadError) return found
    throw error
  }
}

/** The fields that an engine has, or all. Other fields of an engine are not read by the extraction. */
function wanted(catalogue: readonly DescribedField[], fields: readonly EngineField[] | null): DescribedField[] {
  const names = fields && new Set(fields.flatMap(({ name, pre_trained_field_id }) => [name, pre_trained_field_id]))
  return catalogue.filter(({ name }) => isPrintedField(name) && (!names || names.has(name)))
}
