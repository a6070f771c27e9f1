/** The free space of the file systems on which the service writes. */
import { stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Own } from './stack-ports.ts'

/** A folder in which something grows. */
export interface Place {
  /** What is there, such as `the database`. */
  what: string
  path: string
}

export interface FileSystem {
  /** Identifies the file system. */
  device: number
  freeBytes: number
}

export interface Space {
  /** What shares the file system. */
  places: Place[]
  freeBytes: number
}

/** Returns what this machine stores for a service with these settings. Other servers than its own are on other machines, as far as it knows. */
export function placesOf({ home, blobs, mode }: Config, own: Own): Place[] {
  const isEmbedded = mode === 'embedded'
  return [
    { what: 'SHEAF_HOME', path: home },
    ...(blobs.kind === 'folder' ? [{ what: 'the files of documents', path: blobs.folder }] : []),
    ...(isEmbedded && own.database ? [{ what: 'the database', path: join(home, 'postgres') }] : []),
    ...(isEmbedded && own.temporal ? [{ what: "Temporal's file", path: join(home, 'temporal') }] : []),
  ]
}

/** Returns the free space for each file system with the places on it. A folder that does not exist yet is measured where it will be made. */
export async function spaceOf(places: readonly Place[], measure = fileSystemOf): Promise<Space[]> {
  const found = await Promise.all(places.map(async (place) => ({ place, ...(await measure(place.path)) })))
  return [...Map.groupBy(found, ({ device }) => device).values()].map((group) => ({
    places: group.map(({ place }) => place),
    freeBytes: group[0]!.freeBytes,
  }))
}

async function fileSystemOf(path: string): Promise<FileSystem> {
  try {
    const [{ dev }, { bavail, bsize }] = [await stat(path), await statfs(path)]
    return { device: dev, freeBytes: bavail * bsize }
  } catch (error) {
    const parent = dirname(path)
    if (parent === path) throw error
    return fileSystemOf(parent)
  }
}
