/** `sheaf smtp`: the SMTP server of the inboxes as a process of its own. */
import { runService } from '../../run-service.ts'
import { startSmtp } from './server.ts'

/** IANA's port for SMTP, which needs a privilege on most systems. */
const SMTP_PORT = 25

/** Runs the process of `sheaf smtp`. */
export const runSmtp = (): Promise<void> =>
  runService(async (config, deps, parts) => {
    const smtp = await startSmtp(deps, config.mail.port ?? SMTP_PORT)
    parts.push(smtp)
    deps.log.info({ port: smtp.port, domain: config.mailDomain }, 'smtp is ready')
  })
