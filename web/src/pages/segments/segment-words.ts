import type { Segment } from '@millrace/contract/segment'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'

export const guestsInWords = (count: number): string =>
  count === 1 ? t`1 guest` : t`${number(count)} guests`

/** While its guests are counted, those who were found so far. */
export const membersInWords = ({ members, is_counting }: Pick<Segment, 'members' | 'is_counting'>): string =>
  is_counting ? t`Counting… ${number(members)} so far` : number(members)
