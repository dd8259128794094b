import { t } from '../../language/words.ts'
/** How many rows are newer than those shown, in words; undefined: none. Only the first page is known. */
export function newerThan(shown: ReadonlySet<string>, first: readonly string[]): string | undefined {
  const newer = first.findIndex(key => shown.has(key))
  if (newer === 0 || first.length === 0) return undefined
  return newer > 0 ? String(newer) : t`${first.length} or more`
}
