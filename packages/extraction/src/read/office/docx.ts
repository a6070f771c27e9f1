import type { Block } from './blocks.ts'
import { unpackParts } from './parts.ts'
import { damaged, readWordXml } from './word-xml.ts'

/**
 * Returns the paragraphs and tables of a DOCX: headers, body with text boxes, footers. Reads WordprocessingML directly (ECMA-376 part 1),
 * because libraries that convert it to HTML lose headers, footers, text boxes and tab stops.
 */
export async function readDocx(bytes: Buffer): Promise<Block[]> {
  const files = await unpackParts(bytes, /^word\/(document|header|footer)\d*\.xml$/, damaged)
  const main = [...files.keys()].find((name) => /^word\/document\d*\.xml$/.test(name))
  if (!main) throw damaged()
  const pick = (pattern: RegExp): Block[] => {
    const seen = new Set<string>()
    return [...files.keys()]
      .filter((name) => pattern.test(name))
      .sort()
      .map((name) => readWordXml(files.get(name)!))
      .filter((blocks) => {
        // First, odd and even pages usually repeat the same header.
        const key = JSON.stringify(blocks)
        return seen.size < seen.add(key).size
      })
      .flat()
  }
  return [...pick(/^word\/header\d*\.xml$/), ...readWordXml(files.get(main)!), ...pick(/^word\/footer\d*\.xml$/)]
}
