import { unzipSync } from 'fflate'
import { ReadError } from '../../types.ts'
import type { Block } from './blocks.ts'
import { damaged, readWordXml } from './word-xml.ts'

/** Limit for unpacking a file inside the archive. */
const MAX_XML_BYTES = 60 * 2 ** 20

/**
 * Returns the paragraphs and tables of a DOCX: headers, body with text boxes, footers. Reads WordprocessingML directly (ECMA-376 part 1),
 * because libraries that convert it to HTML lose headers, footers, text boxes and tab stops.
 */
export function readDocx(bytes: Uint8Array): Block[] {
  const files = unpackXml(bytes)
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

function unpackXml(bytes: Uint8Array): Map<string, string> {
  try {
    const unpacked = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/^word\/(document|header|footer)\d*\.xml$/.test(name)) return false
        if (originalSize > MAX_XML_BYTES)
          throw new ReadError('too_large', 'The unpacked document contains too much text.')
        return true
      },
    })
    return new Map(Object.entries(unpacked).map(([name, data]) => [name, Buffer.from(data).toString('utf8')]))
  } catch (error) {
    if (error instanceof ReadError) throw error
    throw damaged()
  }
}
