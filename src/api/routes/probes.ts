/** Checks of the parts of the service, shared by requests: frequent calls cost nothing. */
import { examinePart, type Checked, type Part, type Problem } from '../../domain/readiness/index.ts'
import type { Deps } from '../../deps.ts'

/** Maximum time to wait for one part. */
const PATIENCE_MS = 3_000
/** A result is reused for this time; a working store of files, which is tested by a write, longer. */
const REUSED_MS = 2_000
const STORE_REUSED_MS = 10_000

interface Probed {
  until: number
  problems: Promise<Problem[]>
}

/** By the dependency that is checked, so that each process has one probe at a time. */
const recent = new WeakMap<object, Map<Part, Probed>>()
const SUBJECTS: Record<Part, keyof Checked> = {
  database: 'db',
  temporal: 'temporal',
  workers: 'temporal',
  blobs: 'blobs',
}

/** Returns what is missing of a part, at most ten seconds old. Logs the reasons, which responses do not contain: they name hosts and users. */
export function probe(deps: Deps, part: Part): Promise<Problem[]> {
  const subject = deps[SUBJECTS[part]]
  const probes = recent.get(subject) ?? new Map<Part, Probed>()
  recent.set(subject, probes)
  const known = probes.get(part)
  if (known && known.until > performance.now()) return known.problems
  const probed: Probed = { until: Infinity, problems: check(deps, part) }
  probes.set(part, probed)
  void probed.problems.then(({ length }) => {
    probed.until = performance.now() + (part === 'blobs' && length === 0 ? STORE_REUSED_MS : REUSED_MS)
  })
  return probed.problems
}

async function check(deps: Deps, part: Part): Promise<Problem[]> {
  const problems = await examinePart(part, deps, PATIENCE_MS)
  for (const { sentence, detail } of problems) deps.log.warn({ part, detail }, sentence)
  return problems
}
