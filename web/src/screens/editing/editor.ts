/** The state of the open editor, and what its controls do. */
import { computed, signal } from '@preact/signals'
import { t } from '../../i18n/index.ts'
import { record, redo, startHistory, undo } from './history.ts'
import { planFor, type Opened, type Source } from './load.ts'
import { isDocument, numbersOf, pagesOf, partOf, type Draft, type EditPage, type Part } from './model.ts'
import {
  describePart,
  moveBy,
  moveTo,
  moveToNew,
  cutBefore,
  rotate,
  setDeleted,
  toggleCut,
  type Keys,
  type Place,
} from './operations.ts'
import { affected, extend, NOTHING, selectOne, toggle } from './selection.ts'
import { applySuggestion, followsSuggestion, suggestedCuts, suggestedPages } from './suggestion.ts'

export class Editor {
  readonly opened: Opened
  readonly history
  readonly selection = signal(NOTHING)
  /** The page that has or gets the focus. */
  readonly focused = signal<number | null>(null)
  /** The page that is shown large. */
  readonly zoomed = signal<number | null>(null)
  readonly isSuggesting = signal(false)
  readonly isDragging = signal(false)
  /** While it is saved, the draft must not change. */
  readonly isSaving = signal(false)
  /** The last change, for assistive technology. */
  readonly said = signal('')
  /** Counts requests to put the focus on `focused`: pages that change the part are drawn again and lose it. */
  readonly refocus = signal(0)
  #hasSuggestion = false
  #isFinished = false

  constructor(opened: Opened) {
    this.opened = opened
    this.history = signal(startHistory(opened.draft))
    this.focused.value = pagesOf(opened.draft)[0]?.key ?? null
    this.isSuggesting.value = opened.suggestion !== null
  }

  readonly draft = computed<Draft>(() => this.history.value.present)
  readonly plan = computed(() => planFor(this.opened, this.draft.value))
  readonly numbers = computed(() => numbersOf(this.draft.value))
  readonly order = computed(() => pagesOf(this.draft.value).map(({ key }) => key))
  /** Ids of pages before which the suggestion cuts and the draft does not. */
  readonly dashed = computed<ReadonlySet<number>>(() => {
    const { suggestion } = this.opened
    if (!suggestion || !this.isSuggesting.value) return new Set()
    const cut = new Set(this.draft.value.parts.map(({ pages }) => pages[0]?.page))
    return new Set([...suggestedCuts(suggestion)].filter((page) => !cut.has(page)))
  })
  /** What the suggestion would do with pages, by id, where the draft does not do it. */
  readonly hints = computed(() => {
    const { suggestion } = this.opened
    if (!suggestion || !this.isSuggesting.value) return new Map<number, string>()
    const pages = new Map(pagesOf(this.draft.value).map((page) => [page.page, page]))
    return new Map(
      [...suggestedPages(suggestion)].flatMap(([id, { rotation, deleted }]) => {
        const page = pages.get(id)
        if (deleted && !page?.deleted) return [[id, t('editing.hintLeaveOut')] as const]
        return rotation && page?.rotation !== rotation ? [[id, t('editing.hintRotate')] as const] : []
      }),
    )
  })
  readonly isFollowing = computed(() => {
    const { suggestion } = this.opened
    return suggestion !== null && followsSuggestion(this.draft.value, suggestion)
  })

  /** One page: there is nothing to divide, reorder or leave out. */
  get isSingle(): boolean {
    return this.opened.pages.size === 1 && !this.opened.isSplit
  }

  /** Makes a change. `name` joins consecutive changes of the same field in one step. */
  apply(change: (draft: Draft) => Draft, said = '', name: string | null = null): void {
    const before = this.history.value
    this.history.value = record(before, change(before.present), name)
    if (this.history.value === before) return
    this.#afterChange()
    this.said.value = said
  }

  undo(): void {
    if (!this.history.value.past.length) return
    this.history.value = undo(this.history.value)
    this.#afterChange()
    this.said.value = t('editing.undone')
  }

  redo(): void {
    if (!this.history.value.future.length) return
    this.history.value = redo(this.history.value)
    this.#afterChange()
    this.said.value = t('editing.redone')
  }

