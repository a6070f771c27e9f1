import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { checkSpace } from '../../src/cli/server/doctor.ts'
import { placesOf, spaceOf } from '../../src/cli/server/space.ts'
import { readConfig } from '../../src/config.ts'

const HOME = '/var/lib/sheaf'
const EXTERNAL = {
  SHEAF_HOME: HOME,
  DATABASE_URL: 'postgres://sheaf:secret@db.example.com/sheaf',
  TEMPORAL_ADDRESS: 'temporal.example.com:7233',
  SECRET_KEY: 'a secret of more than thirty-two characters',
  SECRETS_KEY: 'another secret of more than thirty-two characters',
}
const BUCKET = { S3_BUCKET: 'sheaf' }
const paths = (env: Record<string, string>, own: Parameters<typeof placesOf>[1], mode: 'embedded' | 'external') =>
  placesOf(readConfig(env, { mode }), own).map(({ path }) => path)

describe('the free space in `sheaf doctor`', () => {
  it.each<[string, string[], string[]]>([
    [
      'a stack with everything in SHEAF_HOME',
      paths({ SHEAF_HOME: HOME }, { database: true, temporal: true }, 'embedded'),
      [HOME, `${HOME}/blobs`, `${HOME}/postgres`, `${HOME}/temporal`],
    ],
    [
      'a stack with another folder of files and another database',
      paths({ SHEAF_HOME: HOME, BLOBS_FOLDER: '/mnt/blobs' }, { database: false, temporal: true }, 'embedded'),
      [HOME, '/mnt/blobs', `${HOME}/temporal`],
    ],
    [
      'a service beside its servers',
      paths({ ...EXTERNAL, BLOBS_FOLDER: '/mnt/blobs' }, { database: false, temporal: false }, 'external'),
      [HOME, '/mnt/blobs'],
    ],
    [
      'a service with a bucket',
      paths({ ...EXTERNAL, ...BUCKET }, { database: false, temporal: false }, 'external'),
      [HOME],
    ],
  ])('is that of every folder in which something grows: %s', (_, found, wanted) => {
    expect(found).toEqual(wanted)
  })

  it('warns of the file system that is full, and names what is there', async () => {
    vi.stubEnv('DATABASE_URL', '')
    vi.stubEnv('TEMPORAL_ADDRESS', '')
    onTestFinished(() => void vi.unstubAllEnvs())
    const config = readConfig({ SHEAF_HOME: HOME, BLOBS_FOLDER: '/mnt/blobs' }, { mode: 'embedded' })
    const measure = (path: string) =>
      Promise.resolve(path.startsWith('/mnt') ? { device: 2, freeBytes: 0 } : { device: 1, freeBytes: 50e9 })
    expect(await checkSpace(config, measure)).toEqual([
      {
        name: 'Space',
        status: 'ok',
        sentence: `50.0 GB are free for SHEAF_HOME (${HOME}), the database (${HOME}/postgres), Temporal's file (${HOME}/temporal).`,
      },
      { name: 'Space', status: 'warning', sentence: '0.0 GB are free for the files of documents (/mnt/blobs).' },
    ])
  })

  it('is measured where a folder will be made', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sheaf-space-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [space, ...others] = await spaceOf([
      { what: 'one', path: folder },
      { what: 'other', path: join(folder, 'not', 'made', 'yet') },
    ])
    expect(others).toEqual([])
    expect(space!.places).toHaveLength(2)
    expect(space!.freeBytes).toBeGreaterThan(0)
  })
})
