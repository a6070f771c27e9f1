/** Limits of functions (docs/functions.md). Parent and children apply them: the child for a precise message, the parent in any case. */
export const RESPONSE_BYTES = 5 * 2 ** 20
export const PAYLOAD_BYTES = 20 * 2 ** 20
export const LOG_BYTES = 256 * 1000
export const LOG_LINES = 2_000
/** Maximum length of one line of the log. */
export const LINE_CHARACTERS = 16_000
/** Maximum size of a request or of a response to one, and of the code. */
export const REQUEST_BYTES = 10 * 2 ** 20
export const CODE_BYTES = 2 ** 20
/** Requests and timers of one call that may be open at the same time. */
export const OPEN_REQUESTS = 50
export const OPEN_TIMERS = 10_000
/** Calls of one organization that may wait for a process. */
export const WAITING_CALLS = 100
/** Maximum size of a frame from a child: a response, or the snapshot of the Python interpreter. */
export const FRAME_BYTES = 64 * 2 ** 20

/** Names under which handlers are found. */
export const HANDLERS = ['svc_hook_request_handler', 'rossum_hook_request_handler'] as const
