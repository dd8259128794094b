import { expect, test } from 'vitest'
import { textFromHtml } from './text-from-html.ts'

test.each([
  ['<p>Dear Zoë,</p><p>thanks &amp; bye</p>', 'Dear Zoë,\n\nthanks & bye'],
  ['<ul><li>one</li><li>two</li></ul>', '* one\n * two'],
  ['<a href="https://a.example.com">https://a.example.com</a>', 'https://a.example.com'],
  ['<table><tr><td>Left</td><td>Right</td></tr></table>', 'LeftRight'],
  ['<style>p { color: red }</style><script>alert(1)</script><img src="x" alt="y"><p>Text</p>', 'Text'],
  ['', ''],
])('%s reads as %j', (html, text) => {
  expect(textFromHtml(html)).toBe(text)
})

test('HTML that is nested thousands deep does not break it', () => {
  expect(textFromHtml(`<p>Begin</p>${'<div>'.repeat(9_000)}deep`)).toContain('Begin')
})
