/** The annotation as the service has it, and whether this user may change it. */
import { batch, signal, type Signal } from '@preact/signals'
import { idOf, request } from '../../../api/client.ts'
import type { Annotation } from '../../../api/types.ts'
import { embeddedAnnotation } from '../../../app/embedded.ts'
import { mayReview, user } from '../../../app/session.ts'
import type { ReadOnlyReason } from './types.ts'

export interface Access {
  readonly annotation: Signal<Annotation>
  readonly readOnly: Signal<ReadOnlyReason>
  /** Opening the annotation starts its review. */
  readonly willStart: boolean
  /** The review has ended by an action of this page. */
  isOver: boolean
  /** Reads the annotation again. Throws ApiError. */
  read(): Promise<void>
}

/** Statuses in which opening the annotation starts its review. */
const STARTABLE = ['to_review', 'postponed', 'reviewing']

/** `path` is the path of the annotation, `loaded` the annotation as it was opened. */
export function createAccess(path: string, loaded: Annotation): Access {
  const annotation = signal(loaded)
  const willStart = mayReview.value && isStartable(loaded)
  // The form can be used at once; entries wait until the service has started the review.
  const readOnly = signal<ReadOnlyReason>(willStart ? null : reasonOf(loaded))
  const access: Access = {
    annotation,
    readOnly,
    willStart,
    isOver: false,
    read: async () => {
      const now = await request<Annotation>(path)
      batch(() => {
        const reason = reasonOf(now)
        const hadReview = readOnly.value === null && isMine(annotation.value)
        annotation.value = now
        readOnly.value = reason === 'status' && hadReview && !access.isOver ? 'ended' : reason
      })
    },
  }
  return access
}

const isMine = ({ modifier }: Annotation): boolean => modifier !== null && idOf(modifier) === user.value?.id

const isStartable = (annotation: Annotation): boolean =>
  STARTABLE.includes(annotation.status) && (annotation.status !== 'reviewing' || isMine(annotation))

function reasonOf(annotation: Annotation): ReadOnlyReason {
  if (!mayReview.value && embeddedAnnotation() === null) return 'role'
  if (annotation.status !== 'reviewing') return 'status'
  return isMine(annotation) ? null : 'other'
}
