import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHome } from '../../src/provision/home.ts'
import { ProvisionError } from '../../src/provision/problem.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sheaf-home-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('makeHome', () => {
  it('creates the folder and those above it, and leaves an existing one as it is', () => {
    const home = join(folder, 'a/b')
    makeHome(home)
    writeFileSync(join(home, 'kept'), '')
    makeHome(home)
    expect(existsSync(join(home, 'kept'))).toBe(true)
  })

  it.for(['file', 'file/below'])('reports a file in the place of a folder: %s', (path) => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => makeHome(join(folder, path))).toThrow(ProvisionError)
    expect(() => makeHome(join(folder, path))).toThrow(/^SHEAF_HOME, .*, cannot be created \(E\w+: /)
  })

  // `mkdirSync` with `recursive` never returns there.
  it('reports a file system without folders of users', { timeout: 10_000 }, () => {
    expect(() => makeHome('/proc/sheaf/home')).toThrow(/^SHEAF_HOME, \/proc\/sheaf\/home, cannot be created/)
  })
})
