/** A folder that can be made full. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface Disk {
  folder: string
  /** A file system of its own with a small size; false where this process may not mount one. */
  isReal: boolean
  /** Writes a file until no space is left. */
  fill(): void
  free(): void
  remove(): void
}

const CHUNKS = [2 ** 20, 4096, 1]

/** Creates the folder, on an in-memory file system of this size in MB if this process may mount one. */
export function openDisk(folder: string, megabytes: number): Disk {
  mkdirSync(folder, { recursive: true })
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]
  const isReal = process.platform === 'linux' && spawnSync('mount', options, { stdio: 'ignore' }).status === 0
  // The blob store ignores names that start with a dot.
  const filler = join(folder, '.filler')
  return {
    folder,
    isReal,
    fill: () => isReal && fillDisk(filler),
    free: () => rmSync(filler, { force: true }),
    remove: () => void (isReal && spawnSync('umount', ['--lazy', folder], { stdio: 'ignore' })),
  }
}

function fillDisk(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (const size of CHUNKS) {
      const chunk = Buffer.alloc(size)
      try {
        while (writeSync(file, chunk) === size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
  } finally {
    closeSync(file)
  }
}
