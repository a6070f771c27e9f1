import { createRequire } from 'node:module'
import type * as Saxes from 'saxes'

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

/** A fault that changes nothing of an invoice: two hyphens in a comment. */
const HARMLESS = /malformed comment\.$/

const require = createRequire(import.meta.url)

/**
 * Parses XML into a tree of local names. Returns null if it is not well-formed (except for hyphens in comments), declares a document type (so no entity is ever defined,
 * expanded or fetched), or exceeds the limits on size, elements and depth.
 */
export function parseXml(xml: string): XmlNode | null {
  if (xml.length > MAX.characters || /<!DOCTYPE|<!ENTITY/i.test(xml)) return null
  try {
    return readTree(xml)
  } catch {
    return null
  }
}

/** Throws at the first fault, and at the element that exceeds a limit: nothing behind it is read. */
function readTree(xml: string): XmlNode | null {
  // Loaded with the first invoice in XML.
  const { SaxesParser } = require('saxes') as typeof Saxes
  const parser = new SaxesParser()
  const document = newNode('')
  const open = [document]
  let elements = 0
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > MAX.elements) throw new Error('The XML has too many elements.')
    if (open.length > MAX.depth) throw new Error('The XML is nested too deeply.')
    const node = newNode(name.slice(name.indexOf(':') + 1), { ...(attributes as Record<string, string>) })
    open.at(-1)!.children.push(node)
    open.push(node)
  })
  const addText = (text: string): void => void (open.at(-1)!.text += text)
  // Text is kept as written: `0123` is an invoice number, and white space separates the words of a name.
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => open.pop())
  parser.on('error', (error) => {
    if (!HARMLESS.test(error.message)) throw error
  })
  // Programs end a file with a byte order mark, or begin it with two.
  parser.write(xml.trim()).close()
  return document.children[0] ?? null
}

const newNode = (name: string, attributes: Record<string, string> = {}): XmlNode => ({
  name,
  attributes,
  children: [],
  text: '',
})

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
