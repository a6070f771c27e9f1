import { SaxesParser } from 'saxes'
import { isEncrypted } from '../../sniff.ts'
import { ReadError } from '../../types.ts'
import type { Block, OfficeContent } from './blocks.ts'
import { OdfWalk } from './odf-walk.ts'
import { Styles } from './odf-styles.ts'
import { unpackParts } from './parts.ts'
import { INCOMPLETE, notesOf } from './sheets.ts'

const damaged = (): ReadError => new ReadError('damaged', 'The OpenDocument file is damaged and cannot be read.')

/**
 * Returns the content of an OpenDocument text or spreadsheet: header, body, footer, and the visible sheets as tables, each on a new page. Text that is
 * hidden, deleted or a comment is left out.
 */
export async function readOpenDocument(bytes: Buffer): Promise<OfficeContent> {
  const files = await unpackParts(bytes, /^(content\.xml|styles\.xml|META-INF\/manifest\.xml)$/, damaged)
  const content = files.get('content.xml')
  if (/<(\w+:)?encryption-data/.test(files.get('META-INF/manifest.xml') ?? '')) throw isEncrypted('OpenDocument file')
  if (content === undefined) throw damaged()
  const styles = new Styles()
  const [headers, footers] = readXml(files.get('styles.xml') ?? '', styles).margins
  const body = readXml(content, styles)
  if (!body.hasBody) throw damaged()
  return {
    blocks: [...distinct(headers), ...body.blocks, ...distinct(footers)],
    notes: [...notesOf(body.hidden), ...(body.isIncomplete ? [INCOMPLETE] : [])],
    hidden: body.hiddenBlocks,
  }
}

function readXml(xml: string, styles: Styles): OdfWalk {
  const walk = new OdfWalk(styles)
  if (xml === '') return walk
  const parser = new SaxesParser()
  parser.on('opentag', (tag) => walk.open(tag.name, tag.attributes as Record<string, string>))
  parser.on('text', (text) => walk.text(text))
  parser.on('closetag', (tag) => walk.close(tag.name))
  // An entity of the document is an error too: none is expanded.
  parser.on('error', () => {
    throw damaged()
  })
  parser.write(xml).close()
  return walk
}

/** First, left and right pages usually repeat the same header. */
function distinct(parts: readonly Block[][]): Block[] {
  const seen = new Set<string>()
  return parts.filter((blocks) => seen.size < seen.add(JSON.stringify(blocks)).size).flat()
}
