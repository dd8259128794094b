import type { Segment } from '@millrace/contract/segment'
import { alignPairs, printable } from '../terminal/align.ts'

/** Everything about a segment, a line for each thing. */
export const segmentLines = (segment: Segment): string[] =>
  alignPairs([
    ['id', segment.id],
    ['name', printable(segment.name)],
    ...(segment.description === null ? [] : [['about', printable(segment.description)] as const]),
    ['condition', printable(segment.sentence)],
    ['members', membersOf(segment)],
    ['used by', usersOf(segment)],
  ])

export const membersOf = ({ members, is_counting }: Segment): string =>
  is_counting ? `${members} so far, counting` : String(members)

export const usersOf = ({ used_by }: Segment): string =>
  used_by.length === 0
    ? 'nothing'
    : used_by.map(({ type, name }) => `${type} "${printable(name)}"`).join(', ')
