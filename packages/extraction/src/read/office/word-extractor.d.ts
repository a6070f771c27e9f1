declare module 'word-extractor' {
  interface WordDocument {
    getBody(): string
    getHeaders(options?: { includeFooters?: boolean }): string
    getFooters(): string
    getTextboxes(options?: { includeHeadersAndFooters?: boolean }): string
  }
  export default class WordExtractor {
    extract(source: Buffer | string): Promise<WordDocument>
  }
}
