/** The content of an annotation as the service has stored it, with its version. */
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { ApiError, send, versioned } from '../../../api/client.ts'
import type { ContentNode, Datapoint, Section } from '../../../api/types.ts'
import { nodesOf, withNodes } from '../model/content.ts'
import type { Operation } from './types.ts'

export interface Tree {
  content: Section[]
}

export interface StoredContent {
  readonly tree: Signal<readonly Section[]>
  /** All fields and cells by id. */
  readonly byId: ReadonlySignal<ReadonlyMap<number, Datapoint>>
  /** Reads the content again, unless this version is the latest. */
  read(): Promise<void>
  /** Applies operations to the present version. Throws ApiError 412 if another version is stored. */
  operate(operations: Operation[]): Promise<void>
  /** Sends a request that answers with one changed node. */
  changeNode(path: string, body: unknown): Promise<void>
  /** The version for requests that change the content in other ways. */
  version(): string | null
  /** Shows nodes that an answer contains, before the content is read again. */
  show(nodes: readonly ContentNode[]): void
}

/** `path` is the path of the annotation, `first` its content as it was loaded. */
export function createContent(path: string, first: { value: Tree; etag: string | null }): StoredContent {
  const tree = signal<readonly Section[]>(first.value.content)
  let etag = first.etag
  const take = ({ content }: Tree, version: string | null): void => {
    etag = version
    tree.value = content
  }
  const byId = computed(() => {
    const found = new Map<number, Datapoint>()
    for (const node of nodesOf(tree.value)) if (node.category === 'datapoint') found.set(node.id, node)
    return found
  })
  return {
    tree,
    byId,
    version: () => etag,
    read: async () => {
      const response = await send(`${path}/content`, { headers: etag ? { 'If-None-Match': etag } : {} }).catch(
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 304) return null
          throw error
        },
      )
      if (response) take((await response.json()) as Tree, response.headers.get('ETag'))
    },
    operate: async (operations) => {
      const answer = await versioned<Tree>(`${path}/content/operations`, { body: { operations }, ifMatch: etag })
      take(answer.value, answer.etag)
    },
    changeNode: async (to, body) => {
      const answer = await versioned<ContentNode>(`${path}/content/${to}`, { body, ifMatch: etag })
      batch(() => {
        etag = answer.etag
        tree.value = withNodes(tree.value, [answer.value])
      })
    },
    show: (nodes) => {
      if (nodes.length) tree.value = withNodes(tree.value, nodes)
    },
  }
}
