/**
 * Deliveries by SFTP. What is about to get its name is recorded before: if the connection is lost then, the next attempt looks whether the file
 * got it, so that a program which has already taken the file does not receive it again.
 */
import type { Deps } from '../../deps.ts'
import { badRequest } from '../../errors.ts'
import { ExportDelivery, type ExportProfile, type RowOf } from '../../models/index.ts'
import { destinationOf, type SftpDelivery } from '../../rules/export-profiles/delivery.ts'
import { unseal } from '../requests/secrets.ts'
import { DELIVERY_KEY, DELIVERY_SECRET } from './delivery-secrets.ts'
import type { ExportFile } from './make-file.ts'
import { isMoved, putFile, type SftpTarget } from './sftp.ts'

type Sender = Pick<Deps, 'db' | 'config'>

function targetOf({ config }: Sender, profile: RowOf<ExportProfile>, delivery: SftpDelivery): SftpTarget {
  const { sealed_delivery_secret: secret, sealed_delivery_key: key } = profile
  if (!secret && !key) throw badRequest('The delivery has neither a password nor a private key.')
  const login = {
    password: secret ? unseal<string>(config, DELIVERY_SECRET, secret) : null,
    key: key ? unseal<string>(config, DELIVERY_KEY, key) : null,
  }
  return { delivery, login, settings: config }
}

/** Writes the file, and records its name, size and hash before it gets its name. */
export async function sendBySftp(
  deps: Sender,
  profile: RowOf<ExportProfile>,
  delivery: SftpDelivery,
  id: number,
  { name, size, sha256, documents, read }: ExportFile,
): Promise<void> {
  const note = (columns: Partial<RowOf<ExportDelivery>>) => async () => {
    await ExportDelivery.query(deps.db).where({ id, status: 'pending' }).patch(columns)
  }
  await putFile(targetOf(deps, profile, delivery), {
    name,
    size,
    read,
    beforeMove: note({ destination: destinationOf(delivery), file_name: name, size, sha256, documents }),
    notMoved: note({ file_name: null, size: null, sha256: null }),
  })
}

/** Returns the file that an earlier attempt has sent to the same place without recording it; null if there is none. */
export async function wasSentBySftp(
  deps: Sender,
  profile: RowOf<ExportProfile>,
  delivery: SftpDelivery,
  id: number,
): Promise<Pick<ExportFile, 'name' | 'size' | 'sha256' | 'documents'> | null> {
  const noted = await ExportDelivery.query(deps.db).findById(id)
  if (!noted?.file_name || !noted.sha256 || noted.destination !== destinationOf(delivery)) return null
  if (!(await isMoved(targetOf(deps, profile, delivery), noted.file_name))) return null
  return { name: noted.file_name, size: Number(noted.size), sha256: noted.sha256, documents: noted.documents }
}
