/** What parts of the screen see of a review. */
import type { ReadonlySignal, Signal } from '@preact/signals'
import type {
  Annotation,
  AnnotationContentNodeCandidatesResult,
  AnnotationContentOperationsBody,
  Document,
  Page,
  Queue,
  Schema,
  Section,
} from '../../../api/types.ts'
import type { FieldView, SectionView } from '../model/content.ts'
import type { FieldState, Message } from '../model/state.ts'
import type { Clock } from './clock.ts'
import type { Saving } from './saving.ts'

export type Candidate = AnnotationContentNodeCandidatesResult['results'][number]
export type Operation = AnnotationContentOperationsBody['operations'][number]
/** Left, top, right and bottom in pixels of the page image. */
export type Rectangle = readonly [number, number, number, number]

/** Why the user reads only. */
export type ReadOnlyReason = 'role' | 'status' | 'other' | 'ended' | null

/** Sums of columns, as `validate` reports them. */
export interface Aggregation {
  tableId: number
  schemaId: string
  value: string
}

export interface Review {
  readonly id: number
  readonly annotation: Signal<Annotation>
  readonly document: Document
  readonly queue: Queue
  readonly schema: Schema
  readonly pages: Signal<readonly Page[]>
  /** The content with what the user has entered. */
  readonly tree: ReadonlySignal<readonly Section[]>
  readonly sections: ReadonlySignal<readonly SectionView[]>
  /** All fields in the order of the form. */
  readonly fields: ReadonlySignal<readonly FieldView[]>
  readonly fieldById: ReadonlySignal<ReadonlyMap<number, FieldView>>
  /** Messages by id of the node; those about the whole document have the id 0. */
  readonly messages: ReadonlySignal<ReadonlyMap<number, readonly Message[]>>
  readonly aggregations: Signal<readonly Aggregation[]>
  /** Changes that extensions propose. */
  readonly suggestions: Signal<readonly Operation[]>
  readonly readOnly: Signal<ReadOnlyReason>
  /** Id of the field that keys and clicks on the page act on. */
  readonly active: Signal<number | null>
  /** Where the user works: typing in the form, or pointing on the page. */
  readonly pointing: Signal<boolean>
  /** Shows only fields that need review. */
  readonly uncertainOnly: Signal<boolean>
  readonly saving: Saving
  readonly clock: Clock
  /** Messages, buttons and formulas are being computed. */
  readonly validating: ReadonlySignal<boolean>

  valueOf(id: number): string
  stateOf(field: FieldView): FieldState
  focus(id: number | null): void
  /** Keeps a value while it is typed. */
  type(id: number, value: string): void
  /** Forgets what was typed into a field, as after Escape. */
  discard(id: number): void
  /** Stores the value of a field and marks it as checked by a person. Without a value: as it is. */
  accept(id: number, value?: string): void
  /** Stores several values at once, as after a paste. */
  acceptAll(values: ReadonlyMap<number, string>): void
  /** Takes the text under a rectangle into a field. */
  take(id: number, page: Page, rectangle: Rectangle): Promise<void>
  /** Takes a candidate of the engine into a field. */
  pick(id: number, candidate: Candidate): void
  candidates(id: number): Promise<Candidate[]>
  /** Adds and removes rows, or changes several nodes. Waits for entries before it. Returns false if it failed, after showing why. */
  operate(operations: Operation[]): Promise<boolean>
  /** Sends a request that changes the content in another way, such as the grid of a table, and reads the content again. */
  change(path: string, body: unknown): Promise<boolean>
  /** Presses a button of a hook. */
  press(id: number): Promise<void>
  /** Reads the annotation and its content again. */
  reload(): Promise<void>
  /** Starts the review, or starts it again. Throws ApiError. */
  start(statuses?: string[]): Promise<void>
  /** Waits until the review has started and everything entered is stored and validated. Throws NotStored or ApiError. */
  settle(): Promise<void>
  /** Validates again if the last validation failed; throws if the messages are still not those of the stored content. */
  assertChecks(): Promise<void>
  /** The review has ended by an action of this page, so that leaving it cancels nothing. */
  isOver: boolean
  close(): void
}
