import { mkdtempSync, readFileSync, rmSync, writeFileSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from '../../src/provision/ports.ts'
import { FAST_SETTINGS, serverArguments, SQLITE_SETTINGS, startTemporal } from '../../src/provision/temporal-server.ts'

const home = mkdtempSync(join(tmpdir(), 'sheaf-temporal-'))
afterAll(() => rmSync(home, { recursive: true }))

/** Creates a substitute for the server that records its arguments and fails like a server that cannot start. */
function recorder(): string {
  const file = join(home, 'recorder')
  writeFileSync(
    file,
    `#!/bin/sh\nfor word in "$@"; do echo "$word"; done > '${home}/arguments'\necho "error: no luck" >&2\nexit 7\n`,
  )
  chmodSync(file, 0o755)
  return file
}

describe("the settings of Temporal's dev server", () => {
  it('are the measured settings', () => {
    const pairs = FAST_SETTINGS.filter((word) => word !== '--dynamic-config-value')
    expect(FAST_SETTINGS).toHaveLength(2 * pairs.length)
    expect(pairs).toEqual([
      'history.transferProcessorMaxPollRPS=5000',
      'history.timerProcessorMaxPollRPS=5000',
      'history.visibilityProcessorMaxPollRPS=5000',
      'history.outboundProcessorMaxPollRPS=5000',
      'history.timerProcessorMaxTimeShift="20ms"',
      'matching.numTaskqueueReadPartitions=1',
      'matching.numTaskqueueWritePartitions=1',
      'system.enableActivityEagerExecution=true',
    ])
    expect(SQLITE_SETTINGS).toEqual(['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=normal'])
  })

  it('are passed to the program, with ports, data and search attributes', async () => {
    const [port, uiPort] = [await freePort(), await freePort()]
    const options = { home, binary: recorder(), port, uiPort }
    await expect(startTemporal(options)).rejects.toThrow(
      "Temporal's server could not start (ended with code 7): error: no luck",
    )
    const words = readFileSync(join(home, 'arguments'), 'utf8').trimEnd().split('\n')
    const [, host, uiAt] = /--ui-ip (127\.\S+) --ui-port (\d+)/.exec(words.join(' '))!
    expect(words).toEqual(serverArguments(options, { host: host!, port: Number(uiAt) }))
    // Only the proxy listens on the public port.
    expect([host, uiAt]).not.toContainEqual(expect.stringMatching(`^(127\\.0\\.0\\.1|${uiPort})$`))
    const line = words.join(' ')
    expect(line).toContain(FAST_SETTINGS.join(' '))
    expect(line).toContain(SQLITE_SETTINGS.join(' '))
    expect(line).toContain(`--ip 127.0.0.1 --port ${port}`)
    expect(line).toContain(`--db-filename ${join(home, 'temporal', 'temporal.sqlite')}`)
    for (const pair of ['SheafOrganization=Int', 'SheafQueue=Int', 'SheafAnnotation=Int', 'SheafStatus=Keyword']) {
      expect(line).toContain(`--search-attribute ${pair}`)
    }
  })
})
