/** What `sheaf doctor` and other commands say where no stack runs, and about settings and servers that are wrong. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../src/provision/ports.ts'
import { logged, withoutBubblewrap } from '../support/part-process.ts'
import {
  blocked,
  folder,
  run,
  start,
  usePreparedServers,
  whileTaken,
  wrongPassword,
} from '../support/prepared-servers.ts'

usePreparedServers()

/** Settings of a stack that has never been started. */
const ofAStack = async () => ({
  SHEAF_HOME: join(folder, 'never-started'),
  DATABASE_URL: '',
  TEMPORAL_ADDRESS: '',
  TEMPORAL_NAMESPACE: '',
  PORT: String(await freePort()),
  POSTGRES_PORT: String(await freePort()),
  TEMPORAL_PORT: String(await freePort()),
  TEMPORAL_UI_PORT: String(await freePort()),
})

describe('a stack that does not run', () => {
  it('leaves nothing when its start is refused', async () => {
    const settings = await ofAStack()
    const { code, output } = await whileTaken(Number(settings.PORT), () => run('up', settings))
    expect({ code, output }).toEqual({ code: 2, output: expect.stringMatching(/^Port \d+ .* is in use/) })
    expect(existsSync(settings.SHEAF_HOME)).toBe(false)
  })

  it.each([
    ['organization', ['create', 'Acme', '--admin', 'ada@example.com']],
    ['groups', []],
    ['reconcile', []],
  ])('is what commands need that work on its database: %s', async (command, args) => {
    const settings = await ofAStack()
    expect(await run(command, settings, args)).toEqual({
      code: 2,
      output: `Sheaf does not run in ${settings.SHEAF_HOME}; start it with \`sheaf up\`, or set SHEAF_HOME.\n`,
    })
    expect(existsSync(settings.SHEAF_HOME)).toBe(false)
  })
})

describe('a misspelled setting in .env', () => {
  const sentence = 'LOG_LEVL in .env is not a setting of Sheaf; did you mean LOG_LEVEL?'
  beforeAll(() => writeFileSync(join(folder, '.env'), 'LOG_LEVL=debug\n'))
  afterAll(() => rmSync(join(folder, '.env')))

  it('is a note of sheaf doctor', async () => {
    const { code, output } = await run('doctor', await ofAStack())
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`note     Settings   ${sentence}\n`) })
    expect(output).not.toContain('All settings are valid')
  })

  it('is a warning at a start: worker', async () => {
    const { output } = await run('worker', { DATABASE_URL: wrongPassword() })
    expect(logged(output).filter((line) => line.includes('LOG_LEVL'))).toEqual([`warn: ${sentence}`])
  })

  it('is a line at a start: up', async () => {
    const settings = await ofAStack()
    const { output } = await whileTaken(Number(settings.PORT), () => run('up', settings))
    expect(output.split('\n')[0]).toBe(sentence)
  })
})

describe('sheaf doctor', () => {
  it('names what is missing, and how to fix it', async () => {
    const { code, output } = await run('doctor', { DATABASE_URL: wrongPassword(), ...blocked() }, ['--json'])
    const found = JSON.parse(output) as { name: string; status: string; sentence: string }[]
    const missing = found.filter(({ status }) => status === 'missing').map(({ name }) => name)
    expect({ code, missing }).toEqual({ code: 1, missing: ['Database', 'Workers', 'Files'] })
    expect(found.find(({ name }) => name === 'Temporal')).toMatchObject({ status: 'ok' })
  })

  it('reports wrong settings, and missing isolation where it is required', async () => {
    const wrong = await run('doctor', { PORT: 'many' })
    expect(wrong).toEqual({
      code: 1,
      output: expect.stringMatching(/^MISSING {2}Settings {3}PORT must .*, not "many"/),
    })
    const settings = { REQUIRE_SANDBOX: '1' }
    const isolation = await start('doctor', settings, { before: withoutBubblewrap() }).ended
    expect(isolation).toEqual({ code: 1, output: expect.stringMatching(/^MISSING {2}Isolation .*Install bubblewrap/m) })
  })

  it('checks the ports while no stack runs, says what it has not checked, and writes nothing', async () => {
    const settings = await ofAStack()
    const { code, output } = await run('doctor', settings)
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^note {5}Service .*`sheaf up`/m) })
    expect(output).toContain('The database, Temporal, the workers and the store of files were not checked.')
    const npm = { npm_package_name: 'sheaf', npm_lifecycle_event: 'doctor' }
    expect((await run('doctor', { ...settings, ...npm })).output).toMatch(/^note {5}Service .*`npm start`/m)
    expect(existsSync(settings.SHEAF_HOME)).toBe(false)
  })
})
