export const queues = {
  'queues.title': 'Queues',
  'queues.find': 'Find a queue',
  'queues.noWorkspace': 'Without a workspace',
  'queues.toReview': '{count|# document to review|# documents to review}',
  'queues.nothing': 'Nothing to review',
  'queues.waiting': 'to review',
  'queues.reviewNext': 'Review next',
  'queues.empty': 'You have access to no queue. An administrator can create one or give you access.',
  'queues.noMatch': 'No queue has this name.',
  'queues.deleting': 'This queue is being deleted.',
  'queues.noWorkflow': 'Approvals are enabled, but this queue has no workflow. Its documents cannot be confirmed.',
  'queues.nextDeletions':
    '{count|# document|# documents} will be deleted by {until} because of the lifetime that this queue sets.',
  'queues.insights': 'Insights',
  'queues.learned': 'Learned layouts',
}
