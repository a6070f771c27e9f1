/** Values that people select on a page, or whose position they change. */
import type { Deps } from '../../../deps.ts'
import { invalid, notFound } from '../../../errors.ts'
import type { Schema, RowOf } from '../../../models/index.ts'
import {
  findNode,
  patchNode,
  patchTree,
  writeFound,
  type ContentTree,
  type Found,
} from '../../../rules/content/index.ts'
import { copyJson } from '../../../rules/content/tree.ts'
import { isObject } from '../../../rules/schema/checks.ts'
import { schemaLookup, type Places } from '../../../rules/content/write-node.ts'
import type { SchemaContent } from '../../../rules/schema/index.ts'
import { assertWriter, readAround, readContent, type ChangeOptions, type Content, type Writer } from './contents.ts'
import { changeContent } from './change.ts'
import { interpret } from './interpret.ts'
import { readPlaces, type Place } from '../pages/texts.ts'
import { schemaOf } from './schema-of.ts'

type Reader = Pick<Deps, 'db' | 'blobs' | 'documents' | 'signals'>

/**
 * Replaces the value of a datapoint by the text inside a rectangle of a page of the annotation. Throws 404 if there is no such datapoint.
 * Returns the new content around it.
 */
export async function selectText(
  deps: Reader,
  who: Writer,
  { annotation_id, node_id, place }: { annotation_id: number; node_id: number; place: Place },
  options: ChangeOptions,
): Promise<Content> {
  await assertWriter(deps, who, annotation_id)
  const found = await read(deps, annotation_id, place)
  return changeContent(
    deps,
    who,
    annotation_id,
    (before, schema) => {
      const tree = copyJson(before)
      const node = findNode(tree, node_id)
      if (!node) throw notFound('Datapoint')
      if (node.category !== 'datapoint' || !node.content)
        throw invalid({ non_field_errors: ['Only a field with a value can be selected.'] })
      writeFound(node, schemaLookup(schema).field(node.schema_id), found, interpret)
      return tree
    },
    { ...options, node_id },
  )
}

async function read(deps: Reader, annotation_id: number, place: Place): Promise<Found> {
  const [found] = await readPlaces(deps, annotation_id, [place])
  if (!found) throw notFound('Page')
  return found
}

/** A PATCH of the tree, or of one of its nodes. */
export type Patch = { content: unknown } | { node_id: number; input: unknown }

/**
 * Applies a PATCH. A position without a value takes the text at that position, which is read before the content is locked. Throws 400 with
 * the errors of the input, and 404 if there is no such node. Returns the new content; after
 * a PATCH of one node, that around it.
 */
export async function patchContent(
  deps: Reader,
  who: Writer,
  annotation_id: number,
  patch: Patch,
  options: ChangeOptions,
): Promise<Content> {
  await assertWriter(deps, who, annotation_id)
  const input = 'input' in patch ? patch.input : patch.content
  const texts = movesValues(input) ? await textsFor(deps, annotation_id, patch) : new Map<string, Found>()
  const places: Places = { read: (page, position) => texts.get(keyOf(page, position)), interpret }
  const of = 'node_id' in patch ? { node_id: patch.node_id } : {}
  const change = (before: ContentTree, schema: SchemaContent) => apply(before, schema, patch, places)
  return changeContent(deps, who, annotation_id, change, { ...options, ...of })
}

function apply(before: ContentTree, schema: SchemaContent, patch: Patch, places: Places): ContentTree {
  if ('content' in patch) {
    const patched = patchTree(before, schema, patch.content, places)
    if ('errors' in patched) throw invalid({ ...patched.errors })
    return patched.changed.length ? patched.tree : before
  }
  const patched = patchNode(before, schema, patch.node_id, patch.input, places)
  if ('missing' in patched) throw notFound('Datapoint')
  if ('errors' in patched) throw invalid({ ...patched.errors })
  return patched.tree
}

/** Returns true if some node has a position and no value. Most requests have none, and need no text. */
function movesValues(input: unknown): boolean {
  if (Array.isArray(input)) return input.some(movesValues)
  if (!isObject(input)) return false
  if (movesValues(input.children ?? [])) return true
  const { content } = input
  return isObject(content) && content.position != null && content.value === undefined
}

/** Patches the present tree without storing it, to learn which places are needed, and reads them. */
async function textsFor(deps: Reader, annotation_id: number, patch: Patch): Promise<Map<string, Found>> {
  const row = await deps.db
    .from('annotations')
    .join('schemas', 'schemas.id', 'annotations.schema_id')
    .where('annotations.id', annotation_id)
    .first<Pick<RowOf<Schema>, 'content'> | undefined>(
      schemaOf(deps.db, 'content', { annotation: 'annotations', schema: 'schemas' }),
    )
  if (!row) throw notFound('Annotation')
  const wanted: Place[] = []
  const { tree } =
    'node_id' in patch
      ? await readAround(deps.db, annotation_id, patch.node_id)
      : await readContent(deps.db, annotation_id)
  apply(tree, row.content, patch, {
    read: (page, position) => {
      wanted.push({ page, position })
      return undefined
    },
    interpret,
  })
  const found = await readPlaces(deps, annotation_id, wanted)
  return new Map(
    wanted.flatMap(({ page, position }, index) => {
      const text = found[index]
      // The position stays as it was sent.
      return text ? [[keyOf(page, position), { ...text, position }] as const] : []
    }),
  )
}

const keyOf = (page: number, position: readonly number[]): string => [page, ...position].join('/')
