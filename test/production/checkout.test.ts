/**
 * `npm run test:production -- checkout`: a checkout with the packages of `npm ci --omit=dev` in an empty folder, with real servers. Runs api, worker and
 * mail server as processes of their own.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { provideBundle } from '@sheaf/functions-runtime/provide'
import { afterAll, beforeAll } from 'vitest'
import { buildScreen } from '../../src/provision/screen.ts'
import { root } from '../support/compose.ts'
import { describeInstallation, MINUTES } from './installation.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-production-'))
const checkout = join(folder, 'checkout')

beforeAll(async () => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of files.split('\0')) {
    if (!file || /^(test|bench)\//.test(file) || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(checkout, file)), { recursive: true })
    cpSync(join(root, file), join(checkout, file))
  }
  // Operators build both before they leave out the packages for development (docs/production.md).
  await buildScreen()
  provideBundle()
  for (const built of ['web/dist', 'packages/functions-runtime/dist'])
    cpSync(join(root, built), join(checkout, built), { recursive: true })
  // npm runs the scripts of packages with the Node of this process.
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  symlinkSync(process.execPath, join(programs, 'node'))
  execFileSync('npm', ['ci', '--omit=dev'], {
    cwd: checkout,
    env: { ...process.env, PATH: [programs, process.env['PATH']].join(delimiter) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}, 20 * MINUTES)
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }), 5 * MINUTES)

describeInstallation('npm ci --omit=dev, with a folder', folder, () => ({
  root: checkout,
  program: 'bin/sheaf.mjs',
  settings: { BLOBS_FOLDER: join(folder, 'files') },
}))
