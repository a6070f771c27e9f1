import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The headless shell first: it draws no toolbar for each window, so it needs a fifth of the processor time of Chromium until a page is open
 * (decision 238).
 */
const NAMES = ['chromium-headless-shell', 'chrome-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Returns the path of Chromium: CHROMIUM_PATH or else a program on PATH. Throws with instructions if there is none. */
export function chromiumPath(): string {
  const named = process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    ...(named ? [named] : []),
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
  ]
  const found = candidates.find((path) => existsSync(path))
  if (!found)
    throw new Error(
      'No Chromium found: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.',
    )
  return found
}
