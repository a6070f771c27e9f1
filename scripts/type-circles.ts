/**
 * Circles that close through imports of types, which do not exist at run time, with the reason why each stays. `npm run graph` fails for a
 * circle that is not listed, and for an entry without a circle.
 */
export interface TypeCircle {
  /** All files that may be part of it; a name that ends with `/` is a folder. */
  files: readonly string[]
  because: string
}

export const TYPE_CIRCLES: readonly TypeCircle[] = [
  {
    files: ['src/models/'],
    because:
      'A model declares its relations as properties of the type of the other model, and relations lead both ways. relations.ts joins them at run time.',
  },
  {
    files: ['cursor', 'define', 'fields', 'filters', 'query', 'registry', 'relations', 'show', 'sideload'].map(
      (name) => `src/resources/framework/${name}.ts`,
    ),
    because:
      'The declaration of a resource contains fields, filters and sideloads, and what these do is declared for a whole resource. The registry separates them at run time.',
  },
  {
    files: ['packages/extraction/src/types.ts', 'packages/extraction/src/learn/types.ts'],
    because:
      'One vocabulary in two files: options of an extraction contain learned layouts, which consist of boxes of fields.',
  },
]

/** Returns the circles that no entry of the list contains, and the entries of the list without a circle. */
export function judgeCircles(
  circles: readonly string[][],
  listed: readonly TypeCircle[],
): { unlisted: string[][]; unused: TypeCircle[] } {
  const allows = ({ files }: TypeCircle, circle: readonly string[]) =>
    circle.every((file) => files.some((name) => (name.endsWith('/') ? file.startsWith(name) : file === name)))
  return {
    unlisted: circles.filter((circle) => !listed.some((entry) => allows(entry, circle))),
    unused: listed.filter((entry) => !circles.some((circle) => allows(entry, circle))),
  }
}
