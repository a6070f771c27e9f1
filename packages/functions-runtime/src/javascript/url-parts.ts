/** The parts of a URL that can be assigned, in the order of the standard. The child reads them from Node's `URL` and sends them to the isolate. */
export const URL_PARTS = [
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const
