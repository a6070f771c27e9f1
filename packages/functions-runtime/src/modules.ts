/** What `require` in a function finds, besides the modules that are written in `javascript/` (crypto, timers). */

/** Node's modules, as pure JavaScript from npm. */
export const NODE: Readonly<Record<string, string>> = {
  assert: 'assert/',
  buffer: 'buffer/',
  events: 'events/',
  path: 'path-browserify',
  punycode: 'punycode/',
  querystring: 'querystring-es3',
  string_decoder: 'string_decoder/',
  url: 'url/',
  util: 'util/',
}

/** Modules of the pack `default`. */
export const PACK: Readonly<Record<string, string>> = {
  lodash: 'lodash/lodash.min.js',
  dayjs: 'dayjs/dayjs.min.js',
  'big.js': 'big.js',
  'fast-xml-parser': 'fast-xml-parser',
  papaparse: 'papaparse/papaparse.min.js',
}

/** Folders of packages of the pack whose files can be required by their path. */
export const PACK_FOLDERS: readonly string[] = ['lodash', 'dayjs/plugin', 'dayjs/locale']
/** Their files. */
export const PACK_FILES = /^(lodash\/[a-zA-Z]+|dayjs\/(plugin|locale)\/[a-zA-Z-]+)(\.js)?$/
