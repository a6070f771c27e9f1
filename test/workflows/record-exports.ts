/** Records a delivery of an export profile, which fails at once without a mail server, and the sweep that starts it. */
import { planDelivery } from '../../src/domain/exports/plan-deliveries.ts'
import { profileRows } from '../../src/domain/exports/profiles.ts'
import { sweepId } from '../../src/domain/outbox/schedules.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { DEFAULTS } from '../../src/rules/export-profiles/types.ts'
import { anAnnotation } from '../domain/fixtures.ts'
import { aFixture, type Harness } from './harness.ts'
import { triggered, type Keep } from './keep-history.ts'

export async function recordExports({ deps }: Harness, keep: Keep): Promise<void> {
  const fixture = await aFixture(deps)
  await anAnnotation(deps.db, fixture, 'exported')
  const planned = await transact(deps, async (tx) => {
    const id = await profileRows.create(tx, fixture.who, {
      ...DEFAULTS,
      queue_id: fixture.queue.id,
      name: 'Accountant',
      columns: [{ heading: 'Id', property: 'id' }],
      delivery: { type: 'email', cron: null, status: 'exported', to: ['office@example.org'], subject: 'Bills' },
    })
    return planDelivery(tx, id, new Date(), null)
  })
  await keep(await triggered(deps.temporal.schedule.getHandle(sweepId(deps, 'exports'))), 'exports-swept')
  await keep(`export-delivery/${planned}`, 'export-refused')
}
