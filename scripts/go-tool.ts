/** Servers for tests that are built from their source with Go, once per machine. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from '../src/provision/cache.ts'
import { withProgress } from '../src/provision/progress.ts'

/**
 * Returns the folder, in the user's cache, with the programs of Go packages at a version, such as
 * `goTools('versitygw', 'v1.8.0', ['github.com/versity/versitygw/cmd/versitygw'])`. Builds them at the first use. Throws without Go.
 */
export async function goTools(name: string, version: string, packages: readonly string[]): Promise<string> {
  const folder = join(cacheFolder(), `${name}-${version}`)
  if (existsSync(folder)) return folder
  const building = `${folder}.${process.pid}`
  mkdirSync(building, { recursive: true })
  try {
    await withProgress(`Building ${name} ${version}`, async () => {
      for (const one of packages) await install(`${one}@${version}`, building)
    })
    renameSync(building, folder)
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
  return folder
}

async function install(source: string, folder: string): Promise<void> {
  const go = spawn('go', ['install', source], { env: { ...process.env, GOBIN: folder }, stdio: 'inherit' })
  const code = await new Promise((resolve, reject) => go.once('exit', resolve).once('error', reject))
  if (code !== 0) throw new Error(`go install ${source} exited with code ${String(code)}.`)
}
