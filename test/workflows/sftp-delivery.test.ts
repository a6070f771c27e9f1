/** Deliveries of export profiles onto SFTP servers (contract 17.54, 17.55). */
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendDelivery } from '../../src/domain/exports/deliveries.ts'
import { isMoved, putFile, type SftpFile, type SftpTarget } from '../../src/domain/exports/sftp.ts'
import { anAnnotation } from '../support/factories.ts'
import { testSftp, type TestSftp } from '../support/sftp-server.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import type { Json } from '../support/as.ts'

const PASSPHRASE = 'open sesame'
const keys = ssh2.utils.generateKeyPairSync('ed25519', { cipher: 'aes256-ctr', passphrase: PASSPHRASE, rounds: 2 })
const ACCOUNTS = { user: 'sheaf', password: 'swordfish', publicKey: keys.public, folders: ['inbox/', '/data/'] }

let sftp: TestSftp
useTenantServer()
beforeAll(async () => {
  sftp = await testSftp(ACCOUNTS)
})
afterAll(() => sftp.stop())
beforeEach(() => {
  sftp.files.clear()
  Object.assign(sftp, { fault: 'none', logins: [], renamed: [] })
})

const LOCAL = { allowedPrivateNetworks: ['127.0.0.0/8'] }
const deps = (settings: object = LOCAL) => ({ ...server.deps, config: { ...server.deps.config, ...settings } })

/** The folder of the account on the test server. */
const place = () => ({
  host: '127.0.0.1',
  port: sftp.port,
  user: 'sheaf',
  folder: 'inbox',
  host_key: sftp.fingerprint,
})

describe('a file', () => {
  const target = (given: Partial<SftpTarget['delivery']> = {}, limits: SftpTarget['limits'] = {}): SftpTarget => ({
    delivery: {
      type: 'sftp',
      cron: null,
      status: 'exported',
      ...place(),
      ...given,
    },
    login: { password: 'swordfish', key: null },
    settings: LOCAL,
    limits,
  })
  const notes: string[] = []
  const file = (size: number): SftpFile => {
    notes.length = 0
    const note = (text: string) => () => Promise.resolve(void notes.push(text))
    const pieces = Array.from({ length: Math.ceil(size / 65_536) }, (_, n) =>
      Buffer.alloc(Math.min(65_536, size - n * 65_536), n),
    )
    return {
      name: 'bills-1.csv',
      size,
      read: () => Readable.from(pieces),
      beforeMove: note(`complete: ${[...sftp.files.keys()].join()}`),
      notMoved: note('not moved'),
    }
  }

  it('gets its name when it is complete', async () => {
    const given = file(1_200_000)
    await putFile(target(), {
      ...given,
      beforeMove: () => Promise.resolve(void notes.push([...sftp.files.keys()].join())),
    })
    expect(notes).toEqual(['inbox/.bills-1.csv.part'])
    expect([...sftp.files.keys()]).toEqual(['inbox/bills-1.csv'])
    const wanted = await buffer(given.read())
    expect(sftp.files.get('inbox/bills-1.csv')!.equals(wanted)).toBe(true)
    // Another attempt, on a server that replaces nothing by itself.
    await putFile(target(), file(10))
    expect(sftp.files.get('inbox/bills-1.csv')).toHaveLength(10)
    expect(sftp.files.size).toBe(1)
    expect(sftp.logins).toEqual(['password swordfish', 'password swordfish'])
  })

  it.each<[string, Partial<SftpTarget['delivery']>, TestSftp['fault'], number, RegExp]>([
    ['into a folder that does not exist', { folder: 'outbox' }, 'none', 400, /did not find the folder "outbox"/],
    ['of another user', { user: 'eve' }, 'none', 400, /refused the login of the user "eve"/],
    ['onto a full disk', {}, 'no space', 503, /may have no space/],
    ['onto a server that loses bytes', {}, 'short', 503, /stored 9 of the 10 bytes/],
    ['on a connection that ends', {}, 'killed', 503, /closed the connection/],
    ['with a name that the server refuses', {}, 'no rename', 503, /could not write/],
    ['to an unknown name', { host: 'nowhere.invalid' }, 'none', 503, /cannot be resolved/],
    ['to a closed port', { port: 1 }, 'none', 503, /could not be reached/],
  ])('%s is an error', async (_, given, fault, status, message) => {
    sftp.fault = fault
    await expect(putFile(target(given), file(10))).rejects.toMatchObject({
      status,
      message: expect.stringMatching(message),
    })
    expect([...sftp.files.keys()].filter((name) => !name.endsWith('.part'))).toEqual([])
    if (fault === 'no rename') expect(notes.at(-1)).toBe('not moved')
    if (['no rename', 'no space', 'short'].includes(fault)) expect(sftp.files.size).toBe(0)
  })

  it('is sent to a server with the right key only, and the error names the key', async () => {
    const other = `SHA256:${'A'.repeat(43)}`
    await expect(putFile(target({ host_key: other }), file(10))).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(`ssh-ed25519 ${sftp.fingerprint}, not ${other}`),
    })
    await expect(putFile(target({ host_key: null }), file(10))).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(`ssh-ed25519 ${sftp.fingerprint}, and the profile has none`),
    })
    // Not even the password.
    expect(sftp.logins).toEqual([])
  })

  it('is not waited for on a server that is frozen, before or after the login', async () => {
    sftp.fault = 'frozen'
    await expect(putFile(target({}, { idle_ms: 1000 }), file(10))).rejects.toMatchObject({
      status: 503,
      message: 'The server has not answered for 1000 ms.',
    })
    expect(sftp.logins).toHaveLength(1)
    const silent = createServer().listen(0, '127.0.0.1')
    const { port } = await new Promise<AddressInfo>((resolve) =>
      silent.on('listening', () => resolve(silent.address() as AddressInfo)),
    )
    await expect(putFile(target({ port }, { login_ms: 100 }), file(10))).rejects.toMatchObject({
      status: 503,
      message: 'The server has not answered for 100 ms.',
    })
    silent.close()
    sftp.fault = 'none'
    await expect(putFile(target({}, { whole_ms: 1 }), file(10))).rejects.toMatchObject({ status: 503 })
  })

  it.each<[TestSftp['fault'], number]>([
    ['talkative', 3_000_000],
    ['rekeying', 10],
  ])('is not sent to a server that wants to occupy the service: %s', async (fault, size) => {
    sftp.fault = fault
    await expect(putFile(target(), file(size))).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('sent far more data than its answers need'),
    })
  })

  it('is sent later to a server that has no SFTP now', async () => {
    sftp.fault = 'no sftp'
    await expect(putFile(target(), file(10))).rejects.toMatchObject({ status: 503 })
  })

  it('stays under its temporary name if the earlier file of its name is removed and the server refuses to rename', async () => {
    await putFile(target(), file(10))
    sftp.fault = 'no rename'
    await expect(putFile(target(), file(20))).rejects.toMatchObject({ status: 503 })
    expect([...sftp.files].map(([name, { length }]) => [name, length])).toEqual([['inbox/.bills-1.csv.part', 20]])
  })

  it('did not get its name on a server that has lost the folder', async () => {
    await expect(isMoved(target(), 'bills-1.csv')).resolves.toBe(true)
    await expect(isMoved(target({ folder: 'outbox' }), 'bills-1.csv')).rejects.toMatchObject({ status: 400 })
  })

  it('is sent to a server that asks for the password in a dialog, and only asks once', async () => {
    const asking = await testSftp({ ...ACCOUNTS, asks: true })
    const there = target({ port: asking.port, host_key: asking.fingerprint })
    await putFile(there, file(10))
    expect(asking.files.size).toBe(1)
    await expect(putFile({ ...there, login: { password: 'wrong', key: null } }, file(10))).rejects.toMatchObject({
      status: 400,
    })
    expect(asking.logins).toEqual(['asked swordfish', 'asked wrong'])
    await asking.stop()
  })
})

