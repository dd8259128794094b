import { TopicId } from '@millrace/contract/topic'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { topicIdOf } from './topic-id.ts'

test.each([
  ['Offers', 'offers'],
  ['Wine & cheese', 'wine-cheese'],
  ['  Música ao vivo!', 'musica-ao-vivo'],
  ['Живая музыка', 'topic-ylngi1'],
  ['A name that is longer than an id may be, by far', 'a-name-that-is-longer-than-an-id-may-be'],
])('the topic %s has an id that files can use', (name, id) => {
  expect(topicIdOf(name)).toBe(id)
  expect(Value.Check(TopicId, id)).toBe(true)
})
