/** The page docs/roles.md: what each role may do, from the tables of permissions. */
import { ACTIONS, OBJECTS, ROLES, type Role } from '../src/rules/access/permissions.ts'

/** The column of a role, and whom it is for. */
const ROLE_TEXTS: Record<Role, [column: string, purpose: string]> = {
  viewer: ['viewer', 'Reads documents and their values.'],
  annotator_limited: ['limited', 'Reviews documents that others have imported.'],
  annotator_embedded: ['embedded', 'Reviews one document at an embedded URL, which another program has requested.'],
  annotator: ['annotator', 'Imports and reviews documents.'],
  manager: ['manager', 'An annotator who also reads reports of work.'],
  approver: ['approver', 'Reads documents, and approves or rejects those that a workflow or queue assigns.'],
  admin: ['admin', 'Manages the organization: users, queues, schemas, hooks and all documents.'],
  organization_group_admin: [
    'group admin',
    'An administrator who also manages memberships of users in organizations of the group.',
  ],
  auditor: ['auditor', 'Reads everything of the organization except secrets, also audit logs, and changes nothing.'],
}

const ACTION_TEXTS: Record<string, string> = {
  review: 'start, change, postpone and confirm a review',
  approve: 'approve a document',
  reject: 'reject a document',
  import: 'import documents',
  edit_pages: 'split, merge and rotate documents',
  edit_in_place: 'delete and rotate pages of the document under review',
  assign: 'assign a document to users',
  purge: 'delete documents irrevocably',
  embed: 'create an embedded URL',
  send_email: 'send emails',
  read_usage: 'read reports of work',
  read_billing: 'read counts for billing',
  administer: 'change settings that only administrators see',
  see_all_queues: 'see all queues without being assigned to them',
  administer_group: 'manage the organization group',
  read: 'read documents and values',
}

const CELLS: Record<string, string> = { in_place: 'own document', self: 'own row' }

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function table(heading: string, rows: readonly (readonly [string, Record<Role, string>])[]): string {
  return [
    line([heading, ...ROLES.map((role) => ROLE_TEXTS[role][0])]),
    line(['---', ...ROLES.map(() => '---')]),
    ...rows.map(([name, cells]) => line([name, ...ROLES.map((role) => CELLS[cells[role]] ?? cells[role])])),
  ].join('\n')
}

/** Returns the page as Markdown. Throws if an action has no text. */
export function rolesPage(): string {
  const actions = Object.entries(ACTIONS).map(([name, cells]) => {
    const text = ACTION_TEXTS[name]
    if (!text) throw new Error(`scripts/roles-page.ts has no text for the action "${name}".`)
    return [`${text} (\`${name}\`)`, cells] as const
  })
  const objects = Object.entries(OBJECTS).map(([name, cells]) => [`\`${name}\``, cells] as const)
  return `# Roles: who may read and do what

A user has one role. Every role except \`auditor\` can be combined with \`approver\`. \`GET groups\` lists the roles; \`groups\` of a user has their URLs.
Administrators and auditors see all queues. All others see the queues that \`queues\` of the user lists, and the documents in them.
\`npm run docs\` writes this page from the tables in [permissions.ts](../src/rules/access/permissions.ts), which every request is checked by.

| role | purpose |
| --- | --- |
${ROLES.map((role) => line([`\`${role}\``, ROLE_TEXTS[role][1]])).join('\n')}

Users can also act in other organizations of their group by a membership, with roles of its own ([credentials.md](credentials.md)).

## Work with documents

\`assigned\`: if the step of an approval workflow or the queue names the user as an approver. \`own document\`: only at the embedded URL of
the document.

${table('action', actions)}

## Objects of the API

- \`read\`: list and retrieve;
- \`change\`: also PUT and PATCH;
- \`full\`: also create and delete;
- \`own\`: full for what the user has created, read for the rest;
- \`own row\`: the user changes and deletes only itself, and reads all others;
- \`-\`: requests are answered with 403.

${table('object', objects)}
`
}
