import { expect, test } from 'vitest'
import { seenBy } from './shown-definition.ts'

const document = {
  start: 'call',
  nodes: [
    {
      id: 'call',
      type: 'call_webhook',
      method: 'POST',
      url: 'https://example.com/hook?k=canary',
      headers: [{ name: 'X-Anything', value: 'canary' }],
      next: 'end',
    },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}

test('a viewer sees what is called, and not by what credentials', () => {
  const seen = seenBy('viewer')(document)
  expect(JSON.stringify(seen)).not.toContain('canary')
  expect(seen).toMatchObject({
    start: 'call',
    nodes: [
      {
        id: 'call',
        method: 'POST',
        url: 'https://example.com/hook?[redacted]',
        headers: [{ name: 'X-Anything', value: '[redacted]' }],
      },
      document.nodes[1],
    ],
  })
})

test.each(['editor', 'owner'] as const)('an %s sees all of it', role => {
  expect(seenBy(role)(document)).toEqual(document)
})

test.each([null, 'text', {}, { nodes: 'none' }, { nodes: [null, 7, { type: 'call_webhook', headers: 3 }] }])(
  'a draft that is no workflow yet is shown as it is: %j',
  draft => expect(seenBy('viewer')(draft)).toEqual(draft),
)
