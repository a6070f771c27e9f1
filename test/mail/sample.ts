/** A message of the corpus, with what has to be read from it. */
export interface Sample {
  name: string
  raw: Buffer
  /** What `parseEmail` has to return, as far as it matters. */
  email?: object
  /** `name: state` of each file, in order; files of containers are indented. */
  files?: string[]
}
