/** The topics of the documentation: groups of tags, each with an introduction. */
export interface Topic {
  name: string
  introduction: string
  /** In the order in which a reader needs them. */
  tags: readonly string[]
}

export const TOPICS: readonly Topic[] = [
  {
    name: 'Start here',
    introduction:
      'Log in, send a file with `POST /v1/uploads`, and follow its task until the document is read. `GET /v1` lists all collections, `GET /v1/health` needs no credentials.',
    tags: ['service', 'auth', 'uploads', 'tasks'],
  },
  {
    name: 'Queues and schemas',
    introduction:
      'A queue receives the documents of one kind. Its schema lists the fields to extract with their formats and constraints, its locale decides ambiguous dates and numbers, and its inbox imports email. Start with `POST /v1/queues/from_template`.',
    tags: [
      'workspaces',
      'queues',
      'schemas',
      'inboxes',
      'engines',
      'engine_fields',
      'learned_layouts',
      'generic_engines',
      'generic_engine_schemas',
      'dedicated_engines',
      'dedicated_engine_schemas',
    ],
  },
  {
    name: 'Documents and annotations',
    introduction:
      'A document is a file. An annotation is that document in a queue, with its status and the extracted content: sections with values, and tables with rows. Lists of annotations have the most filters; exports return the content in four formats.',
    tags: [
      'annotations',
      'documents',
      'pages',
      'labels',
      'notes',
      'relations',
      'document_relations',
      'export_profiles',
      'export_deliveries',
      'emails',
      'email_threads',
    ],
  },
  {
    name: 'Review',
    introduction:
      'Users check values of low confidence: `start` reserves an annotation, changes to its content are validated, `confirm` ends the review. Blockers say why an annotation needs a review, workflows add approvals after it.',
    tags: [
      'automation_blockers',
      'suggested_edits',
      'delete_recommendations',
      'workflows',
      'workflow_steps',
      'workflow_runs',
      'workflow_activities',
      'delegations',
    ],
  },
  {
    name: 'Extensions',
    introduction:
      'Hooks call your webhook, or run your function in the service, when something happens to a document. Rules and triggers need no program: conditions with actions, and emails that are sent on events.',
    tags: ['hooks', 'hook_templates', 'connectors', 'rules', 'rules_execution_logs', 'triggers', 'email_templates'],
  },
  {
    name: 'People',
    introduction:
      'Users belong to an organization, have roles and see the queues assigned to them. Several organizations can form a group, whose administrators work in all of them. Single sign-on uses JWTs of your systems or an OpenID provider.',
    tags: [
      'users',
      'groups',
      'organizations',
      'organization_groups',
      'organization_groups/organizations',
      'organization_groups/workspaces',
      'organization_groups/queues',
      'organization_groups/users',
      'organization_groups/memberships',
      'jwt_keys',
      'oidc_providers',
      'auto_provisioning',
    ],
  },
  {
    name: 'Operations',
    introduction:
      'What happened, and how the service is used: the audit log of changes, and surveys of its users. Counts of documents and pages are below organizations (`billing_stats`).',
    tags: ['audit_logs', 'value_changes', 'deletion_requests', 'surveys'],
  },
]

/** The topics as a chapter of the guide, because the page shows no text for groups of tags. */
export const topicsChapter = (): string =>
  `## Topics\n\n${TOPICS.map(({ name, introduction }) => `**${name}.** ${introduction}`).join('\n\n')}\n`
