import { join } from 'node:path'

/** Where `npm test` leaves what its tests saw of the API, for `npm run coverage`. */
export const EVIDENCE = join(import.meta.dirname, '../coverage/evidence.jsonl')
