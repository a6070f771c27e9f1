/** Finds variables in `.env` that are no settings, and suggests the setting that may be meant. */
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { SECRET_SETTINGS, settings } from './config-settings.ts'
import { closest } from './rules/input/closest.ts'

const KNOWN = [...Object.keys(settings.properties), ...SECRET_SETTINGS.map((name) => `${name}_FILE`)]
/** Variables that a `.env` may contain for the command line, docker compose, Node, the system and libraries. */
const OTHERS =
  /^(SHEAF_(URL|TOKEN|USERNAME|PASSWORD|CONFIG)|POSTGRES_PASSWORD|(COMPOSE|DOCKER|NODE|npm|XDG|AWS|OTEL|SSL|UV|LC)_.*|(HTTPS?|ALL|NO)_PROXY|TZ|LANG|PATH|HOME|TMPDIR|EDITOR)$/i

/** Returns a sentence for each name in an env file that Sheaf does not read, such as a misspelled one; the environment has many others. */
export function unknownSettings(file = '.env'): string[] {
  if (!existsSync(file)) return []
  const names = Object.keys(parseEnv(readFileSync(file, 'utf8'))).sort()
  return names
    .filter((name) => !KNOWN.includes(name) && !OTHERS.test(name))
    .map((name) => {
      const meant = closest(name, KNOWN)
      return `${name} in ${file} is not a setting of Sheaf${meant ? `; did you mean ${meant}?` : '.'}`
    })
}
