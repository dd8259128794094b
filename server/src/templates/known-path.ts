import type { Path } from './inspect-template.ts'

const partsOfList = new Set<string | number | undefined>(['size', 'first', 'last'])

/**
 * Whether there can be a value at this path. Known paths are exact, such as `guest.name`, or allow any key at the
 * end, such as `event.parameters.*`.
 */
export function isKnownPath(path: Path, known: ReadonlySet<string>): boolean {
  for (let length = 1; length <= path.length; length += 1) {
    const start = writePath(path.slice(0, length))
    if (known.has(`${start}.*`)) return true
    if (!known.has(start)) continue
    const rest = path.slice(length)
    if (rest.every(part => typeof part === 'number' || partsOfList.has(part))) return true
  }
  return false
}

/** As in `event.parameters.table`; a part that is only known when it is rendered is a star. */
export const writePath = (path: Path): string => path.map(part => part ?? '*').join('.')
