import { EntityDecoder } from '@nodable/entities'
import { XMLParser } from 'fast-xml-parser'
import { SyntaxValidator } from 'fast-xml-validator'

/** An XML element without its namespace prefix. */
export interface XmlNode {
  /** The local name: `ID` for `cbc:ID`, whatever the prefix. */
  name: string
  /** By their names as written, prefixes included. */
  attributes: Record<string, string>
  children: XmlNode[]
  /** The characters directly inside the element, CDATA sections included, white space kept. */
  text: string
}

/** The most that is parsed. Invoices of ten thousand lines have about 8 MB and 300,000 elements; none nests deeper than 15. */
const MAX = { characters: 10_000_000, elements: 500_000, depth: 60 }

/** The parser itself is lenient: it accepts end tags that match no start tag. */
const VALIDATOR = new SyntaxValidator({ multipleRoots: false, invalidCharSequence: { tagValue: true, attrLt: true } })

/**
 * Parses XML into a tree of local names. Null when it is not well-formed, declares a document type (so no entity is
 * ever defined, expanded or fetched), or exceeds the limits on size, elements and depth.
 */
export function parseXml(xml: string): XmlNode | null {
  if (xml.length > MAX.characters || /<!DOCTYPE|<!ENTITY/i.test(xml)) return null
  try {
    // The validator takes `<?xml-stylesheet …?>` at the start for a bad declaration.
    VALIDATOR.validate(xml.startsWith('<?xml-') ? `<?xml version="1.0"?>${xml}` : xml)
    const items = createParser().parse(xml) as Item[]
    return toNode('', items).children[0] ?? null
  } catch {
    return null
  }
}

function createParser(): XMLParser {
  let elements = 0
  return new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    ignoreDeclaration: true,
    ignorePiTags: true,
    // Text stays as written: `0123` is an invoice number, and white space separates the words of a name.
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

/** Refuses references to entities that only a document type could define; the decoder would leave them in the text. */
function postCheck(decoded: string, written: string): string {
  if (/&(?!#|(?:amp|lt|gt|quot|apos);)/.test(written)) throw new Error('The XML uses an undefined entity.')
  return decoded
}

/** What `preserveOrder` gives: `{ name: children, ':@': attributes }` for an element and `{ '#text': text }` for text. */
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

/** All nodes at a path of local names like `SellerTradeParty/Name`, from the node's children on. */
export function findAll(node: XmlNode | undefined, path: string): XmlNode[] {
  let nodes = node ? [node] : []
  for (const name of path.split('/'))
    nodes = nodes.flatMap((one) => one.children.filter((child) => child.name === name))
  return nodes
}

/** Text of the first node at one of the paths, trimmed; undefined when there is none or it is empty. */
export function textAt(node: XmlNode | undefined, ...paths: string[]): string | undefined {
  for (const path of paths) {
    const text = findAll(node, path)[0]?.text.trim()
    if (text) return text
  }
  return undefined
}
