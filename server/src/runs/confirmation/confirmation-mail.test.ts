import { expect, test } from 'vitest'
import { confirmationMail } from './confirmation-mail.ts'

const url = 'https://millrace.example.com/confirm/abc?x=1&y=2'
const facts = { organisation: 'Fish & {{ chips }} <b>', name: 'Ada', language: 'en', brand: null } as const
const brand = {
  logo: { url: 'https://example.com/logo.png', alt: 'The harbour' },
  accent: '#aa3300',
  background: '#002244',
  footer: 'Harbour Street 1, [our site](https://example.com)',
} as const

test.each([
  ['without a brand', facts],
  ['in the brand of the organisation', { ...facts, brand }],
])('has the words, the link and nothing unescaped: %s', (_, given) => {
  const { html, text, subject } = confirmationMail(given, url)
  expect(subject).toContain('Fish & {{ chips }} <b>')
  expect(html).toContain('Fish &amp; {{ chips }} &lt;b&gt;')
  expect(html).not.toContain('<b>')
  expect(html).toContain('href="https://millrace.example.com/confirm/abc?x=1&amp;y=2"')
  expect(html).toMatch(/<html lang="en"/)
  expect(text).toContain(url)
  expect(`${html}${text}`).not.toContain('held')
})

test('looks as the e-mails of the organisation do', () => {
  const { html, text } = confirmationMail({ ...facts, language: 'pt', brand }, url)
  for (const part of [
    'https://example.com/logo.png',
    '#aa3300',
    '#002244',
    'Harbour Street 1',
    '<html lang="pt"',
  ])
    expect(html).toContain(part)
  expect(text).toContain('Harbour Street 1')
})
