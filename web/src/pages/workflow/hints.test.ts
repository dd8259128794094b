import { expect, test } from 'vitest'
import { emptyDocument, insertNode, TRIGGER } from '../../features/workflow/document.ts'
import { hintsIn } from './hints.ts'

test('variables and webhooks of the document are offered by their names', () => {
  const { document } = insertNode(emptyDocument, 'call_webhook', { from: TRIGGER, handle: 'next' })
  const hints = hintsIn({ ...document, variables: [{ key: 'offer', value: 'cake' }] })
  expect(hints['workflow.variables.']).toEqual([{ value: 'offer', label: 'offer' }])
  expect(hints['webhooks.']?.map(({ value }) => value)).toEqual([
    'call_webhook_1.status',
    'call_webhook_1.body.',
  ])
})

test('steps with the same name have their ids beside it', () => {
  const first = insertNode(emptyDocument, 'award_points', { from: TRIGGER, handle: 'next' })
  const { document } = insertNode(first.document, 'award_points', { from: first.id, handle: 'next' })
  expect(hintsIn(document)['awarded.']).toEqual([
    { value: 'award_points_1', label: 'Award points', about: 'award_points_1' },
    { value: 'award_points_2', label: 'Award points', about: 'award_points_2' },
  ])
})