  #afterChange(): void {
    this.refocus.value += 1
  }

  /** Pages that a command on `key` concerns: the selection, if it contains the page. */
  keysAt(key: number | null): Keys {
    return affected(this.selection.value, key)
  }

  /** Number of a page as in the document, for messages. */
  numberOf({ page }: EditPage): number {
    return this.opened.pages.get(page)?.number ?? 0
  }

  /** The page and its place. */
  placeOf(key: number): { page: EditPage; part: Part; partNumber: number; position: number } | null {
    const part = partOf(this.draft.value, key)
    if (!part) return null
    const position = part.pages.findIndex((page) => page.key === key) + 1
    return { page: part.pages[position - 1]!, part, partNumber: this.numbers.value.get(part.key) ?? 0, position }
  }

  rotate(keys: Keys, degrees: 90 | -90): void {
    const said = t(degrees > 0 ? 'editing.saidRight' : 'editing.saidLeft', { count: keys.size })
    this.apply((draft) => rotate(draft, keys, degrees), said)
  }

  /** Leaves pages out; puts them back if all of them are left out already. */
  toggleDeleted(keys: Keys): void {
    if (this.isSingle) return
    const isOut = pagesOf(this.draft.value).every(({ key, deleted }) => deleted || !keys.has(key))
    const said = t(isOut ? 'editing.saidBack' : 'editing.saidOut', { count: keys.size })
    this.apply((draft) => setDeleted(draft, keys, !isOut), said)
  }

  toggleCut(key: number): void {
    if (this.opened.isInPlaceOnly) return
    const isFirst = this.placeOf(key)?.position === 1
    this.apply((draft) => toggleCut(draft, key), t(isFirst ? 'editing.saidJoined' : 'editing.saidCut'))
  }

  /** Starts a part with the first of the pages. */
  cutAt(keys: Keys): void {
    const first = this.order.value.find((key) => keys.has(key))
    if (first !== undefined) this.apply((draft) => cutBefore(draft, first), t('editing.saidCut'))
  }

  move(keys: Keys, change: (draft: Draft) => Draft): void {
    this.apply(change)
    const first = this.order.value.find((key) => keys.has(key))
    const place = first === undefined ? null : this.placeOf(first)
    if (place)
      this.said.value = t('editing.saidMoved', {
        count: keys.size,
        position: place.position,
        part: place.partNumber,
      })
  }

  moveBy(keys: Keys, step: -1 | 1): void {
    this.move(keys, (draft) => moveBy(draft, keys, step))
  }

  moveTo(keys: Keys, place: Place): void {
    this.move(keys, (draft) => moveTo(draft, keys, place))
  }

  moveToNew(keys: Keys): void {
    this.move(keys, (draft) => moveToNew(draft, keys, draft.parts.at(-1)?.key ?? null))
  }

  describe(part: number, change: Partial<Pick<Part, 'name' | 'queue' | 'values'>>): void {
    const field = [...Object.keys(change), ...Object.keys(change.values ?? {})].join()
    this.apply((draft) => describePart(draft, part, change), '', `${part} ${field}`)
  }

  acceptSuggestion(): void {
    const { suggestion } = this.opened
    if (!suggestion) return
    this.apply((draft) => applySuggestion(draft, suggestion), t('editing.saidAccepted'))
    this.#hasSuggestion = true
    this.selection.value = NOTHING
  }

  /** Where the division comes from, for statistics. */
  source(): Source {
    if (this.isFollowing.value) return 'suggest'
    return this.#hasSuggestion ? 'modified_suggest' : 'manual'
  }

  /** Selects as a list of files does. `touch`: a tap adds or removes a page. */
  select(key: number, { shift = false, toggles = false }): void {
    const { value } = this.selection
    this.focused.value = key
    if (shift) this.selection.value = extend(value, key, this.order.value)
    else if (toggles) this.selection.value = toggle(value, key)
    else this.selection.value = value.keys.size === 1 && value.keys.has(key) ? NOTHING : selectOne(key)
  }

  /** Moves the focus; with `extends`, the selection reaches from where it began to the page. */
  focus(key: number | null | undefined, extendsSelection = false): void {
    if (key === null || key === undefined) return
    if (extendsSelection) {
      const { keys, anchor } = this.selection.value
      this.selection.value = extend({ keys, anchor: anchor ?? this.focused.value }, key, this.order.value)
    }
    this.focused.value = key
    this.refocus.value += 1
  }

  selectAll(): void {
    this.selection.value = { keys: new Set(this.order.value), anchor: this.order.value[0] ?? null }
  }

  selectNone(): void {
    this.selection.value = NOTHING
  }

  /** Whether leaving would lose changes. */
  isDirty(): boolean {
    return !this.#isFinished && this.plan.value.kind !== 'none'
  }

  /** From now on there is nothing to lose. */
  finish(): void {
    this.#isFinished = true
  }

  /** Documents that saving would result in, of this draft. */
  readonly documents = computed(() => this.draft.value.parts.filter(isDocument))
}
