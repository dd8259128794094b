import { Type } from 'typebox'
import { PageQuery } from '../../common.ts'
import {
  NewSegment,
  SegmentAnswer,
  SegmentChange,
  SegmentDeleted,
  SegmentGuestList,
  SegmentList,
  SegmentPreview,
  SegmentQuestion,
} from '../../segment.ts'
import { operation } from '../operation.ts'
import { problems } from '../refusals.ts'
import { writeHeaders } from '../repeatable-write.ts'

/** None of these is open to a key that is limited to venues: a segment is about any guest. */

export const listSegments = operation({
  method: 'GET',
  path: '/v1/segments',
  access: 'bearer',
  scope: 'guests:read',
  tags: ['Segments'],
  summary: 'List segments',
  description: 'All of them, at most 100, by name.',
  answers: { 200: SegmentList, ...problems() },
})

export const createSegment = operation({
  method: 'POST',
  path: '/v1/segments',
  access: 'bearer',
  scope: 'guests:write',
  tags: ['Segments'],
  summary: 'Create a segment',
  description:
    'A saved condition over guests, their facts, tags, attributes and events. Its members are counted in the background; ' +
    '`is_counting` says whether that is done.',
  headers: writeHeaders,
  body: NewSegment,
  answers: { 201: SegmentAnswer, ...problems(409, 413, 415, 422) },
})

export const previewSegment = operation({
  method: 'POST',
  path: '/v1/segments/preview',
  access: 'bearer',
  scope: 'guests:read',
  tags: ['Segments'],
  summary: 'Count the guests who match a condition',
  description: 'Nothing is stored.',
  body: SegmentQuestion,
  answers: { 200: SegmentPreview, ...problems(413, 415) },
})

export const getSegment = operation({
  method: 'GET',
  path: '/v1/segments/:id',
  access: 'bearer',
  scope: 'guests:read',
  tags: ['Segments'],
  summary: 'Read a segment',
  description: 'With how many guests are in it, and who uses it.',
  answers: { 200: SegmentAnswer, ...problems(404) },
})

export const patchSegment = operation({
  method: 'PATCH',
  path: '/v1/segments/:id',
  access: 'bearer',
  scope: 'guests:write',
  tags: ['Segments'],
  summary: 'Change a segment',
  description:
    'Fields that are not sent stay. After a change of the condition its members are counted again.',
  body: SegmentChange,
  answers: { 200: SegmentAnswer, ...problems(404, 413, 415) },
})

export const deleteSegment = operation({
  method: 'DELETE',
  path: '/v1/segments/:id',
  access: 'bearer',
  scope: 'guests:write',
  tags: ['Segments'],
  summary: 'Delete a segment',
  description: 'Refused while a workflow or another segment uses it; the message names them.',
  answers: { 200: SegmentDeleted, ...problems(404, 409) },
})

export const listSegmentGuests = operation({
  method: 'GET',
  path: '/v1/segments/:id/guests',
  access: 'bearer',
  scope: 'guests:read',
  tags: ['Segments'],
  summary: 'List the guests in a segment',
  description: 'Each with when they entered.',
  query: Type.Object({ ...PageQuery }),
  answers: { 200: SegmentGuestList, ...problems(404) },
})
