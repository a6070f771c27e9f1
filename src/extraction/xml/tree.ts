import { SaxesParser } from 'saxes'

/** An XML element without its namespace prefix. */
export interface XmlNode {
  name: string
  attributes: Record<string, string>
  children: XmlNode[]
  text: string
}

/** Parses XML into a tree of local names; null when it is not well-formed. Entities beyond XML's own five are refused. */
export function parseXml(xml: string): XmlNode | null {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) return null
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' }
  const stack = [root]
  const parser = new SaxesParser()
  let failed = false
  const local = (name: string): string => name.slice(name.indexOf(':') + 1)
  parser.on('opentag', (tag) => {
    const node: XmlNode = {
      name: local(tag.name),
      attributes: { ...(tag.attributes as Record<string, string>) },
      children: [],
      text: '',
    }
    stack.at(-1)!.children.push(node)
    if (stack.length < 60) stack.push(node)
    else failed = true
  })
  parser.on('text', (text) => (stack.at(-1)!.text += text))
  parser.on('cdata', (text) => (stack.at(-1)!.text += text))
  parser.on('closetag', () => stack.pop())
  parser.on('error', () => (failed = true))
  try {
    parser.write(xml).close()
  } catch {
    return null
  }
  return failed ? null : (root.children[0] ?? null)
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
