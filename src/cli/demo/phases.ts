import { typed } from '../typed.ts'

/** What the demo does, in order. */
const PHASES = ['start', 'import', 'show', 'review', 'export'] as const
type Phase = (typeof PHASES)[number]

/** Formats the heading of a phase, with its number. */
export const heading = (phase: Phase, text: string): string =>
  `\nStep ${PHASES.indexOf(phase) + 1} of ${PHASES.length}: ${text}`

/** The first line of the demo: whether the service will run afterwards. */
export const firstLine = (keep: boolean): string =>
  keep
    ? 'This demo leaves the service running until you press Ctrl-C.'
    : `This demo stops the service at the end if it started it; \`${typed('demo', '--keep')}\` leaves it running.`
