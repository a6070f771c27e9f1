/** `sheaf config pull`: writes the set-up of an organization into a folder. */
import type { Rest } from '../client/rest.ts'
import { EXIT, say, sayJson } from '../problem.ts'
import { filesOfItem, localFiles, readServer, removeFileIn, writeFileIn } from './items.ts'
import { KINDS, type Kind } from './kinds.ts'
import { openNames, type Names } from './names.ts'

export interface ConfigOptions {
  json: boolean
  dryRun: boolean
}

/** Returns the texts of all files of a kind, as the service has it. */
async function serverFiles(rest: Rest, kind: Kind, names: Names): Promise<Record<string, string>> {
  const items = await readServer(rest, kind, names)
  return Object.assign({}, ...items.map((item) => filesOfItem(kind, item))) as Record<string, string>
}

/** Names of users, for owners of hooks; a user who may not see others sees none. */
export async function readNames(rest: Rest): Promise<Names> {
  const names = openNames()
  const users = await rest.all<{ url: string; username: string }>('users').catch(() => [])
  for (const { url, username } of users) names.add('users', username, url)
  return names
}

/** Prints each file that changes. */
export async function pull(rest: Rest, folder: string, { json, dryRun }: ConfigOptions): Promise<number> {
  const names = await readNames(rest)
  const report = (file: string, result: string) =>
    json ? sayJson({ file, result }) : say(`${file}: ${dryRun ? `would be ${result}` : result}`)
  let count = 0
  for (const kind of KINDS) {
    const [server, local] = [await serverFiles(rest, kind, names), await localFiles(folder, kind)]
    for (const [file, text] of Object.entries(server)) {
      if (local[file] === text) continue
      count++
      if (!dryRun) await writeFileIn(folder, file, text)
      report(file, file in local ? 'updated' : 'created')
    }
    for (const file of Object.keys(local).filter((one) => !(one in server))) {
      count++
      if (!dryRun) await removeFileIn(folder, file)
      report(file, 'removed')
    }
  }
  if (!json && count === 0) say(`${folder} is up to date.`)
  return EXIT.ok
}
