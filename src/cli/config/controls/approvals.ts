/** Controls of workflows and their steps. */
import { added, condition, free, nameOf, removed, weakerIf, type Control, type Controls } from './control.ts'

export const WORKFLOWS: Controls = {
  condition,
  confirmer_may_approve: weakerIf('confirmer_may_approve', true, 'the user who confirmed a document may approve it'),
  approver_may_repeat: weakerIf('approver_may_repeat', true, 'one user may approve several steps'),
  ...free('name'),
}

/** From the weakest to the strongest. */
const MODES = ['auto', 'any', 'all']

const mode: Control = ({ before, after }) =>
  MODES.indexOf(String(after['mode'])) < MODES.indexOf(String(before['mode']))
    ? [`its mode changes from ${String(before['mode'])} to ${String(after['mode'])}`]
    : []

/** Where all have to approve, each one less is weaker; where one is enough, each one more. */
const assignees: Control = ({ before, after }) => {
  const [more, less] = [added, removed].map((list) => list(before['assignees'], after['assignees'])) as [
    string[],
    string[],
  ]
  if (after['mode'] === 'all') return less.map((name) => `${name} no longer has to approve`)
  return more.map((name) => `${name} may approve`)
}

/** A step that moves to another workflow is lost to its present one. */
const workflow: Control = ({ before, after }) => {
  const [old, next] = [nameOf(before['workflow']), nameOf(after['workflow'])]
  return old === next ? [] : [`the workflow ${old} loses it`]
}

export const WORKFLOW_STEPS: Controls = {
  workflow,
  condition,
  mode,
  assignees,
  ...free('name', 'ordering', 'type'),
}
