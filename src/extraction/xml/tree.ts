import { EntityDecoder } from '@nodable/entities'
import { createRequire } from 'node:module'
import type * as Parsing from 'fast-xml-parser'
import type * as Validation from 'fast-xml-validator'

/** An XML element without its namespace prefix. */
export interface XmlNode {
  /** The local name: `ID` for `cbc:ID`, regardless of the prefix. */
  name: string
  /** By their names as written, including prefixes. */
  attributes: Record<string, string>
  children: XmlNode[]
  /** The characters directly inside the element, including CDATA sections and white space. */
  text: string
}

/** Limits of the parser. Invoices of ten thousand lines have about 8 MB and 300,000 elements; none is nested deeper than 15 levels. */
const MAX = { characters: 10_000_000, elements: 500_000, depth: 60 }

const require = createRequire(import.meta.url)

let validator: Validation.SyntaxValidator | undefined

/** The parser itself is lenient: it accepts end tags that match no start tag. */
function validate(xml: string): void {
  // Loaded with the first invoice in XML, as one file: as modules of their own, the two packages are a third of all that a reader loads.
  const { SyntaxValidator } = require('fast-xml-validator') as typeof Validation
  validator ??= new SyntaxValidator({ multipleRoots: false, invalidCharSequence: { tagValue: true, attrLt: true } })
  validator.validate(xml)
}

/**
 * Parses XML into a tree of local names. Returns null if it is not well-formed, declares a document type (so no entity is ever defined,
 * expanded or fetched), or exceeds the limits on size, elements and depth.
 */
export function parseXml(xml: string): XmlNode | null {
  if (xml.length > MAX.characters || /<!DOCTYPE|<!ENTITY/i.test(xml)) return null
  try {
    // The validator misinterprets `<?xml-stylesheet …?>` at the start as a bad declaration.
    validate(xml.startsWith('<?xml-') ? `<?xml version="1.0"?>${xml}` : xml)
    const items = createParser().parse(xml) as Item[]
    return toNode('', items).children[0] ?? null
  } catch {
    return null
  }
}

function createParser(): Parsing.XMLParser {
  const { XMLParser } = require('fast-xml-parser') as typeof Parsing
  let elements = 0
  return new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    ignoreDeclaration: true,
    ignorePiTags: true,
    // Text is kept as written: `0123` is an invoice number, and white space separates the words of a name.
    parseTagValue: false,
    trimValues: false,
    maxNestedTags: MAX.depth,
    jPath: false,
    entityDecoder: new EntityDecoder({ ncr: { nullNCR: 'throw' }, onInputEntity: () => 'throw', postCheck }),
    updateTag: (name) => {
      if (++elements > MAX.elements) throw new Error('The XML has too many elements.')
      return name
    },
  })
}

/** Rejects references to entities that only a document type could define; the decoder would leave them in the text. */
function postCheck(decoded: string, written: string): string {
  if (/&(?!#|(?:amp|lt|gt|quot|apos);)/.test(written)) throw new Error('The XML uses an undefined entity.')
  return decoded
}

/** The output of `preserveOrder`: `{ name: children, ':@': attributes }` for an element and `{ '#text': text }` for text. */
interface Item {
  [name: string]: Item[] | Record<string, string> | string
}

/** Recursive; the parser has limited the depth. */
function toNode(name: string, items: Item[], attributes: Record<string, string> = {}): XmlNode {
  const node: XmlNode = {
    name: name.slice(name.indexOf(':') + 1),
    attributes: { ...attributes },
    children: [],
    text: '',
  }
  for (const { ':@': itsAttributes, ...item } of items) {
    const [key, content] = Object.entries(item)[0]!
    if (typeof content === 'string') node.text += content
    else node.children.push(toNode(key, content as Item[], itsAttributes as Record<string, string> | undefined))
  }
  return node
}

/** Returns all nodes at a path of local names such as `SellerTradeParty/Name`, starting at the node's children. */
export function findAll(node: XmlNode | undefined, path: string): XmlNode[] {
  let nodes = node ? [node] : []
  for (const name of path.split('/'))
    nodes = nodes.flatMap((one) => one.children.filter((child) => child.name === name))
  return nodes
}

/** Returns the trimmed text of the first node at one of the paths; undefined if there is none or it is empty. */
export function textAt(node: XmlNode | undefined, ...paths: string[]): string | undefined {
  for (const path of paths) {
    const text = findAll(node, path)[0]?.text.trim()
    if (text) return text
  }
  return undefined
}
