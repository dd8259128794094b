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
