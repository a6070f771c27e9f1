/** Everything an import needs, real: database, Temporal, blobs in a folder, children that read documents. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { startWorker } from '../../src/activities/main.ts'
import type { RunningWorker } from '../../src/activities/main.ts'
import { readConfig } from '../../src/config.ts'
import type { Config } from '../../src/config.ts'
import type { Deps } from '../../src/deps.ts'
import { openBlobs } from '../../src/domain/blobs/index.ts'
import { openLog } from '../../src/log.ts'
import { openDocumentSandbox } from '../../src/sandbox/documents.ts'
import { anOrganization } from '../domain/fixtures.ts'
import type { Fixture } from '../domain/fixtures.ts'
import { testDatabase } from '../support/database.ts'
import { testTemporal } from '../support/temporal.ts'

export interface Harness {
  config: Config
  deps: Deps
  /** Environment of a worker process that shares all of it. */
  env: Record<string, string>
  startWorker(): Promise<RunningWorker>
  stop(): Promise<void>
}

/** `overrides` replace parts of the dependencies of the worker and of the tests. */
export async function harness(overrides: (deps: Deps) => Partial<Deps> = () => ({})): Promise<Harness> {
  const home = mkdtempSync(join(tmpdir(), 'sheaf-workflows-'))
  const [database, temporal] = [await testDatabase(), await testTemporal()]
  const env = {
    SHEAF_HOME: home,
    DATABASE_URL: database.url,
    BLOBS_FOLDER: join(home, 'blobs'),
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    SECRET_KEY: 'a test secret that is long enough for signing',
    DOCUMENT_PROCESSES: '2',
    LOG_LEVEL: 'error',
  }
  const config = readConfig(env)
  const documents = openDocumentSandbox({ processes: 2 })
  const base: Deps = {
    config,
    db: database.db,
    blobs: await openBlobs(config.blobs),
    documents,
    temporal: temporal.client,
    log: openLog('error'),
    clock: () => new Date(),
  }
  const deps = { ...base, ...overrides(base) }
  const workers: RunningWorker[] = []
  return {
    config,
    deps,
    env,
    startWorker: async () => {
      const worker = await startWorker(config, deps)
      workers.push(worker)
      return worker
    },
    stop: async () => {
      for (const worker of workers) await worker.stop()
      await documents.close()
      await temporal.close()
      await database.drop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

export const aFixture = (deps: Deps, queue: Record<string, unknown> = {}): Promise<Fixture> =>
  anOrganization(deps.db, queue)

/** Asks until the answer fits; fails with the last answer when that takes longer than any healthy machine needs. */
export async function until<T>(ask: () => Promise<T>, fits: (answer: T) => boolean, seconds = 60): Promise<T> {
  for (const end = Date.now() + seconds * 1000; ; await wait(25)) {
    const answer = await ask()
    if (fits(answer)) return answer
    if (Date.now() > end) throw new Error(`Waited ${seconds} s in vain; last: ${JSON.stringify(answer)}`)
  }
}

/** Statuses of all annotations of an upload, by id. */
export const statuses = (deps: Deps, uploadId: number): Promise<string[]> =>
  deps.db('annotations').where({ upload_id: uploadId }).orderBy('id').pluck('status') as unknown as Promise<string[]>

export const task = (
  deps: Deps,
  uploadId: number,
): Promise<{ status: string; detail: string | null; code: string | null }> =>
  deps.db('tasks').where({ upload_id: uploadId }).first('status', 'detail', 'code') as never

/** A digital invoice of one page; the number makes every one different. */
export async function invoicePdf(number: string, total = '119.00', pages = 1): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', margin: 50, info: { CreationDate: new Date(0) } })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => pdf.on('end', resolve))
  pdf.fontSize(20).text('INVOICE', 50, 50)
  pdf.fontSize(10).text('Northwind Paper Ltd', 50, 90).text('12 Mill Lane, Leeds LS1 4AB', 50, 104)
  pdf
    .text(`Invoice number: ${number}`, 350, 90)
    .text('Invoice date: 2026-02-03', 350, 104)
    .text('Due date: 2026-03-05', 350, 118)
  pdf.text('Bill to: Harbour Books GmbH', 50, 140)
  const row = (y: number, ...cells: string[]) =>
    cells.forEach((cell, index) => pdf.text(cell, [50, 300, 380, 480][index]!, y))
  row(200, 'Description', 'Quantity', 'Unit price', 'Amount')
  row(220, 'Copy paper A4', '10', '5.00', '50.00')
  row(236, 'Envelopes C5', '25', '2.00', '50.00')
  row(280, '', '', 'Subtotal', '100.00')
  row(296, '', '', 'VAT 19%', '19.00')
  row(312, '', '', 'Total', `${total} EUR`)
  for (let page = 1; page < pages; page++) pdf.addPage().text(`Terms, page ${page + 1}`, 50, 50)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}
