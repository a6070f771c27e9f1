import type { layouts as en } from '../en/layouts.ts'

export const layouts: Record<keyof typeof en, string> = {
  'layouts.intro':
    'Die Warteschlange lernt aus jedem Dokument, das eine Person bestätigt. Ähnliche Dokumente bilden ein Layout. Das nächste Dokument dieses Layouts wird mit dem ausgelesen, was aus den früheren gelernt wurde. Jede Warteschlange lernt für sich.',
  'layouts.trainingOff':
    'Das Lernen ist in dieser Warteschlange ausgeschaltet. Sie lernt nichts Neues und verwendet nichts von dem, was hier steht.',
  'layouts.empty':
    'Es wurde noch nichts gelernt. Mit dem ersten Dokument, das eine Person bestätigt, entsteht ein Layout.',
  'layouts.count': '{count|# Layout|# Layouts},',
  'layouts.off': '{count} deaktiviert',
  'layouts.find': 'Layout suchen',
  'layouts.noMatch': 'Es gibt kein Layout mit diesem Namen.',
  'layouts.unnamed': 'Layout {id}',
  'layouts.choose': 'Wählen Sie ein Layout, um zu sehen, was über seine Felder bekannt ist.',
  'layouts.toList': 'Zurück zur Liste',
  'layouts.disabled': 'Deaktiviert',
  'layouts.disabledMeaning':
    'Dokumente dieses Layouts werden ohne das Layout ausgelesen. Aus ihnen wird nichts gelernt.',
  'layouts.documents': '{count|# Dokument|# Dokumente}',
  'layouts.document': 'Dokument {id}',
  'layouts.fields': '{count|# Feld|# Felder}',
  'layouts.notUsed': 'Noch für kein Dokument verwendet',
  'layouts.kept': '{hits} übernommen, {misses} geändert',
  'layouts.taught': 'Gelernt aus',
  'layouts.lastConfirmed': 'Zuletzt bestätigt',
  'layouts.proposals': 'Vorgeschlagene Werte',
  'layouts.examples': 'Neueste Dokumente',
  'layouts.fieldEvidence': 'Was über die einzelnen Felder bekannt ist',
  'layouts.field': 'Feld',
  'layouts.place': 'Wo der Wert ist',
  'layouts.confirmedIn': 'Dokumente',
  'layouts.emptyIn': 'Davon leer',
  'layouts.hits': 'Übernommen',
  'layouts.misses': 'Geändert',
  'layouts.alwaysEmpty': 'immer leer',
  'layouts.noPlace': 'keine Beschriftung daneben',
  'layouts.rightOf': 'rechts von',
  'layouts.below': 'unter',
  'layouts.onPage': 'auf Seite {page}, ohne Beschriftung',
  'layouts.anywhere': 'irgendwo auf der Seite',
  'layouts.notFound': 'nicht auf der Seite gefunden',
  'layouts.disable': 'Deaktivieren',
  'layouts.enable': 'Aktivieren',
  'layouts.disabledMessage': '„{name}“ ist deaktiviert.',
  'layouts.enabledMessage': '„{name}“ ist aktiviert.',
  'layouts.deletedMessage': '„{name}“ wurde gelöscht.',
  'layouts.deleteTitle': '„{name}“ löschen?',
  'layouts.deleteMeaning':
    'Was aus {count|# bestätigten Dokument|# bestätigten Dokumenten} gelernt wurde, geht verloren und lässt sich nicht wiederherstellen. Die Dokumente selbst bleiben unverändert. Mit dem nächsten bestätigten Dokument dieser Art entsteht ein neues Layout.',
  'layouts.deleteAlternative':
    'Wenn das Layout nur nicht mehr verwendet werden soll, deaktivieren Sie es: Das Gelernte bleibt erhalten. Solange es deaktiviert ist, entsteht an seiner Stelle auch kein neues.',
  'layouts.notDeleted': 'Das Layout wurde nicht gelöscht.',
}
