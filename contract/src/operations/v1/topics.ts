import { TopicList } from '../../topic.ts'
import { operation } from '../operation.ts'
import { problems } from '../refusals.ts'

export const listTopics = operation({
  method: 'GET',
  path: '/v1/topics',
  access: 'bearer',
  scope: 'guests:read',
  // They are the same at every venue.
  heldToVenues: true,
  tags: ['Guests'],
  summary: 'List the topics of marketing',
  description:
    'All of them, at most 20, in the order of the settings. A guest has those on that are not in `topics_off`.',
  answers: { 200: TopicList, ...problems() },
})
