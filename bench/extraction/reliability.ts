import type { Observation } from './metrics.ts'

/** Values whose confidence is in one tenth of the range. */
export interface Bin {
  count: number
  /** Mean confidence. */
  confidence: number
  /** Share of correct values. */
  right: number
}

/** A field of a part of the report. */
export interface Reliability {
  field: string
  error: number
  bins: Bin[]
}

const BINS = 10

/** Returns the ten bins of the values that were found; bins without values are left out. */
export function binsOf(observations: readonly Observation[]): Bin[] {
  const predicted = observations.filter((one) => one.predicted)
  const bins: Bin[] = []
  for (let bin = 0; bin < BINS; bin++) {
    const members = predicted.filter((one) => Math.min(BINS - 1, Math.floor(one.confidence * BINS)) === bin)
    if (members.length === 0) continue
    bins.push({
      count: members.length,
      confidence: members.reduce((sum, one) => sum + one.confidence, 0) / members.length,
      right: members.filter((one) => one.right).length / members.length,
    })
  }
  return bins
}

/** Returns the expected calibration error: the mean difference of confidence and share of correct values, weighted by count. */
export function errorOf(bins: readonly Bin[]): number {
  const all = bins.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return NaN
  return bins.reduce((sum, bin) => sum + (bin.count / all) * Math.abs(bin.confidence - bin.right), 0)
}

const CELL = 130
const PLOT = 96
const PER_ROW = 6

/** Draws a plot of confidence (x) against the share of correct values (y) for each field; the area of a dot shows the number of values. */
export function drawReliability(fields: readonly Reliability[]): string {
  const rows = Math.ceil(fields.length / PER_ROW)
  const plots = fields.map(({ field, bins, error }, i) => {
    const [x, y] = [(i % PER_ROW) * CELL + 18, Math.floor(i / PER_ROW) * (CELL + 10) + 24]
    const all = bins.reduce((sum, { count }) => sum + count, 0)
    const dots = bins.map(
      (bin) =>
        `<circle cx="${(x + bin.confidence * PLOT).toFixed(1)}" cy="${(y + (1 - bin.right) * PLOT).toFixed(1)}" r="${(1.5 + 7 * Math.sqrt(bin.count / all)).toFixed(1)}" fill="#2563eb" fill-opacity=".65"/>`,
    )
    return [
      `<text x="${x}" y="${y - 8}" font-weight="600">${field}</text>`,
      `<rect x="${x}" y="${y}" width="${PLOT}" height="${PLOT}" fill="none" stroke="#94a3b8"/>`,
      `<line x1="${x}" y1="${y + PLOT}" x2="${x + PLOT}" y2="${y}" stroke="#94a3b8" stroke-dasharray="3 3"/>`,
      ...dots,
      `<text x="${x}" y="${y + PLOT + 12}" fill="#64748b">error ${error.toFixed(3)}, n ${all}</text>`,
    ].join('\n')
  })
  const [width, height] = [PER_ROW * CELL + 10, rows * (CELL + 10) + 10]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="10">
<rect width="${width}" height="${height}" fill="#fff"/>
${plots.join('\n')}
</svg>
`
}
