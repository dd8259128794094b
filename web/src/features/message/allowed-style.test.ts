import { expect, test } from 'vitest'
import { drawnStyle } from './allowed-style.ts'

test('how an e-mail looks is taken over', () => {
  expect(drawnStyle('color: #333; Font-Size:14px; padding : 4px 8px !important;')).toEqual({
    color: '#333',
    fontSize: '14px',
    padding: '4px 8px',
  })
})

test('what would be fetched, cover the page or carry something out is not', () => {
  for (const hostile of [
    'position: fixed; inset: 0; z-index: 9',
    'background: url(https://example.com/seen.png)',
    'background: image-set("https://example.com/seen.png" 1x)',
    'width: expression(alert(1))',
    'color: \\75rl(x)',
    'behavior: url(x)',
    'nonsense',
  ]) {
    expect(drawnStyle(hostile)).toEqual({})
  }
})
