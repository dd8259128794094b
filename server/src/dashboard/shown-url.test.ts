import { expect, test } from 'vitest'
import { shownUrl } from './shown-url.ts'

test.each([
  ['https://example.com/{{ guest.id }}', 'https://example.com/{{ guest.id }}'],
  ['https://example.com', 'https://example.com'],
  ['https://example.com/?a=canary&b=1', 'https://example.com/?[redacted]'],
  [
    'https://example.com/{{ guest.id }}?canary={{ guest.email }}',
    'https://example.com/{{ guest.id }}?[redacted]',
  ],
  ['https://me:canary@example.com/', 'https://redacted:redacted@example.com/'],
  ['no address', '[redacted]'],
  ['no address?canary', '[redacted]'],
])('%s is shown as %s', (text, shown) => {
  expect(shownUrl(text)).toBe(shown)
})
