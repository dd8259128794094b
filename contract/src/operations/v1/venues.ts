import { Type } from 'typebox'
import { PageQuery } from '../../common.ts'
import { VenueList } from '../../venue.ts'
import { operation } from '../operation.ts'
import { problems } from '../refusals.ts'

export const listVenues = operation({
  method: 'GET',
  path: '/v1/venues',
  access: 'bearer',
  scope: 'management:read',
  heldToVenues: true,
  tags: ['Venues'],
  summary: 'List venues',
  description: 'In order of their serials.',
  query: Type.Object(PageQuery),
  answers: { 200: VenueList, ...problems() },
})
