/** The values that the engine considered for a field. */
import type { Deps } from '../../../deps.ts'
import type { ExtractedValue, Extraction } from '@sheaf/extraction/types'
import { BlobNotFound } from '../../../blobs/index.ts'
import { Annotation, type RowOf } from '../../../models/index.ts'
import type { ContentNode, Position } from '../../../rules/content/index.ts'
import { engineNameOf, readExtracted } from '../../../rules/content/sources.ts'
import { schemaLookup } from '../../../rules/content/write-node.ts'
import { contentWithSources } from '../../engines/engines.ts'
import { loadExtraction } from '../../intake/stored-extraction.ts'
import { contentSchema } from './schema-of.ts'

export interface FieldCandidate {
  value: string
  normalized_value: string | null
  /** As printed. */
  text: string
  page: number
  position: Position
  confidence: number
  /** The engine's name of the field. */
  source: string
}

/** Returns the values of a header field that differ, the most probable first. Cells of tables have none. */
export async function candidatesOf(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  { id }: Pick<RowOf<Annotation>, 'id'>,
  node: ContentNode,
): Promise<FieldCandidate[]> {
  if (node.category !== 'datapoint' || !node.content) return []
  const row = await Annotation.query(db).findById(id).withGraphFetched('queue')
  const extraction = await storedExtraction({ blobs }, id)
  if (!row || !extraction) return []
  const { content } = await contentSchema(db, id)
  const schema = await contentWithSources(db, row.queue?.engine_id ?? null, content)
  const field = schemaLookup(schema).field(node.schema_id)
  const options = node.options
  const found = (field.rir_field_names ?? []).flatMap((name): FieldCandidate[] => {
    const source = engineNameOf(name)
    if (!source) return []
    return valuesOf(extraction, source).map((extracted) => ({
      ...readExtracted(options ? { ...field, options } : field, source, extracted),
      text: extracted.text,
      page: extracted.page,
      position: extracted.position,
      confidence: extracted.confidence,
      source,
    }))
  })
  const seen = new Set<string>()
  return found
    .filter(({ value }) => value !== '' && !seen.has(value) && seen.add(value))
    .sort((a, b) => b.confidence - a.confidence)
}

function valuesOf({ fields, alternatives }: Extraction, source: string): ExtractedValue[] {
  const chosen = Object.entries(fields).find(([name]) => name === source)?.[1]
  const others = Object.entries(alternatives ?? {}).find(([name]) => name === source)?.[1] ?? []
  return chosen ? [chosen, ...others] : others
}

async function storedExtraction(deps: Pick<Deps, 'blobs'>, id: number): Promise<Extraction | null> {
  try {
    return await loadExtraction(deps, id)
  } catch (error) {
    if (error instanceof BlobNotFound) return null
    throw error
  }
}
