/**
 * Puts files onto SFTP servers of customers, at addresses that are allowed. A file is written under a temporary name and renamed when it is
 * complete, so that a program which reads the folder never sees a part of it.
 */
import { unavailable } from '../../errors.ts'
import type { SftpDelivery } from '../../rules/export-profiles/delivery.ts'
import { openSftp, type SftpSession, type SftpTarget } from './sftp-session.ts'
import { isStatus, refusalOf, statusOf } from './sftp-errors.ts'

export type { SftpTarget } from './sftp-session.ts'

/** Bytes of one request, which every server accepts, and requests without an answer. */
const CHUNK = 32_000
const AT_ONCE = 32

export interface SftpFile {
  name: string
  size: number
  read(): AsyncIterable<Buffer>
  /** Called when all of the file is on the server, before it gets its name. */
  beforeMove(): Promise<void>
  /** Called if the server has refused to give it its name. */
  notMoved(): Promise<void>
}

interface Paths {
  temporary: string
  final: string
}

function pathsOf({ folder }: SftpDelivery, name: string): Paths {
  const start = folder === '' || folder.endsWith('/') ? folder : `${folder}/`
  return { temporary: `${start}.${name}.part`, final: start + name }
}

/**
 * Writes a file; one of the same name is replaced. Throws an `ApiError`: 400 if the server refuses the login or the file, or is not the one of
 * the host key; 503 if it cannot be reached, or has no room.
 */
export async function putFile(target: SftpTarget, file: SftpFile): Promise<void> {
  const { delivery } = target
  const paths = pathsOf(delivery, file.name)
  const session = await openSftp(target)
  let isMoving = false
  const replaced = { isGone: false }
  try {
    await write(session, paths.temporary, file)
    await file.beforeMove()
    isMoving = true
    await move(session, paths, replaced)
  } catch (error) {
    // Without an answer, the file may have its name or not: the next attempt looks (`isMoved`).
    const isKnown = !isMoving || statusOf(error) !== null
    if (isMoving && isKnown) await file.notMoved()
    // After the removal of the earlier file, the temporary one is all that the server has.
    if (isKnown && !replaced.isGone) await remove(session, paths.temporary)
    throw refusalOf(error, delivery)
  } finally {
    session.close()
  }
}

/**
 * Returns whether a file whose last attempt ended during the renaming has got its name: then the temporary one is gone. Throws an `ApiError` if
 * the folder is gone too.
 */
export async function isMoved(target: SftpTarget, name: string): Promise<boolean> {
  const session = await openSftp(target)
  try {
    if (await exists(session, pathsOf(target.delivery, name).temporary)) return false
    // Throws if there is no folder: a server that was set up again has none of the files.
    await session.ask((done) => session.sftp.stat(target.delivery.folder || '.', done))
    return true
  } catch (error) {
    throw refusalOf(error, target.delivery)
  } finally {
    session.close()
  }
}

async function write({ sftp, ask, tell }: SftpSession, path: string, file: SftpFile): Promise<void> {
  const handle = await ask<Buffer>((done) => sftp.open(path, 'w', done))
  const pending = new Set<Promise<unknown>>()
  const failures: unknown[] = []
  let at = 0
  try {
    for await (const piece of file.read()) {
      for (let start = 0; start < piece.length; start += CHUNK) {
        const part = piece.subarray(start, start + CHUNK)
        const position = at + start
        const sent: Promise<unknown> = tell((done) => sftp.write(handle, part, 0, part.length, position, done))
          .catch((error: unknown) => failures.push(error))
          .finally(() => pending.delete(sent))
        pending.add(sent)
        if (pending.size >= AT_ONCE) await Promise.race(pending)
        if (failures.length > 0) throw failures[0]
      }
      at += piece.length
    }
  } finally {
    await Promise.all(pending)
  }
  if (failures.length > 0) throw failures[0]
  // Servers on network file systems report a quota here.
  await tell((done) => sftp.close(handle, done))
  const { size } = await ask<{ size: number }>((done) => sftp.stat(path, done))
  if (size !== file.size) throw shortened(size, file.size)
}

const shortened = (size: number, wanted: number) =>
  unavailable(`The server has stored ${size} of the ${wanted} bytes of the file; it may have no space.`)

/** Renames and replaces at once if the server can; otherwise a file of the same name is removed before. */
async function move(session: SftpSession, { temporary, final }: Paths, replaced: { isGone: boolean }): Promise<void> {
  const { sftp, tell } = session
  try {
    return await tell((done) => sftp.ext_openssh_rename(temporary, final, done))
  } catch (error) {
    // Some servers announce it and refuse it when there is a file of the name.
    if (statusOf(error) === null && !isUnannounced(error)) throw error
  }
  const rename = () => tell((done) => sftp.rename(temporary, final, done))
  try {
    await rename()
  } catch (error) {
    if (statusOf(error) === null || !(await exists(session, final))) throw error
    await tell((done) => sftp.unlink(final, done))
    replaced.isGone = true
    await rename()
  }
}

/** `ssh2` sends no request that the server has not announced. */
const isUnannounced = (error: unknown): boolean =>
  error instanceof Error && /not support this extended/.test(error.message)

async function exists({ sftp, ask }: SftpSession, path: string): Promise<boolean> {
  try {
    await ask((done) => sftp.stat(path, done))
    return true
  } catch (error) {
    if (isStatus(error, 'NO_SUCH_FILE')) return false
    throw error
  }
}

/** Removes what an attempt has written. If the server does not answer, the next attempt replaces it. */
const remove = ({ sftp, tell }: SftpSession, path: string): Promise<unknown> =>
  tell((done) => sftp.unlink(path, done)).catch(() => undefined)
