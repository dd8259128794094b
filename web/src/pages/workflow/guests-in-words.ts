import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'
/** How many guests something will happen to. */
export const guestsInWords = (count: number): string => {
  if (count === 0) return t`No guests are inside right now.`
  return count === 1 ? t`1 guest is inside right now.` : t`${number(count)} guests are inside right now.`
}

/** For a workflow that also starts for those who are in its segment. */
export const alreadyInWords = (guests: number): string =>
  guests === 1
    ? t`It also starts for 1 guest who is in the segment now.`
    : t`It also starts for ${number(guests)} guests who are in the segment now.`
