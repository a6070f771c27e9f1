/** What a folder remembers of the organizations it was pulled from and pushed to: which object each file is, and its content then. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { idIn, type Rest } from '../client/rest.ts'
import { replaceFile, textIn } from '../files.ts'
import { Problem } from '../problem.ts'
import type { Counts } from './left-out.ts'

export interface Tracked {
  id: number
  /** The name of the object at the last pull: other files may still refer to it by this name. */
  name: string
  /** Hash of the files after the last pull or push; another one means that they were changed here. */
  hash: string
  /** What the object had, in the organization that the file was pulled from, and the file does not contain. */
  parts?: string[]
}

/** By the path of the file or folder without an ending, such as `queues/invoices`. */
export type Memory = Map<string, Tracked>

interface State {
  version: 1
  /** By URL of the organization. */
  organizations: Record<string, Record<string, Tracked>>
  /** Numbers of objects that the last pull from an organization left out, by its URL. */
  left_out?: Record<string, Counts>
}

export interface OpenState {
  /** URL of the organization. */
  organization: string
  memory: Memory
  /** Of the other organizations that the folder was pulled from or pushed to. */
  others: { url: string; memory: Memory; left_out: Counts }[]
  save(memory: Memory, left_out?: Counts): Promise<void>
}

const STATE = '.sheaf-config.json'

/** Reads what the folder, which need not exist, remembers of the organization of the caller. */
export async function openState(rest: Rest, folder: string): Promise<OpenState> {
  const { organization } = await rest.send<{ organization: string }>('GET', 'auth/user')
  const file = join(folder, STATE)
  const state = parseState(file, await textIn(file))
  // The URL that the caller uses: the service may name itself differently.
  const key = `${rest.api}/organizations/${idIn(organization)}`
  return {
    organization,
    memory: new Map(Object.entries(state.organizations[key] ?? {})),
    others: Object.entries(state.organizations)
      .filter(([url]) => url !== key)
      .map(([url, tracked]) => ({
        url,
        memory: new Map(Object.entries(tracked)),
        left_out: state.left_out?.[url] ?? {},
      })),
    save: async (memory, left_out) => {
      if (left_out) state.left_out = { ...state.left_out, [key]: left_out }
      state.organizations[key] = Object.fromEntries([...memory].sort(([a], [b]) => (a < b ? -1 : 1)))
      await mkdir(folder, { recursive: true })
      await replaceFile(file, `${JSON.stringify(state, null, 2)}\n`)
    },
  }
}

function parseState(file: string, text: string | undefined): State {
  if (text === undefined) return { version: 1, organizations: {} }
  try {
    const state = JSON.parse(text) as State
    if (state.version === 1 && typeof state.organizations === 'object') return state
  } catch {
    // Reported below.
  }
  throw new Problem(`${file} was not written by this version of sheaf.`)
}
