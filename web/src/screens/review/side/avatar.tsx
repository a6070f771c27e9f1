import { initialsOf } from './people.ts'

/** The initials of a person, beside the name. */
export const Avatar = ({ name }: { name: string }) => (
  <span class="side-avatar" aria-hidden="true">
    {initialsOf(name)}
  </span>
)
