/**
 * Permissions: the matrices of annotations and of objects in one table. The rows a user can see are determined separately, by `visible` of
 * each resource. `own` and `assigned` are rights on some rows only; the resource that uses them determines which.
 */
export const ROLES = [
  'viewer',
  'annotator_limited',
  'annotator_embedded',
  'annotator',
  'manager',
  'approver',
  'admin',
  'organization_group_admin',
  'auditor',
] as const
export type Role = (typeof ROLES)[number]

export const VERBS = ['list', 'create', 'retrieve', 'replace', 'update', 'destroy'] as const
export type Verb = (typeof VERBS)[number]

/**
 * `change`: read and change existing objects. `full`: also create and delete. `own`: `full` on objects the user created, and read all
 * others. `self`: change and delete one's own row, and read all others.
 */
const RIGHTS = ['-', 'read', 'change', 'full', 'own', 'self'] as const
export type Right = (typeof RIGHTS)[number]

export const OBJECTS = table<Right>(
  RIGHTS,
  `
  object                   viewer  limited  embedded  annotator  manager  approver  admin   group_admin  auditor
  organizations            read    read     read      read       read     read      change  change       read
  organization_groups      read    read     read      read       read     read      read    read         read
  memberships              -       -        -         -          -        -         -       full         -
  organization_group_parts -       -        -         -          -        -         -       read         -
  groups                   read    read     read      read       read     read      read    read         read
  users                    self    self     self      self       self     self      full    full         read
  sign_on                  -       -        -         -          -        -         full    full         read
  workspaces               read    read     read      read       read     read      full    full         read
  queues                   read    read     read      read       read     read      full    full         read
  schemas                  read    read     read      read       read     read      full    full         read
  labels                   read    read     read      read       read     read      full    full         read
  export_profiles          read    read     read      read       read     read      full    full         read
  export_deliveries        -       -        -         -          -        -         read    read         read
  learned_layouts          read    read     read      read       read     read      full    full         read
  engines                  read    read     read      read       read     read      full    full         read
  generic_engines          read    read     read      read       read     read      read    read         read
  rules                    read    read     read      read       read     read      full    full         read
  rule_logs                -       -        -         -          -        -         read    read         read
  hooks                    read    read     read      read       read     read      full    full         read
  hook_templates           read    read     read      read       read     read      read    read         read
  hook_logs                -       -        -         -          -        -         read    read         read
  connectors               -       -        -         -          -        -         full    full         read
  triggers                 -       -        -         -          -        -         full    full         read
  email_templates          read    read     read      read       read     read      full    full         read
  inboxes                  read    read     read      read       read     read      full    full         read
  emails                   read    change   change    change     change   read      full    full         read
  delete_recommendations   -       -        -         -          -        -         full    full         read
  audit_logs               -       -        -         -          -        -         read    read         read
  deletion_requests        -       -        -         -          -        -         full    full         read
  workflows                read    read     read      read       read     read      full    full         read
  delegations              -       -        -         -          -        own       full    full         read
  workflow_runs            read    read     read      read       read     read      read    read         read
  annotations              read    change   change    change     change   read      full    full         read
  annotation_parts         read    read     read      read       read     read      read    read         read
  documents                read    change   change    change     change   read      full    full         read
  pages                    read    change   change    change     change   read      change  change       read
  relations                read    full     full      full       full     read      full    full         read
  notes                    read    own      own       own        own      own       full    full         read
  uploads                  read    read     read      read       read     read      read    read         read
  surveys                  own     own      own       own        own      own       full    full         read
`,
)

/** Auditors read everything of their organization but secrets. `assigned`: users to whom the annotation's workflow step or queue assigns it. `in_place`: only pages of its own document. */
const ANSWERS = ['-', 'yes', 'assigned', 'in_place'] as const
export type Answer = (typeof ANSWERS)[number]

export const ACTIONS = table<Answer>(
  ANSWERS,
  `
  action                   viewer  limited  embedded  annotator  manager  approver  admin   group_admin  auditor
  review                   -       yes      yes       yes        yes      -         yes     yes          -
  approve                  -       -        -         -          -        assigned  yes     yes          -
  reject                   -       yes      -         yes        yes      yes       yes     yes          -
  import                   -       -        -         yes        yes      -         yes     yes          -
  edit_pages               -       -        -         yes        yes      -         yes     yes          -
  edit_in_place            -       -        in_place  yes        yes      -         yes     yes          -
  assign                   -       -        -         yes        yes      assigned  yes     yes          -
  purge                    -       -        -         -          -        -         yes     yes          -
  embed                    -       yes      -         yes        yes      -         -       -            -
  send_email               -       yes      yes       yes        yes      -         yes     yes          -
  read_usage               -       -        -         -          yes      -         yes     yes          yes
  read_billing             -       -        -         -          -        -         yes     yes          yes
  administer               -       -        -         -          -        -         yes     yes          -
  see_all_queues           -       -        -         -          -        -         yes     yes          yes
  administer_group         -       -        -         -          -        -         -       yes          -
  read                     yes     yes      yes       yes        yes      yes       yes     yes          yes
`,
)

const VERBS_OF: Record<Right, readonly Verb[]> = {
  '-': [],
  read: ['list', 'retrieve'],
  change: ['list', 'retrieve', 'replace', 'update'],
  full: VERBS,
  own: VERBS,
  self: ['list', 'retrieve', 'replace', 'update', 'destroy'],
}

/** Returns the right of a role. Throws if the object is not in the table. */
export const rightOf = (object: string, role: Role): Right => lookUp(OBJECTS, object)[role]
export const answerOf = (action: string, role: Role): Answer => lookUp(ACTIONS, action)[role]

/** Returns true if a user with these roles may use the verb on at least some of the objects. */
export const mayUse = (object: string, verb: Verb, roles: readonly Role[]): boolean =>
  roles.some((role) => VERBS_OF[rightOf(object, role)].includes(verb))
export const mayDo = (action: string, roles: readonly Role[]): boolean =>
  roles.some((role) => answerOf(action, role) !== '-')

/**
 * Returns what is wrong with a combination of roles, or null: users have one role, and may be approvers besides. Auditors write nothing, so
 * they cannot approve either.
 */
export function errorOfRoles(roles: readonly Role[], subject: string): string | null {
  const main = roles.filter((role) => role !== 'approver')
  if (main.length > 1) return `A ${subject} can have only one role in addition to approver.`
  return roles.length > 1 && main[0] === 'auditor'
    ? 'An auditor can have no other role, because it writes nothing.'
    : null
}

function lookUp<T>(rows: Record<string, Record<Role, T>>, name: string): Record<Role, T> {
  const row = rows[name]
  if (!row) throw new Error(`"${name}" is not in the permission table.`)
  return row
}

/** Parses a table like those above: a heading, then a row per object. Every cell must be one of `words`. */
function table<T extends string>(words: readonly T[], text: string): Record<string, Record<Role, T>> {
  const [, ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  return Object.fromEntries(
    rows.map(([name, ...cells]) => {
      if (cells.length !== ROLES.length || !cells.every((cell) => (words as readonly string[]).includes(cell)))
        throw new Error(`The permissions of "${name}" are not one of ${words.join(', ')} for each role.`)
      return [name!, Object.fromEntries(ROLES.map((role, n) => [role, cells[n]])) as Record<Role, T>]
    }),
  )
}
