/** The files in a winmail.dat (MS-OXTNEF), which Outlook sends in place of attachments. */
import { ReadError } from '@sheaf/extraction/types'

const SIGNATURE = 0x223e9f78
const ATTACHMENT_STARTS = 0x9002
const TITLE = 0x8010
const DATA = 0x800f
const PROPERTIES = 0x9005
/** PidTagAttachLongFilename, as Unicode text. */
const LONG_NAME = Buffer.from([0x1f, 0x00, 0x07, 0x37])

export interface TnefFile {
  name: string
  bytes: Buffer
}

const damaged = (): ReadError => new ReadError('damaged', 'The winmail.dat is damaged and cannot be read.')

/** Returns the files. Throws `damaged` for a stream that ends early or has another signature. */
export function readTnef(bytes: Buffer): TnefFile[] {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== SIGNATURE) throw damaged()
  const files: TnefFile[] = []
  // Each attribute: level, id, length, data, checksum.
  for (let at = 6; at + 9 <= bytes.length;) {
    const id = bytes.readUInt16LE(at + 1)
    const length = bytes.readUInt32LE(at + 5)
    const data = bytes.subarray(at + 9, at + 9 + length)
    if (data.length < length) throw damaged()
    at += 9 + length + 2
    if (id === ATTACHMENT_STARTS) files.push({ name: '', bytes: Buffer.alloc(0) })
    const file = files.at(-1)
    if (!file) continue
    if (id === TITLE) file.name ||= data.toString('latin1').replace(/\0.*$/s, '')
    if (id === DATA) file.bytes = data
    if (id === PROPERTIES) file.name = longName(data) ?? file.name
  }
  return files.filter((file) => file.bytes.length > 0)
}

/** Finds the long name among the properties: its tag, the number of values, the length in bytes, and the text. */
function longName(properties: Buffer): string | null {
  const at = properties.indexOf(LONG_NAME)
  if (at < 0 || at + 12 > properties.length) return null
  const length = properties.readUInt32LE(at + 8)
  const text = properties.subarray(at + 12, at + 12 + Math.min(length, 1000)).toString('utf16le')
  return text.replace(/\0.*$/s, '') || null
}
