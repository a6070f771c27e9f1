import { XMLBuilder } from 'fast-xml-parser'
import type { Readable } from 'node:stream'
import { streamText } from './chunks.ts'
import { resolveTreeFields, type TreeFields } from './columns.ts'
import { onlyPage, treeFieldsOf } from './tree.ts'
import type { ContentNode, ExportAnnotation, ExportOptions, Pagination, Schemas } from './types.ts'
import { xmlAttribute, xmlText } from './xml-text.ts'

// Names of XML 1.0 §2.3 without the colon, which would be an undeclared namespace prefix.
const nameStart = String.raw`A-Z_a-z\xC0-\xD6\xD8-\xF6\xF8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C-\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}`
const nameMore = String.raw`\u0300-\u036F.0-9\xB7\u203F-\u2040-`
const xmlName = new RegExp(`^[${nameStart}][${nameMore}${nameStart}]*$`, 'u')

/** An element in the builder's form: its name as the key of its children, its attributes under `:@`; or a text. */
type XmlNode = { [name: string]: XmlNode[] | Record<string, string> } | { '#text': string }

// `preserveOrder` keeps the order of fields and tables in the document. `xml-text.ts` escapes texts and attributes, because the builder
// keeps characters that XML does not allow, and carriage returns that a parser would change.
const rules = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
  processEntities: false,
  attributeValueProcessor: (_name: string, text: unknown) => xmlAttribute(String(text)),
  // Metadata may be nested to any depth.
  maxNestedTags: 0,
}
const onOneLine = new XMLBuilder(rules)
const indented = new XMLBuilder({ ...rules, format: true, indentBy: '  ' })

const element = (name: string, children: XmlNode[], attributes: Record<string, string> = {}): XmlNode => ({
  [name]: children,
  ':@': attributes,
})

const leaf = (name: string, text: string | null, attributes?: Record<string, string>): XmlNode =>
  element(name, text ? [{ '#text': xmlText(text) }] : [], attributes)

/** Converts metadata to nested elements. A list repeats its element; a key that is not an XML name is omitted. */
function describeMetadata(name: string, value: unknown): XmlNode[] {
  if (Array.isArray(value) && value.length) return value.flatMap((item) => describeMetadata(name, item))
  if (value === null || typeof value !== 'object') return [leaf(name, value === null ? '' : String(value))]
  const children = Object.entries(value).filter(([key]) => xmlName.test(key))
  return [
    element(
      name,
      children.flatMap(([key, item]) => describeMetadata(key, item)),
    ),
  ]
}

function describeNodes(nodes: readonly ContentNode[], tree: TreeFields): XmlNode[] {
  return nodes.flatMap((node): XmlNode[] => {
    const { category, schema_id } = node
    if (category !== 'datapoint') {
      if (!tree.groups.has(schema_id)) return []
      return [element(category, describeNodes(node.children ?? [], tree), { schema_id })]
    }
    const field = tree.fields.get(schema_id)
    if (!field) return []
    const confidence = node.content?.rir_confidence ?? null
    const attributes: Record<string, string> =
      confidence === null
        ? { schema_id, type: field.type }
        : { schema_id, type: field.type, rir_confidence: String(confidence) }
    const text = node.content?.value
    // Not by `element`: an object whose keys are written out is built twice as fast, and most elements are datapoints.
    return [{ datapoint: text ? [{ '#text': xmlText(text) }] : [], ':@': attributes }]
  })
}

function describeAnnotation(annotation: ExportAnnotation, tree: TreeFields): XmlNode {
  const { document, modifier, schema } = annotation
  const modifiedBy = modifier
    ? element('modifier', [leaf('username', modifier.username)], { url: modifier.url })
    : element('modifier', [])
  return element(
    'annotation',
    [
      leaf('status', annotation.status),
      leaf('arrived_at', annotation.arrived_at),
      leaf('exported_at', annotation.exported_at),
      element('document', [leaf('file_name', document.file_name), leaf('file', document.file)], { url: document.url }),
      // Text without line breaks.
      { '#text': onOneLine.build([modifiedBy]) },
      element('schema', [], { url: schema.url }),
      ...describeMetadata('metadata', annotation.metadata),
      element('content', describeNodes(annotation.content, tree)),
    ],
    { url: annotation.url },
  )
}

// The builder indents relative to its root. An annotation is therefore built inside the elements that surround it in the document, which
// are then removed.
const before = '\n<export>\n  <results>'
const after = '\n  </results>\n</export>'
const writeAnnotation = (annotation: ExportAnnotation, tree: TreeFields): string =>
  indented
    .build([element('export', [element('results', [describeAnnotation(annotation, tree)])])])
    .slice(before.length, -after.length)

const writePagination = ({ next, previous, total, total_pages }: Pagination): string =>
  onOneLine.build([
    element('pagination', [
      leaf('next', next),
      leaf('previous', previous),
      leaf('total', String(total)),
      leaf('total_pages', String(total_pages)),
    ]),
  ])

/** Exports annotations as one XML document. Throws immediately if a column is unknown. */
export function exportXml(
  annotations: AsyncIterable<ExportAnnotation>,
  schemas: Schemas,
  options: ExportOptions,
): Readable {
  const trees = resolveTreeFields(schemas, options)

  async function* writeDocument() {
    yield `<?xml version="1.0" encoding="utf-8"?>${before}`
    let count = 0
    for await (const annotation of annotations) {
      count++
      yield writeAnnotation(annotation, treeFieldsOf(trees, annotation))
    }
    yield `\n  </results>\n  ${writePagination(options.pagination ?? onlyPage(count))}\n</export>\n`
  }
  return streamText(writeDocument())
}
