/** `sheaf health`: whether the process of a role works. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { createServer, type AddressInfo, type ListenOptions, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { problemOf } from '../../src/cli/server/health.ts'

afterEach(() => void vi.unstubAllEnvs())

/** Starts a server; returns its port. */
async function listening(server: Server, at: ListenOptions = { port: 0, host: '127.0.0.1' }): Promise<string> {
  server.listen(at)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return String((server.address() as AddressInfo).port)
}

describe('the health of a role', () => {
  it.each([
    [200, null],
    [503, 'The API answers with 503.'],
  ])('is that of the API, which answers with %i', async (status, problem) => {
    vi.stubEnv('HOST', '0.0.0.0')
    vi.stubEnv('PORT', await listening(createHttp((_, response) => void response.writeHead(status).end())))
    expect(await problemOf(['api'])).toBe(problem)
    expect(await problemOf(['up'])).toBe(problem)
  })

  it.each([
    ['220 mail.example.org ESMTP', null],
    ['554 No service', 'The SMTP server answers with "554 No service".'],
  ])('is that of the mail server, which greets with "%s"', async (greeting, problem) => {
    vi.stubEnv('MAIL_HOST', '127.0.0.1')
    vi.stubEnv('MAIL_PORT', await listening(createServer((socket) => void socket.end(`${greeting}\r\n`))))
    expect(await problemOf(['smtp'])).toBe(problem)
  })

  it('is that of the socket of a reader', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sheaf-health-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'socket')
    expect(await problemOf(['reader', '--socket', path])).toMatch(/^The reader process does not answer: /)
    const server = createServer((socket) => void socket.destroy())
    server.listen(path)
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    for (const args of [['--socket', path], [`--socket=${path}`]])
      expect(await problemOf(['reader', ...args])).toBeNull()
    expect(await problemOf(['reader'])).toBe('The reader has no socket: give --socket.')
  })

  it('is bad without a process, and good for a command that ends by itself', async () => {
    vi.stubEnv('PORT', '1')
    expect(await problemOf(['api'])).toMatch(/^The api process does not answer: /)
    expect(await problemOf(['setup'])).toBeNull()
    expect(await problemOf([])).toMatch(/^The first process of this container is no command of sheaf/)
  })
})
