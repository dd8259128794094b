import { expect, test } from 'vitest'
import { withFooter, withTextFooter } from './unsubscribe-footer.ts'

const links = {
  unsubscribe: 'https://millrace.example/unsubscribe/abc',
  preferences: 'https://millrace.example/preferences/abc',
}
const added = (html: string) => withFooter(html, links, 'en') !== html

test.each([
  ['no link at all', '<p>Hello</p>'],
  ['an address that cannot be clicked', `<p>${links.unsubscribe}</p>`],
  ['a link in a comment', `<!-- <a href="${links.unsubscribe}">Unsubscribe</a> --><p>Hello</p>`],
  ['a link in a comment that never ends', `<p>Hello</p><!-- <a href="${links.unsubscribe}">x</a>`],
  ['a link to another guest', `<a href="${links.unsubscribe}d">Unsubscribe</a>`],
  ['an attribute that is no link', `<p title="${links.unsubscribe}">Hello</p>`],
])('a footer is added where there is %s', (_, html) => {
  expect(added(html)).toBe(true)
})

test.each([
  ['to unsubscribe', `<a href="${links.unsubscribe}">Stop</a>`],
  ['to the preferences', `<A class=x HREF='${links.preferences}'>Choose</A>`],
  ['without quotes', `<a href=${links.unsubscribe}>Stop</a>`],
])('the link of the author %s is enough', (_, html) => {
  expect(added(html)).toBe(false)
})

test('the footer is inside the body, once, with both links', () => {
  const html = withFooter('<html><BODY><p>Hello</p></BODY></html>', links, 'pt')
  expect(html).toMatch(/<p>Hello<\/p>\s*<div [^>]*>.*<\/div>\s*<\/BODY><\/html>$/)
  expect(html).toContain(`href="${links.unsubscribe}"`)
  expect(html).toContain(`href="${links.preferences}"`)
  expect(html).toContain('Cancelar a subscrição')
  expect(withFooter(html, links, 'pt')).toBe(html)
})

test('the text part gets the addresses unless the author wrote one', () => {
  const text = withTextFooter('Hello\n', links, 'en')
  expect(text).toBe(
    `Hello\n\nUnsubscribe: ${links.unsubscribe}\nChoose what we send you: ${links.preferences}\n`,
  )
  expect(withTextFooter(text, links, 'en')).toBe(text)
})
