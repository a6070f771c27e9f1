import type { Deps } from '../../deps.ts'
import { wordsKey } from '../intake/stored-extraction.ts'
import { documentKey } from './stored-file.ts'

/** Deletes everything the blob store has for these documents: the files, the extracted data, and images of their pages. */
export async function deleteFiles({ blobs }: Pick<Deps, 'blobs'>, s3Names: string[]): Promise<void> {
  for (const s3Name of s3Names) {
    const images: string[] = []
    for await (const key of blobs.list(`pages/${s3Name}/`)) images.push(key)
    await blobs.delete([documentKey(s3Name), wordsKey(s3Name), ...images])
  }
}
