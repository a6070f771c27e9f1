import type { queues as en } from '../en/queues.ts'

export const queues: Record<keyof typeof en, string> = {
  'queues.title': 'Warteschlangen',
  'queues.find': 'Warteschlange suchen',
  'queues.noWorkspace': 'Ohne Arbeitsbereich',
  'queues.toReview': '{count|# Dokument zu prüfen|# Dokumente zu prüfen}',
  'queues.nothing': 'Nichts zu prüfen',
  'queues.waiting': 'zu prüfen',
  'queues.reviewNext': 'Nächstes Dokument prüfen',
  'queues.empty':
    'Sie haben auf keine Warteschlange Zugriff. Ein Administrator kann eine anlegen oder Ihnen Zugriff geben.',
  'queues.noMatch': 'Es gibt keine Warteschlange mit diesem Namen.',
  'queues.deleting': 'Diese Warteschlange wird gelöscht.',
  'queues.noWorkflow':
    'Freigaben sind eingeschaltet, aber diese Warteschlange hat keinen Workflow. Ihre Dokumente können nicht bestätigt werden.',
  'queues.nextDeletions':
    '{count|# Dokument wird|# Dokumente werden} bis {until} gelöscht, weil ihre Aufbewahrungsfrist in dieser Warteschlange endet.',
  'queues.insights': 'Auswertung',
  'queues.learned': 'Gelernte Layouts',
}