describe('a delivery', () => {
  const bySftp = (given: object = {}) => ({
    type: 'sftp',
    ...place(),
    ...given,
  })
  async function aDelivery(delivery: object, secrets: object = { delivery_secret: 'swordfish' }) {
    const queue_id = tenant.queue_id
    await server.deps.db('annotations').where({ queue_id }).update({ status: 'purged' })
    const made = await admin.post('/export_profiles', {
      name: `Profile ${performance.now()}`,
      queue: url('queues', queue_id),
      columns: [{ heading: 'Id', property: 'id' }],
      file_name: 'bills',
      delivery,
      ...secrets,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    await anAnnotation(server.deps.db, tenant, { status: 'exported' })
    const planned = await admin.post(`/export_profiles/${made.body.id}/deliver`, {})
    const id = Number(String(planned.body.url).split('/').pop())
    const shown = async () => (await admin.get(`/export_deliveries/${id}`)).body as Json
    return { profile: made.body as Json, id, shown, send: () => sendDelivery(deps(), id) }
  }

  it('is made by a private key with a passphrase, none of which is shown', async () => {
    const { profile, id, shown, send } = await aDelivery(bySftp({ folder: '/data/' }), {
      delivery_private_key: { key: keys.private, passphrase: PASSPHRASE },
    })
    expect(JSON.stringify(profile)).not.toContain('PRIVATE')
    await send()
    expect(await shown()).toMatchObject({
      status: 'sent',
      file_name: `bills-${id}.csv`,
      destination: `SFTP sheaf@127.0.0.1:${sftp.port}, /data/`,
    })
    expect([...sftp.files.keys()]).toEqual([`/data/bills-${id}.csv`])
    expect(sftp.logins).toEqual(['publickey'])
    expect(await server.deps.db('audit_logs').whereRaw(`content::text like '%PRIVATE%'`)).toEqual([])
  })

  it('is refused with a key that cannot be read', async () => {
    const { profile } = await aDelivery(bySftp())
    const patch = async (delivery_private_key: object) =>
      (await admin.patch(`/export_profiles/${profile.id}`, { delivery_private_key })).body.delivery_private_key
    expect(await patch({ key: keys.private })).toEqual(['The key needs its passphrase.'])
    expect(await patch({ key: keys.private, passphrase: 'x' })).toEqual(['The passphrase is not that of the key.'])
    expect((await patch({ key: keys.public }))[0]).toContain('Must be a private')
    expect((await patch({ key: 'x' }))[0]).toContain('Must be a private')
    const unknown = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
    const key = String(unknown.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    expect((await patch({ key }))[0]).toContain('Must be a private')
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    expect(await patch({ key: privateKey.export({ type: 'pkcs8', format: 'pem' }) })).toBeUndefined()
  })

  it('loses its secrets with the server or the user, and keeps them with the host key', async () => {
    const { profile } = await aDelivery(bySftp())
    const kept = async () => {
      const [row] = await server.deps.db('export_profiles').where({ id: profile.id as number })
      return [row.sealed_delivery_secret !== null, row.sealed_delivery_key !== null]
    }
    const delivery_private_key = { key: keys.private, passphrase: PASSPHRASE }
    await admin.patch(`/export_profiles/${profile.id}`, { delivery_private_key })
    await admin.patch(`/export_profiles/${profile.id}`, { delivery: bySftp({ host_key: null }) })
    expect(await kept()).toEqual([true, true])
    await admin.patch(`/export_profiles/${profile.id}`, { delivery: bySftp({ host: 'evil.example' }) })
    expect(await kept()).toEqual([false, false])
  })

  it('is written once if the connection ends before the answer, also if the file was taken meanwhile', async () => {
    const { id, shown, send } = await aDelivery(bySftp())
    sftp.fault = 'killed'
    await expect(send()).rejects.toMatchObject({ status: 503 })
    expect(sftp.renamed).toEqual([])
    sftp.fault = 'silent rename'
    await expect(send()).rejects.toMatchObject({ status: 503 })
    expect((await shown()).status).toBe('pending')
    // The program that reads the folder.
    sftp.files.clear()
    sftp.fault = 'none'
    await send()
    expect(await shown()).toMatchObject({ status: 'sent', documents: 1, file_name: `bills-${id}.csv` })
    expect(sftp.files.size).toBe(0)
    expect(sftp.renamed).toEqual([`inbox/bills-${id}.csv`])
  })

  it('is sent again if it was refused its name, or goes to another place', async () => {
    const { profile, shown, send } = await aDelivery(bySftp())
    sftp.fault = 'no rename'
    await expect(send()).rejects.toMatchObject({ status: 503 })
    sftp.fault = 'silent rename'
    await expect(send()).rejects.toMatchObject({ status: 503 })
    sftp.fault = 'none'
    sftp.files.clear()
    await admin.patch(`/export_profiles/${profile.id}`, { delivery: bySftp({ folder: '/data' }) })
    await send()
    expect([...sftp.files.keys()]).toEqual([`/data/${(await shown()).file_name as string}`])
    expect((await shown()).destination).toContain('/data')
  })

  it('is refused to a private address that is not allowed', async () => {
    for (const host of ['127.0.0.1', '2130706433', '::ffff:127.0.0.1']) {
      const { id } = await aDelivery(bySftp({ host }))
      const sent = sendDelivery(deps({ allowedPrivateNetworks: [] }), id)
      await expect(sent).rejects.toMatchObject({ message: expect.stringMatching(/allowed/) })
    }
    expect(sftp.logins).toEqual([])
  })

  it('shows its place to administrators and auditors, and less to others', async () => {
    const { profile } = await aDelivery(bySftp())
    const seen = async (role: 'auditor' | 'viewer') => {
      const { client } = await person(role, [tenant.queue_id])
      return (await client.get(`/export_profiles/${profile.id}`)).body.delivery as Json
    }
    expect(await seen('auditor')).toMatchObject({ host: '127.0.0.1', user: 'sheaf' })
    expect(await seen('viewer')).toEqual({ type: 'sftp', cron: null, status: 'exported' })
    const store = { type: 's3', bucket: 'bills', access_key_id: 'AKIA' }
    await admin.patch(`/export_profiles/${profile.id}`, { delivery: store })
    expect(await seen('auditor')).toMatchObject({ bucket: 'bills' })
    expect(await seen('auditor')).not.toHaveProperty('access_key_id')
    expect(await seen('viewer')).not.toHaveProperty('bucket')
  })

  it('stays when its profile is deleted; one that is not sent fails', async () => {
    const sent = await aDelivery(bySftp())
    await sent.send()
    const waiting = await aDelivery(bySftp())
    for (const { profile } of [sent, waiting])
      expect((await admin.delete(`/export_profiles/${profile.id}`)).status).toBe(204)
    expect(await sent.shown()).toMatchObject({ status: 'sent', export_profile: null, profile_name: sent.profile.name })
    const documents = await server.deps.db('export_delivery_documents').where({ export_delivery_id: sent.id })
    expect(documents).toHaveLength(1)
    await expect(waiting.send()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('was deleted') })
    await server.deps.db('export_deliveries').where({ id: waiting.id }).update({ status: 'failed' })
    expect((await admin.post(`/export_deliveries/${waiting.id}/retry`, {})).status).toBe(409)
  })
})
