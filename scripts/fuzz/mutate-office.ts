/** Changes DOCX, XLSX and OpenDocument files in the XML of their parts, and in the headers of the archive. */
import { unzipSync, zipSync } from 'fflate'
import type { Random } from '../../test/mail/mutate.ts'
import { below, changeBytes, NUMBERS, pick, type Change } from './mutate-bytes.ts'

const ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
const INSERTED = ['&b;', '&#0;', '&#xD800;', '<![CDATA[', ']]>', '<!--', '<a:b>', '\u202e', '</', '\ud83d']

type XmlChange = (xml: string, random: Random) => string

const XML_CHANGES: readonly XmlChange[] = [
  // The value of an attribute, or the number in an element.
  (xml, random) => {
    const found = [...xml.matchAll(/(?<==")[^"]*(?=")|(?<=>)-?\d+(?=<)/g)]
    if (found.length === 0) return xml
    const { index, 0: old } = pick(found, random)
    const value =
      random() < 0.6
        ? String(pick(NUMBERS, random))
        : pick(['ZZZZZZ9999999', 'A1:XFD1048576', '', '-0', '1e999', 'NaN'], random)
    return xml.slice(0, index) + value + xml.slice(index + old.length)
  },
  // A tag is missing, or occurs up to 2,000 times.
  (xml, random) => {
    const tags = [...xml.matchAll(/<[^>]{1,200}>/g)]
    if (tags.length === 0) return xml
    const { index, 0: tag } = pick(tags, random)
    const times = random() < 0.4 ? 0 : 2 + below(random() < 0.2 ? 2000 : 3, random)
    return xml.slice(0, index) + tag.repeat(times) + xml.slice(index + tag.length)
  },
  // A run of elements occurs many times.
  (xml, random) => {
    const start = xml.indexOf('<', below(xml.length, random))
    const end = xml.indexOf('>', start + below(400, random)) + 1
    if (start < 0 || end <= start) return xml
    return xml.slice(0, end) + xml.slice(start, end).repeat(1 + below(200, random)) + xml.slice(end)
  },
  (xml, random) => {
    const at = below(xml.length, random)
    return xml.slice(0, at) + pick(INSERTED, random) + xml.slice(at)
  },
  (xml) => xml.replace(/^(<\?xml[^>]*>)?/, (head) => head + ENTITIES),
]

const changePart: Change = (file, random, other) => {
  let files: Record<string, Uint8Array>
  try {
    files = unzipSync(file)
  } catch {
    return file
  }
  const name = pick(Object.keys(files), random)
  const part = Buffer.from(files[name]!)
  if (random() < 0.15) {
    delete files[name]
  } else if (random() < 0.8) {
    let xml = part.toString('utf8')
    for (let n = below(3, random); n >= 0 && xml.length < 2 ** 22; n--) xml = pick(XML_CHANGES, random)(xml, random)
    files[name] = Buffer.from(xml)
  } else {
    files[name] = changeBytes(part, random, other)
  }
  // The time of the change would be part of the archive.
  return Buffer.from(zipSync(files, { mtime: '2020-01-01' }))
}

/** A field of a header: flags, method, sizes, lengths of names, or the place of the data. */
const changeHeader: Change = (file, random) => {
  const signature = Buffer.from(random() < 0.5 ? 'PK\x01\x02' : 'PK\x03\x04', 'latin1')
  const places: number[] = []
  for (let at = file.indexOf(signature); at >= 0; at = file.indexOf(signature, at + 4)) places.push(at)
  if (places.length === 0) return file
  const at = pick(places, random) + 6 + 2 * below(18, random)
  if (at + 4 <= file.length) file.writeUInt32LE(pick(NUMBERS, random) >>> 0, at)
  return file
}

export const OFFICE_CHANGES: readonly Change[] = [changePart, changePart, changePart, changeHeader]
