import { expect, test } from 'vitest'
import { shownUrl } from './shown-url.ts'

test.each([
  ['https://example.com/{{ guest.id }}?a=1', 'https://example.com/{{ guest.id }}?a=1'],
  ['https://example.com', 'https://example.com'],
  ['https://example.com/?token=canary&a=1', 'https://example.com/?token=redacted&a=1'],
  ['https://me:canary@example.com/', 'https://redacted:redacted@example.com/'],
  ['no address', '[redacted]'],
])('%s is shown as %s', (text, shown) => {
  expect(shownUrl(text)).toBe(shown)
})
