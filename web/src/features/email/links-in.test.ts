import { expect, test } from 'vitest'
import { linksIn } from './links-in.ts'

test('links and images of other sites are found once each, as they are followed', () => {
  const html = `<a href="https://example.com/menu?a=1&amp;b=2">Menu</a>
    <A target=_blank style='color: red' HREF='http://example.com/two'>Two</A>
    <img width="10" src="https://example.com/a.png"><a href="https://example.com/a.png">Again</a>`
  expect(linksIn(html, 'https://millrace.example')).toEqual([
    'https://example.com/menu?a=1&b=2',
    'http://example.com/two',
    'https://example.com/a.png',
  ])
})

test.each([
  '<a href="https://millrace.example/images/x.png">ours</a>',
  '<a href="/unsubscribe/…">ours</a>',
  '<a href="mailto:ada@example.com">mail</a>',
  '<a href="https://">nothing</a>',
  '<p data-href="https://example.com">no link</p>',
  'href="https://example.com"',
])('%s is not asked', html => {
  expect(linksIn(html, 'https://millrace.example')).toEqual([])
})
