/** What an installation for production must be able to do: a suite that runs it as processes of its own against real servers. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../../db/knex.ts'
import { freePort } from '../../src/provision/ports.ts'
import { detectLevel } from '../../src/sandbox/isolation.ts'
import { aMailbox, type Mailbox } from '../support/mailbox.ts'
import { startPart, type PartProcess } from '../support/part-process.ts'
import { work } from './work.ts'

export const MINUTES = 60_000
const ADMIN = 'admin@example.org'
const PASSWORD = 'Kv7-quorlbast-93-Wenz'

export interface Installation {
  root: string
  /** The file that runs commands. */
  program: string
  settings: Record<string, string>
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** Declares the suite. `folder`: for the data of the parts; `installation`: called when the suite begins. */
export function describeInstallation(name: string, folder: string, installation: () => Installation): void {
  describe(name, () => {
    const database = `sheaf_production_${randomBytes(4).toString('hex')}`
    const running: PartProcess[] = []
    const home = join(folder, database)
    const ports = { api: 0, smtp: 0 }
    let sink: Mailbox
    let install: Installation
    let settings: Record<string, string>

    async function asAdmin(statement: string): Promise<void> {
      const admin = openDatabase(inject('postgresAdminUrl'), { poolMax: 1, name: 'sheaf-test-production' })
      await admin.raw(statement)
      await admin.destroy()
    }

    beforeAll(async () => {
      sink = await aMailbox()
      install = installation()
      Object.assign(ports, { api: await freePort(), smtp: await freePort() })
      await asAdmin(`create database ${database}`)
      mkdirSync(home)
      settings = {
        ...install.settings,
        DATABASE_URL: inject('postgresAdminUrl').replace(/\/postgres$/, `/${database}`),
        TEMPORAL_ADDRESS: inject('temporalAddress'),
        TEMPORAL_NAMESPACE: database.replaceAll('_', '-'),
        SECRET_KEY: randomBytes(32).toString('hex'),
        SECRETS_KEY: randomBytes(32).toString('hex'),
        SHEAF_HOME: home,
        HOST: '127.0.0.1',
        PORT: String(ports.api),
        PUBLIC_BASE_URL: `http://127.0.0.1:${ports.api}/api`,
        MAIL_DOMAIN: 'in.example.org',
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(sink.port),
        SMTP_TLS: 'off',
        SMTP_FROM: 'sheaf@example.org',
        // The level of this machine: what the sandbox guards is tested elsewhere.
        REQUIRE_SANDBOX: { namespaces: '1', user: 'user', process: '0' }[detectLevel()],
      }
    })
    afterAll(async () => {
      await Promise.all(running.map((part) => part.stop()))
      await sink?.close()
      await asAdmin(`drop database if exists ${database} with (force)`)
    }, 3 * MINUTES)

    function sheaf(args: string[], more: Record<string, string> = {}): PartProcess {
      const part = startPart(install.program, {
        settings: { ...settings, ...more },
        args,
        cwd: home,
        root: install.root,
      })
      running.push(part)
      return part
    }
    const health = async (role: string) => (await sheaf(['health', role], { MAIL_PORT: String(ports.smtp) }).ended).code

    it('prepares empty servers and the first organization', { timeout: 5 * MINUTES }, async () => {
      const prepared = await sheaf(['setup']).ended
      expect(prepared, prepared.output).toMatchObject({ code: 0 })
      const template = ['--template', 'Tax Invoice EU Demo Template']
      const made = await sheaf(['organization', 'create', 'Example', '--admin', ADMIN, ...template], {
        SHEAF_PASSWORD: PASSWORD,
      }).ended
      expect(made, made.output).toMatchObject({ code: 0 })
    })

    it(
      'runs a document, both kinds of functions, mail in and out, and an export',
      { timeout: 15 * MINUTES },
      async () => {
        const parts = {
          api: sheaf(['api']),
          worker: sheaf(['worker']),
          smtp: sheaf(['smtp'], { MAIL_PORT: String(ports.smtp) }),
        }
        await parts.api.printed('api is ready')
        await parts.worker.printed('the worker is ready')
        await parts.smtp.printed('smtp is ready')
        for (const role of Object.keys(parts)) expect([role, await health(role)]).toEqual([role, 0])
        const api = `http://127.0.0.1:${ports.api}/api/v1`
        await work({ api, username: ADMIN, password: PASSWORD, mailPort: ports.smtp, sink })
        for (const path of ['/app/', '/api/docs', '/api/docs/scalar.js'])
          expect([path, (await fetch(`http://127.0.0.1:${ports.api}${path}`)).status]).toEqual([path, 200])
        expect(existsSync(join(install.root, 'node_modules/vitest'))).toBe(false)

        await parts.smtp.stop()
        expect(await health('smtp')).toBe(1)
        parts.api.kill('SIGKILL')
        await parts.api.ended
        // Of bin/sheaf.mjs, this is the process that has started the api.
        await expect.poll(() => answers(ports.api), { timeout: MINUTES }).toBe(false)
        expect([name, await health('api')]).toEqual([name, 1])
      },
    )
  })
}
