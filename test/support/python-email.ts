/** Reads messages with the parser of Python's standard library, which shares no code with the libraries of the service. */
import { dirname } from 'node:path'
import { createRequire } from 'node:module'
import { loadPyodide } from 'pyodide'

export interface ReadByPython {
  /** Decoded, by name in lower case. */
  headers: Record<string, string>
  /** Violations of the standards that the parser found in the message, a part or a header. */
  defects: string[]
  /** Content types of the parts with their texts, decoded. */
  parts: { type: string; name: string | null; text: string | null }[]
  /** Date in ISO 8601. */
  date: string | null
  /** The longest line of the message, in bytes. */
  longest: number
}

const PROGRAM = `
import base64, email, email.policy, json
def read(raw):
    raw = base64.b64decode(raw)
    message = email.message_from_bytes(raw, policy=email.policy.default)
    parts = [part for part in message.walk() if not part.is_multipart()]
    defects = [*message.defects, *(d for part in message.walk() for d in part.defects)]
    defects += [d for part in message.walk() for value in part.values() for d in value.defects]
    texts = [part.get_content() if part.get_content_maintype() == 'text' else None for part in parts]
    return json.dumps({
        'headers': {name.lower(): str(value) for name, value in message.items()},
        'defects': [type(d).__name__ for d in defects],
        'parts': [{'type': p.get_content_type(), 'name': p.get_filename(), 'text': t} for p, t in zip(parts, texts)],
        'date': message['date'].datetime.isoformat() if message['date'] else None,
        'longest': max(len(line) for line in raw.split(b'\\r\\n')),
    })
read
`

/** Starts an interpreter (WebAssembly), and returns the function that reads messages. */
export async function pythonParser(): Promise<(raw: Uint8Array) => ReadByPython> {
  const indexURL = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'))
  const python = await loadPyodide({ indexURL, packages: [] })
  const read = python.runPython(PROGRAM) as (base64: string) => string
  return (raw) => JSON.parse(read(Buffer.from(raw).toString('base64'))) as ReadByPython
}
