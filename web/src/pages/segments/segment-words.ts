import type { Segment } from '@millrace/contract/segment'
import { number } from '../../language/format.ts'

export const guestsInWords = (count: number): string => (count === 1 ? '1 guest' : `${number(count)} guests`)

/** While its guests are counted, those who were found so far. */
export const membersInWords = ({ members, is_counting }: Pick<Segment, 'members' | 'is_counting'>): string =>
  is_counting ? `Counting… ${number(members)} so far` : number(members)
