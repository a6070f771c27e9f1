/** What a queue has learned from confirmed documents: its layouts, with their evidence, and the means to disable or delete them. */
import './layouts.css'
import '../../ui/panel.css'
import { all, idOf, request } from '../../api/client.ts'
import type { LearnedLayout, Schema } from '../../api/types.ts'
import { route, setQuery } from '../../app/router.ts'
import { fieldsOf, labelsByEngineName } from '../../app/schema-fields.ts'
import type { ScreenProps } from '../../app/screens.ts'
import { formatNumber, t } from '../../i18n/index.ts'
import { Show, useLoad } from '../../ui/load.tsx'
import { loadQueue, QueueHead } from '../../ui/queue-head.tsx'
import { LayoutDetail } from './layout-detail.tsx'
import { LayoutList } from './layout-list.tsx'
import { examplesOf, type Example, type SideloadedAnnotations } from './rules.ts'

/** Annotations that one request asks for. */
const AT_ONCE = 100
/** With more layouts than this, only the newest example of each is read, for its name. */
const MANY = 60

export function Layouts({ params }: ScreenProps) {
  const id = params.id!
  const queue = useLoad((signal) => loadQueue(id, signal), [id])
  const layouts = useLoad(() => all<LearnedLayout>('/learned_layouts', { queue: id, ordering: '-modified_at' }), [id])
  const examples = useLoad(
    async () => (layouts.value && queue.value ? await loadExamples(layouts.value, queue.value.schema) : undefined),
    [layouts.value, queue.value],
  )
  const selected = Number(route.value.query.get('layout'))
  const select = (layout: number | null) =>
    setQuery({ layout: layout === null ? null : String(layout) }, { replace: false })
  return (
    <Show loaded={queue}>
      {({ queue, schema }) => (
        <>
          <QueueHead id={id} name={queue.name} current="layouts" />
          <p class="intro soft">{t('layouts.intro')}</p>
          {!queue.training_enabled && <p class="note">{t('layouts.trainingOff')}</p>}
          <Show loaded={layouts}>
            {(known) => {
              if (!known.length) return <p class="notice">{t('layouts.empty')}</p>
              const chosen = known.find((layout) => layout.id === selected)
              return (
                <div class={`layouts ${chosen ? 'has-detail' : ''}`}>
                  <div class="layouts-side">
                    <p class="soft" role="status">
                      {t('layouts.count', { count: known.length })}{' '}
                      {t('layouts.off', { count: formatNumber(known.filter(({ enabled }) => !enabled).length) })}
                    </p>
                    <LayoutList layouts={known} examples={examples.value} selected={chosen?.id} select={select} />
                  </div>
                  {chosen ? (
                    <LayoutDetail
                      key={chosen.id}
                      layout={chosen}
                      examples={examples.value}
                      labels={labelsByEngineName(schema.content)}
                      back={() => select(null)}
                      changed={(layout) => layouts.set(known.map((one) => (one.id === layout.id ? layout : one)))}
                      deleted={() => {
                        layouts.set(known.filter((one) => one.id !== chosen.id))
                        select(null)
                      }}
                    />
                  ) : (
                    <p class="card choose soft">{t('layouts.choose')}</p>
                  )}
                </div>
              )
            }}
          </Show>
        </>
      )}
    </Show>
  )
}

/** Reads the files and senders of example documents. Layouts are shown without them if the user may not see the documents. */
async function loadExamples(layouts: readonly LearnedLayout[], schema: Schema): Promise<Map<string, Example>> {
  const isSender = (names: readonly string[], id: string) => (names.length ? names : [id]).includes('sender_name')
  const sender = fieldsOf(schema.content).find(({ field }) => isSender(field.rir_field_names ?? [], field.id))
  const most = layouts.length > MANY ? 1 : undefined
  const urls = new Set(layouts.flatMap(({ evidence }) => evidence.annotations.slice(0, most)))
  const ids = [...urls].map(idOf)
  const groups = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, group) =>
    ids.slice(group * AT_ONCE, (group + 1) * AT_ONCE),
  )
  const pages = await Promise.all(
    groups.map((group) =>
      request<SideloadedAnnotations>('/annotations', {
        query: {
          id: group,
          page_size: AT_ONCE,
          sideload: sender ? 'documents,content' : 'documents',
          'content.schema_id': sender?.field.id,
          fields: 'id,url,document',
        },
      }).catch((): SideloadedAnnotations => ({ results: [] })),
    ),
  )
  return new Map(pages.flatMap((page) => [...examplesOf(page)]))
}
