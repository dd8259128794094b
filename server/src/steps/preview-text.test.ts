import { describe, expect, test } from 'vitest'
import { emailParts } from '#blocks/email-parts.ts'
import { textFromHtml } from '#channels/email/text-from-html.ts'
import { withPreview } from './preview-text.ts'

describe('the preview text', () => {
  const { html } = emailParts({ blocks: [{ type: 'heading', text: 'Body' }] })

  test('comes first in the body, hidden, escaped and padded', () => {
    const written = withPreview(html, 'Two for <one> & "more"')
    expect(written).toMatch(
      /<body[^>]*><div data-preview-text style="display:none;[^"]*mso-hide:all">Two for &lt;one&gt; &amp; &quot;more&quot;(&#8199;&#847; ){178}<\/div>/,
    )
    expect(written.replace(/<div data-preview-text.*?<\/div>/, '')).toBe(html)
  })

  test('is left out of the text part that is made from the HTML', () => {
    expect(textFromHtml(withPreview(html, 'Two for one'))).toBe(textFromHtml(html))
  })

  test.each([
    ['<p>Hi</p>', '^<div'],
    ['<body title="a>b" class=\'x\'><p>Hi</p>', '^<body title="a>b" class=\'x\'><div'],
    ['<BODY\n>Hi', '^<BODY\n><div'],
    ['<body "unclosed <p>Hi</p>', '^<div'],
    ['<bodyguard>Hi', '^<div'],
  ])('goes into %j where its content begins', (given, expected) => {
    expect(withPreview(given, 'x')).toMatch(new RegExp(expected))
  })

  test('that is empty for a guest adds nothing, and a long one is not padded', () => {
    expect(withPreview(html, '')).toBe(html)
    expect(withPreview('', 'x'.repeat(300))).toMatch(/>x{300}<\/div>$/)
  })
})
