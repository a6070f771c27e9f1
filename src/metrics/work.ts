/** What the organizations with the most work have used of this process in the last minute. */
import { Counter, Gauge } from 'prom-client'
import { ledger } from '../work/ledger.ts'
import { registry } from './registry.ts'

/** Organizations in the metrics: each is a time series per kind, and there may be thousands. */
const SHOWN = 5
const registers = [registry]

export const workRefused = new Counter({
  name: 'sheaf_work_refused_total',
  help: 'Requests refused because their organization or user was beyond its share, by share.',
  labelNames: ['share'],
  registers,
})

const topOrganizations = () =>
  ledger
    .top(Infinity)
    .filter(({ user_id }) => user_id === undefined)
    .slice(0, SHOWN)

new Gauge({
  name: 'sheaf_work_seconds',
  help: 'Time that the five organizations with the most processor time have used of this process in the last minute, by kind: thread (that answers requests), checks, documents and functions (of child processes).',
  labelNames: ['organization', 'kind'],
  registers,
  collect() {
    this.reset()
    for (const { organization_id, used } of topOrganizations())
      for (const kind of ['thread', 'checks', 'documents', 'functions'] as const)
        this.set({ organization: organization_id, kind }, used[`${kind}_ms`] / 1000)
  },
})
new Gauge({
  name: 'sheaf_work_bytes',
  help: 'Bytes of the requests (in) and answers (out) of these organizations in the last minute.',
  labelNames: ['organization', 'direction'],
  registers,
  collect() {
    this.reset()
    for (const { organization_id, used } of topOrganizations())
      for (const direction of ['in', 'out'] as const)
        this.set({ organization: organization_id, direction }, used[`bytes_${direction}`])
  },
})
