/** All commands, in the order of `sheaf --help`. */
import type { Command } from '../command.ts'
import { audit } from './audit.ts'
import { backup, restore } from './backup.ts'
import { completion } from './completion.ts'
import { config } from './config.ts'
import { deleteCommand } from './delete.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { exportCommand } from './export.ts'
import { extract } from './extract.ts'
import { groups } from './groups.ts'
import { hooks } from './hooks.ts'
import { login, logout } from './login.ts'
import { mail } from './mail.ts'
import { organization } from './organization.ts'
import { queue } from './queue.ts'
import { reconcile } from './reconcile.ts'
import { rotateKeys } from './rotate-keys.ts'
import { api, health, reader, smtp, worker, workerHealth } from './services.ts'
import { setup, setupOcr } from './setup.ts'
import { up } from './up.ts'
import { upload } from './upload.ts'
import { user } from './user.ts'

/** As in docs/cli.md. */
export const GROUPS: readonly { title: string; commands: readonly Command[] }[] = [
  {
    title: 'On any machine, with a service elsewhere',
    commands: [login, logout, upload, exportCommand, deleteCommand, queue, user, config, hooks, mail],
  },
  { title: 'On any machine, without a service', commands: [up, demo, extract, completion] },
  {
    title: 'For operators, on the machine of the service',
    commands: [
      setup,
      setupOcr,
      doctor,
      api,
      worker,
      smtp,
      reader,
      workerHealth,
      health,
      organization,
      groups,
      backup,
      restore,
      reconcile,
      rotateKeys,
      audit,
    ],
  },
]

export const commands: readonly Command[] = GROUPS.flatMap((one) => one.commands)
