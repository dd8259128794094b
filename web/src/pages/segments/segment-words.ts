import type { Segment } from '@millrace/contract/segment'

export const guestsInWords = (count: number): string =>
  count === 1 ? '1 guest' : `${count.toLocaleString('en-GB')} guests`

/** While its guests are counted, those who were found so far. */
export const membersInWords = ({ members, is_counting }: Pick<Segment, 'members' | 'is_counting'>): string =>
  is_counting ? `Counting… ${members.toLocaleString('en-GB')} so far` : members.toLocaleString('en-GB')
