/**
 * The files of the review screen, as `npm run web` has built them. All are read into memory, and requests name one of them: no path of a
 * request reaches the file system.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { prepare, type Prepared } from '../prepared.ts'

export interface ScreenFile extends Prepared {
  /** Extension with a dot, from which the content type follows. */
  extension: string
  /** Whether the name contains a hash of the content, so that the content never changes. */
  hashed: boolean
}

export interface Screen {
  /** Returns the file with this path, relative to the folder and separated by `/`; undefined if there is none. */
  file: (path: string) => ScreenFile | undefined
  /**
   * Returns the page for the path before `/app/` (`''`, `/capture`), which its scripts read from `meta[name=sheaf-prefix]`; undefined if
   * the screen has not been built.
   */
  page: (prefix: string) => ScreenFile | undefined
}

/** Beside `src`, in the repository as in an installed package. */
export const SCREEN_FOLDER = join(import.meta.dirname, '../../../web/dist')

const PAGE = 'index.html'

const screenFile = (path: string, body: Buffer): ScreenFile => ({
  ...prepare(body),
  extension: extname(path),
  hashed: path.startsWith('assets/'),
})

/** The build refers to its files from the page itself (`./`), which is opened at addresses of any depth. */
function pageAt(prefix: string, { body }: ScreenFile): ScreenFile {
  const path = prefix.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const html = body
    .toString('utf8')
    .replaceAll(/\b(src|href)="\.\//g, `$1="${path}/app/`)
    .replace('<head>', `<head><meta name="sheaf-prefix" content="${path}" />`)
  return screenFile(PAGE, Buffer.from(html))
}

function readFiles(folder: string): Map<string, ScreenFile> {
  const found = new Map<string, ScreenFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length + 1).replaceAll('\\', '/')
    found.set(path, screenFile(path, readFileSync(file)))
  }
  return found
}

/** Opens the screen in `folder`. A later build is read with the next page, so that the service need not be restarted for it. */
export function openScreen(folder = SCREEN_FOLDER): Screen {
  let files = new Map<string, ScreenFile>()
  let builtAt = 0
  // A service has one prefix.
  let pages: { of?: ScreenFile; at: Map<string, ScreenFile> } = { at: new Map() }
  const refresh = () => {
    const page = join(folder, PAGE)
    const at = existsSync(page) ? statSync(page).mtimeMs : 0
    if (at === builtAt) return
    files = at ? readFiles(folder) : new Map()
    builtAt = at
  }
  refresh()
  return {
    file: (path) => files.get(path),
    page: (prefix) => {
      refresh()
      const page = files.get(PAGE)
      if (page && pages.of !== page) pages = { of: page, at: new Map() }
      if (page && !pages.at.has(prefix)) pages.at.set(prefix, pageAt(prefix, page))
      return pages.at.get(prefix)
    },
  }
}
