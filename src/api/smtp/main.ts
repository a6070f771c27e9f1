/** `npm run smtp`: the SMTP server of the inboxes as a process of its own. */
import { loadConfig } from '../../config.ts'
import { openDeps } from '../../open-deps.ts'
import { startSmtp } from './server.ts'

/** IANA's port for SMTP, which needs a privilege on most systems. */
const SMTP_PORT = 25

if (import.meta.main) {
  const config = loadConfig()
  const deps = await openDeps(config)
  const smtp = await startSmtp(deps, config.mail.port ?? SMTP_PORT)
  deps.log.info({ port: smtp.port, domain: config.mailDomain }, 'smtp is ready')
  const stop = () => {
    void smtp
      .stop()
      .then(() => deps.close())
      .then(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
