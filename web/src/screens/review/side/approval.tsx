/** The approval of the document: its steps, who must approve, who did, with notes. */
import { all, idOf, request } from '../../../api/client.ts'
import type { Workflow, WorkflowActivity, WorkflowRun, WorkflowStep } from '../../../api/types.ts'
import { formatDateTime, t } from '../../../i18n/index.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import type { Review } from '../store/review.ts'
import { approvalSteps, type ApprovalStep, type StepState } from './history.ts'
import { personName } from './people.ts'
import { Problem } from './problem.tsx'
import { inWords } from './reasons.ts'
import { resourceOf, useResource } from './resource.ts'

interface Approval {
  run: WorkflowRun
  name: string
  steps: ApprovalStep[]
  /** Activities that belong to no step, such as that an administrator has sent the document back. */
  others: WorkflowActivity[]
}

async function read({ id }: Review): Promise<Approval[]> {
  const runs = await all<WorkflowRun>('/workflow_runs', { annotation: id, ordering: '-id' })
  if (!runs.length) return []
  const activities = await all<WorkflowActivity>('/workflow_activities', { annotation: id, ordering: 'id' })
  return Promise.all(
    runs.map(async (run): Promise<Approval> => {
      const own = activities.filter(({ workflow_run }) => workflow_run === run.url)
      const url = own[0]?.workflow
      const [workflow, steps] = url
        ? await Promise.all([
            request<Workflow>(url).catch(() => null),
            all<WorkflowStep>('/workflow_steps', { workflow: idOf(url), ordering: 'ordering' }).catch(() => []),
          ])
        : [null, []]
      const others = own.filter(({ action }) => action === 'pushed_back' || action === 'reassigned')
      return { run, name: workflow?.name ?? '', steps: approvalSteps(run, steps, own), others }
    }),
  )
}

export function ApprovalSection({ review }: { review: Review }) {
  const { status, assignees, modified_at } = review.annotation.value
  const version = [status, assignees.length, modified_at].join(' ')
  const resource = resourceOf(review, 'approval', () => read(review))
  const runs = useResource(resource, version).value ?? []
  return (
    <>
      <Problem resource={resource} title={t('side.approval')} />
      {runs.map(({ run, name, steps, others }) => (
        <section key={run.id} class="side-section">
          <h3>
            {name ? t('side.approvalNamed', { name }) : t('side.approval')}
            <span class={`side-tag ${run.workflow_status}`}>{t(`side.approval.${run.workflow_status}`)}</span>
          </h3>
          <ol class="side-steps">
            {steps.map((one) => (
              <Step key={one.step.id} {...one} />
            ))}
          </ol>
          {others.map((activity) => (
            <Activity key={activity.id} activity={activity} />
          ))}
        </section>
      ))}
    </>
  )
}

const ICONS: Record<StepState, IconName> = {
  done: 'check',
  current: 'clock',
  ahead: 'more',
  rejected: 'close',
  skipped: 'minus',
}

function Step({ step, state, assignees, decisions }: ApprovalStep) {
  const isOpen = state === 'current' || state === 'ahead'
  return (
    <li class={`side-step ${state}`} aria-current={state === 'current' ? 'step' : undefined}>
      <Icon name={ICONS[state]} size={16} />
      <div>
        <strong>{step.name}</strong> <span class="soft">{t(`side.step.${state}`)}</span>
        {isOpen && assignees.length > 0 && (
          <p class="hint">
            {t(step.mode === 'all' ? 'side.allOf' : 'side.oneOf', { names: assignees.map(personName).join(', ') })}
          </p>
        )}
        {isOpen && step.mode === 'auto' && <p class="hint">{t('side.autoStep')}</p>}
        {decisions.map((activity) => (
          <Activity key={activity.id} activity={activity} />
        ))}
      </div>
    </li>
  )
}

function Activity({
  activity: { action, created_by, created_at, note, assignees, on_behalf_of },
}: {
  activity: WorkflowActivity
}) {
  const what = t(`side.action.${action}`, { names: assignees.map(personName).join(', ') })
  const by = () => {
    if (created_by === null) return what
    const name = personName(created_by)
    return on_behalf_of === null
      ? t('side.by', { what, name })
      : t('side.byFor', { what, name, approver: personName(on_behalf_of) })
  }
  return (
    <div class="side-activity">
      <p>
        {by()}
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
      </p>
      {note && <blockquote>{inWords(note)}</blockquote>}
    </div>
  )
}
