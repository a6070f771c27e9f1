/** The files for operators in `deploy`: every metric they name exists, every setting is known, every query is PromQL. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { FINISH_AFTER_DRAIN_MS } from '../../src/api/connections.ts'
import { readConfig } from '../../src/config.ts'
import { settings } from '../../src/config-settings.ts'
import { collectFrom, registry } from '../../src/metrics/index.ts'

const folder = join(import.meta.dirname, '../../deploy')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

interface Rules {
  groups: {
    rules: { alert: string; expr: string; labels: { severity: string }; annotations: Record<string, string> }[]
  }[]
}
interface Dashboard {
  panels: { title: string; targets?: { expr: string }[]; gridPos: { x: number; y: number; w: number; h: number } }[]
  templating: { list: { query: string }[] }
}

collectFrom({ db: {} as never, lastPolls: () => Promise.resolve(new Map()) })
/** Histograms are read by the names of their parts. */
const known = new Set(
  registry.getMetricsAsArray().flatMap(({ name }) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]),
)

/** The metrics of a query; throws if it is not PromQL. */
function metricsOf(query: string): string[] {
  const names: string[] = []
  const text = query.replaceAll(/\$\w+/g, 'x')
  parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) throw new Error(`"${query}" is not PromQL at ${from}.`)
      if (type.name === 'VectorSelector') names.push(/^\w+/.exec(text.slice(from, to))![0])
    },
  })
  return names
}

const { groups } = parse(read('prometheus/alerts.yaml')) as Rules
const rules = groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(read('grafana/sheaf.json')) as Dashboard
const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
]

describe('queries of alert rules and dashboard', () => {
  it.each(queries)('%s uses metrics that exist: %s', (_, query) => {
    const names = metricsOf(query)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(known).toContain(name)
  })

  it('are refused if they are not PromQL or name an unknown metric', () => {
    expect(() => metricsOf('sum(rate(sheaf_imports_total[5m])')).toThrow('is not PromQL')
    expect(known).not.toContain('sheaf_import_total')
  })
})

describe('alert rules', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s says what happened and what to do', (_, rule) => {
    expect(['critical', 'warning']).toContain(rule.labels.severity)
    for (const name of ['summary', 'action']) expect(rule.annotations[name]).toMatch(/[.]$/)
  })
})

describe('the manifests for Kubernetes', () => {
  const documents = parseAllDocuments(read('kubernetes/sheaf.yaml')).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS() as { kind: string; metadata: { name: string }; data?: Record<string, string>; spec?: never }
  })

  it('name only settings that exist', () => {
    const { data } = documents.find(({ kind }) => kind === 'ConfigMap')!
    for (const name of Object.keys(data!)) expect(Object.keys(settings.properties)).toContain(name)
  })

  it('scale the workers by a metric that exists', () => {
    const scaled = documents.find(({ kind }) => kind === 'ScaledObject') as unknown as {
      spec: { triggers: { metadata: { query: string } }[] }
    }
    for (const name of metricsOf(scaled.spec.triggers[0]!.metadata.query)) expect(known).toContain(name)
  })

  it('probe paths and run files that exist', () => {
    const text = read('kubernetes/sheaf.yaml')
    for (const [, file] of text.matchAll(/\bnode, (src\/[\w/-]+\.ts)/g))
      expect(() => readFileSync(join(folder, '..', file!))).not.toThrow()
    const paths = Object.keys(
      (JSON.parse(readFileSync(join(folder, '../docs/openapi.json'), 'utf8')) as { paths: object }).paths,
    )
    const probed = [...text.matchAll(/path: \/api(\/v1\/[\w/]+)/g)].map(([, path]) => path)
    expect(probed.length).toBeGreaterThan(2)
    for (const path of probed) expect(paths).toContain(path)
  })
})

describe('the time in which the api may stop', () => {
  interface Deployment {
    kind: string
    metadata: { name: string }
    spec: { template: { spec: { terminationGracePeriodSeconds?: number } } }
  }
  const needed = readConfig({}, { mode: 'embedded' }).drainS + FINISH_AFTER_DRAIN_MS / 1000

  it('is longer than DRAIN_S and the requests in progress in Kubernetes', () => {
    const objects = parseAllDocuments(read('kubernetes/sheaf.yaml')).map((one) => one.toJS() as Deployment)
    const api = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'sheaf-api')
    expect(api?.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(needed)
  })

  it('is longer than DRAIN_S and the requests in progress in compose', () => {
    const compose = parse(readFileSync(join(folder, '../docker-compose.yml'), 'utf8'), { merge: true }) as {
      services: Record<string, { stop_grace_period?: string }>
    }
    expect(parseInt(compose.services['api']?.stop_grace_period ?? '', 10)).toBeGreaterThan(needed)
  })
})
