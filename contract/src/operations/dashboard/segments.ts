import { Type } from 'typebox'
import { PageQuery } from '../../common.ts'
import {
  NewSegment,
  SegmentAnswer,
  SegmentChange,
  SegmentDeleted,
  SegmentGrowth,
  SegmentGuestList,
  SegmentList,
  SegmentPreview,
  SegmentQuestion,
} from '../../segment.ts'
import { operation } from '../operation.ts'

const forViewers = { access: 'member', role: 'viewer' } as const
const forEditors = { access: 'member', role: 'editor' } as const

export const listSegments = operation({
  ...forViewers,
  method: 'GET',
  path: '/dashboard/api/segments',
  summary: 'Segments, with how many guests are in them and who uses them',
  answers: { 200: SegmentList },
})

export const createSegment = operation({
  ...forEditors,
  method: 'POST',
  path: '/dashboard/api/segments',
  summary: 'Create a segment',
  body: NewSegment,
  answers: { 201: SegmentAnswer },
})

export const previewSegment = operation({
  ...forEditors,
  method: 'POST',
  path: '/dashboard/api/segments/preview',
  heavy: true,
  summary: 'Count the guests who match a condition',
  body: SegmentQuestion,
  answers: { 200: SegmentPreview },
})

export const readSegment = operation({
  ...forViewers,
  method: 'GET',
  path: '/dashboard/api/segments/:id',
  summary: 'One segment',
  answers: { 200: SegmentAnswer },
})

export const changeSegment = operation({
  ...forEditors,
  method: 'PATCH',
  path: '/dashboard/api/segments/:id',
  summary: 'Change a segment',
  body: SegmentChange,
  answers: { 200: SegmentAnswer },
})

export const deleteSegment = operation({
  ...forEditors,
  method: 'DELETE',
  path: '/dashboard/api/segments/:id',
  summary: 'Delete a segment that nothing uses',
  answers: { 200: SegmentDeleted },
})

export const readSegmentGrowth = operation({
  ...forViewers,
  method: 'GET',
  path: '/dashboard/api/segments/:id/growth',
  heavy: true,
  summary: 'How many guests were in a segment at the end of each day',
  description: 'By the record of who entered and left. At most the last ninety days.',
  answers: { 200: SegmentGrowth },
})

export const listSegmentGuests = operation({
  ...forViewers,
  method: 'GET',
  path: '/dashboard/api/segments/:id/guests',
  mayBeBehind: true,
  summary: 'The guests in a segment',
  query: Type.Object({ ...PageQuery }),
  answers: { 200: SegmentGuestList },
})
