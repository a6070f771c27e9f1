/** `sheaf organization create`: an organization with its first administrator, in the database of the service. */
import { openDatabase } from '../../../db/knex.ts'
import { createOrganization, domainOf } from '../../domain/people/organizations.ts'
import { TEMPLATE_NAMES } from '../../domain/queues/templates/index.ts'
import { errorsOfPassword } from '../../rules/access/passwords.ts'
import { newPassword } from '../new-password.ts'
import { Problem } from '../problem.ts'
import { configureRunning } from './configure.ts'

export interface NewOrganization {
  name: string
  admin: string
  fullName?: string | undefined
  template: string
}

export interface Made {
  organization: number
  username: string
  /** Null if SHEAF_PASSWORD provides it. */
  password: string | null
  workspace: number
  queue: number
}

/** Returns a sentence about a field of the API as one about the variable. */
const ofPassword = (sentence: string): string =>
  sentence
    .replace(/^Ensure this field has at least/, 'SHEAF_PASSWORD must have at least')
    .replace(/^Ensure this field has no more than/, 'SHEAF_PASSWORD must have no more than')
    .replace(/^(This|The) password is/, 'SHEAF_PASSWORD is')

/** Creates the organization. Throws Problem or ApiError for values that the service refuses. */
export async function makeOrganization({ name, admin, fullName, template }: NewOrganization): Promise<Made> {
  if (!TEMPLATE_NAMES.includes(template))
    throw new Problem(`There is no template "${template}". The templates are: ${TEMPLATE_NAMES.join(', ')}.`)
  if (!/^[^\s@]+@[^\s@]+$/.test(admin)) throw new Problem(`"${admin}" is not an email address.`)
  const given = process.env['SHEAF_PASSWORD']
  const password = given || newPassword()
  const [weak] = errorsOfPassword(password, { username: admin })
  if (weak) throw new Problem(ofPassword(weak))
  const config = configureRunning()
  const db = openDatabase(config.databaseUrl, { poolMax: 1, name: 'sheaf-organization', purpose: 'requests' })
  try {
    const made = await createOrganization(db, {
      template_name: template,
      name,
      user_fullname: fullName ?? admin.slice(0, admin.indexOf('@')),
      user_email: admin,
      user_password: password,
      domain: domainOf(config),
      mail_domain: config.mailDomain,
    })
    return {
      organization: made.organization_id,
      username: admin,
      password: given ? null : password,
      workspace: made.workspace_id,
      queue: made.queue_id,
    }
  } finally {
    await db.destroy()
  }
}
