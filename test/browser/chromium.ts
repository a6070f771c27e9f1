import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The browser of the machine: CHROMIUM_PATH, else what is on PATH. Throws with how to get one. */
export function chromiumPath(): string {
  const named = process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    ...(named ? [named] : []),
    ...['chromium', 'chromium-browser', 'google-chrome'].flatMap((name) => folders.map((folder) => join(folder, name))),
  ]
  const found = candidates.find((path) => existsSync(path))
  if (!found) throw new Error('No Chromium found: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
  return found
}
