/** Limits and moves of the contract, and the test that shows each: file and full name as the run prints it. */
interface Rule {
  part: 'Limits' | 'Moves between states'
  what: string
  test: string
}

const api = (file: string, name: string) => `test/api/${file}.test.ts › ${name}`
const limit = (what: string, file: string, name: string): Rule => ({ part: 'Limits', what, test: api(file, name) })
const move = (what: string, file: string, name: string): Rule => ({
  part: 'Moves between states',
  what,
  test: api(file, name),
})
/** Moves that workflows make. */
const later = (what: string, file: string, name: string): Rule => ({
  part: 'Moves between states',
  what,
  test: `test/workflows/${file}.test.ts › ${name}`,
})

export const RULES: Rule[] = [
  limit(
    '600 requests a minute, 429 with `Retry-After`',
    'conduct',
    "the rate limit > refuses a user's request over the limit with 429, Retry-After and where the limit is described (memory)",
  ),
  limit(
    '10 page translations a minute',
    'conduct',
    'the rate limit > counts translations of pages apart, ten a minute',
  ),
  limit(
    '`page_size` 20, at most 100',
    'annotation-list',
    'paging > caps page_size at 100, takes the default for nonsense and has at least one page',
  ),
  limit(
    '`page_size` of a search at most 500',
    'search',
    'POST /v1/annotations/search > chooses fields and sideloads, and caps the page size when content comes along',
  ),
  limit(
    'uploads of 40 MB',
    'uploads',
    'POST /v1/uploads > answers 413 above 40 MB, announced or not, and keeps nothing',
  ),
  limit(
    'metadata of 4 kB',
    'contract',
    '/queues > changes each writable field alone, refuses metadata over 4 kB and a stale If-Match',
  ),
  limit(
    'token lifetime of 162 hours',
    'tokens',
    'POST /v1/auth/token > names lifetimes out of range and unknown scopes',
  ),
  limit(
    'sessions of a day',
    'sessions',
    'a session > begins with a login: two cookies for a day, of which scripts read the CSRF token only',
  ),
  limit(
    'JWTs of 60 seconds',
    'jwt',
    'a JWT is refused > by its time: over, or more than a minute ahead, with five seconds for clocks that differ',
  ),
  limit('cron intervals of 10 minutes', 'hooks', 'config of a webhook > refuses {"schedule":{"cron":"*/5 * * * *"}}'),
  limit('hook `timeout_s` 0 to 60', 'hooks', 'config of a webhook > refuses {"timeout_s":61}'),
  limit('hook `retry_count` 0 to 4', 'hooks', 'config of a webhook > refuses {"retry_count":5}'),
  limit('hook `max_polling_time_s` 1 to 3600', 'hooks', 'config of a webhook > refuses {"max_polling_time_s":3601}'),
  limit('function `memory_size_mb` 128 to 256', 'hooks', 'config of a function > refuses {"memory_size_mb":512}'),
  move(
    'upload → `importing`',
    'uploads',
    'POST /v1/uploads > takes several files of a form and answers the task, in the body and as Location',
  ),
  move(
    'POST annotations → `created`',
    'annotation-side',
    'POST /v1/annotations > makes an annotation in status created with the values given',
  ),
  move(
    'confirm → `exporting`',
    'annotations',
    'POST /v1/annotations/{id}/confirm > goes to exporting with who, when and how long',
  ),
  move(
    'confirm → `confirmed`',
    'annotations',
    'POST /v1/annotations/{id}/confirm > goes to confirmed where the queue uses that state',
  ),
  move(
    'edit_pages → parent `split`, parts `importing`',
    'annotation-edit',
    'POST /v1/annotations/{id}/edit_pages > divides the pages into annotations that are imported, and the parent is split',
  ),
  move(
    'DELETE of a queue → `deletion_requested`',
    'queues',
    'DELETE /v1/queues/{id} > asks for deletion after a day, lets go of the workspace and refuses imports from then on',
  ),
  later(
    '`deletion_requested` → `deletion_in_progress`',
    'delete-queue',
    'deleteQueue > is shown as deletion_in_progress, and lets an import under way come to its end',
  ),
  later(
    '`deletion_in_progress` → gone',
    'delete-queue',
    'deleteQueue > removes the queue with all that is only its own, and keeps what others use',
  ),
  later(
    '`deletion_in_progress` → `deletion_failed` → `deletion_requested`',
    'delete-queue',
    'deleteQueue > is shown as deletion_failed when a batch fails again and again, keeps the reason, and goes on when asked again',
  ),
  later(
    '`reviewing` → `to_review` by session timeout',
    'sweep-reviews',
    'sweepReviews > moves a review that rests longer than the session_timeout of its queue back to to_review',
  ),
]

/** What nothing in the service brings about yet, so that no test can show it; the document says so. */
export const LATER: Record<string, string> = {}
