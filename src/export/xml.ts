import type { Readable } from 'node:stream'
import { streamText } from './chunks.ts'
import { resolveTreeFields, type TreeFields } from './columns.ts'
import { onlyPage, treeFieldsOf } from './tree.ts'
import type { ContentNode, ExportAnnotation, ExportOptions, Pagination, Schemas } from './types.ts'
import { xmlAttribute, xmlText } from './xml-text.ts'

// Names of XML 1.0 §2.3 without the colon, which would be a namespace prefix that nothing declares.
const nameStart = String.raw`A-Z_a-z\xC0-\xD6\xD8-\xF6\xF8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}`
const nameMore = String.raw`.0-9\xB7\u0300-\u036F\u203F\u2040-`
// eslint-disable-next-line no-misleading-character-class -- joiners and combining marks are ranges of their own in the list
const xmlName = new RegExp(`^[${nameStart}][${nameStart}${nameMore}]*$`, 'u')

const withText = (tag: string, text: string | null, indent: string, attributes = '') =>
  text ? `${indent}<${tag}${attributes}>${xmlText(text)}</${tag}>\n` : `${indent}<${tag}${attributes}/>\n`

const withChildren = (tag: string, children: string, indent: string, attributes = '') =>
  children ? `${indent}<${tag}${attributes}>\n${children}${indent}</${tag}>\n` : `${indent}<${tag}${attributes}/>\n`

const attribute = (name: string, value: string) => ` ${name}="${xmlAttribute(value)}"`

/** Metadata as nested elements: a list repeats its element, a key that is no XML name is left out. */
function writeMetadata(tag: string, value: unknown, indent: string): string {
  if (Array.isArray(value) && value.length) return value.map((item) => writeMetadata(tag, item, indent)).join('')
  if (value === null || typeof value !== 'object') return withText(tag, value === null ? '' : String(value), indent)
  const children = Object.entries(value).filter(([key]) => xmlName.test(key))
  return withChildren(tag, children.map(([key, item]) => writeMetadata(key, item, `${indent}  `)).join(''), indent)
}

function writeNodes(nodes: readonly ContentNode[], tree: TreeFields, indent: string): string {
  let text = ''
  for (const node of nodes) {
    const id = attribute('schema_id', node.schema_id)
    if (node.category !== 'datapoint') {
      if (!tree.groups.has(node.schema_id)) continue
      text += withChildren(node.category, writeNodes(node.children ?? [], tree, `${indent}  `), indent, id)
      continue
    }
    const field = tree.fields.get(node.schema_id)
    if (!field) continue
    const confidence = node.content?.rir_confidence ?? null
    const more = confidence === null ? '' : attribute('rir_confidence', String(confidence))
    text += withText('datapoint', node.content?.value ?? '', indent, id + attribute('type', field.type) + more)
  }
  return text
}

function writeAnnotation(annotation: ExportAnnotation, tree: TreeFields): string {
  const { document, modifier, schema } = annotation
  const by = '      '
  const username = modifier && `<username>${xmlText(modifier.username)}</username>`
  const parts =
    withText('status', annotation.status, by) +
    withText('arrived_at', annotation.arrived_at, by) +
    withText('exported_at', annotation.exported_at, by) +
    withChildren(
      'document',
      withText('file_name', document.file_name, `${by}  `) + withText('file', document.file, `${by}  `),
      by,
      attribute('url', document.url),
    ) +
    (modifier ? `${by}<modifier${attribute('url', modifier.url)}>${username}</modifier>\n` : `${by}<modifier/>\n`) +
    withText('schema', null, by, attribute('url', schema.url)) +
    writeMetadata('metadata', annotation.metadata, by) +
    withChildren('content', writeNodes(annotation.content, tree, `${by}  `), by)
  return withChildren('annotation', parts, '    ', attribute('url', annotation.url))
}

function writePagination({ next, previous, total, total_pages }: Pagination): string {
  const inline = (tag: string, text: string | null) => withText(tag, text, '').trimEnd()
  const parts = [['next', next] as const, ['previous', previous] as const].map(([tag, text]) => inline(tag, text))
  return `  <pagination>${parts.join('')}<total>${total}</total><total_pages>${total_pages}</total_pages></pagination>\n`
}

/** Annotations as one XML document. Throws at once when a column is unknown. */
export function exportXml(
  annotations: AsyncIterable<ExportAnnotation>,
  schemas: Schemas,
  options: ExportOptions,
): Readable {
  const trees = resolveTreeFields(schemas, options)

  async function* writeDocument() {
    yield '<?xml version="1.0" encoding="utf-8"?>\n<export>\n  <results>\n'
    let count = 0
    for await (const annotation of annotations) {
      count++
      yield writeAnnotation(annotation, treeFieldsOf(trees, annotation))
    }
    yield `  </results>\n${writePagination(options.pagination ?? onlyPage(count))}</export>\n`
  }
  return streamText(writeDocument())
}
