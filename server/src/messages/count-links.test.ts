import { describe, expect, test } from 'vitest'
import { countLinks } from './count-links.ts'
import { createCountedUrl, readCountedToken } from './counted-url.ts'

const counted = (target: string) => `<${target}>`
const html = (written: string) =>
  countLinks({ html: written }, target => `https://m.example/l/${encodeURIComponent(target)}`).html
const kept = (written: string) => expect(html(written)).toBe(written)
const text = (written: string) => countLinks({ html: '', text: written }, counted).text

describe('the links of an e-mail', () => {
  test('become counted ones however their attribute is written, and nothing else changes', () => {
    const to = (target: string) => `"https://m.example/l/${encodeURIComponent(target)}"`
    expect(html('<a href="https://a.example/x?b=1&amp;c=2#d">https://a.example</a>')).toBe(
      `<a href=${to('https://a.example/x?b=1&c=2#d')}>https://a.example</a>`,
    )
    expect(html("<A class='x' HREF = 'http://a.example/'>")).toBe(
      `<A class='x' HREF = ${to('http://a.example/')}>`,
    )
    expect(html('<area\nhref=https://a.example/&#x3f;q>')).toBe(`<area\nhref=${to('https://a.example/?q')}>`)
    // As browsers write it.
    expect(html('<a href=" HTTPS://Ä.example ">')).toBe(`<a href=${to('https://xn--4ca.example/')}>`)
  })

  test('to anything but a web page stay as they are', () => {
    kept('<a href="mailto:a@example.com">')
    kept('<a href="tel:+447700900123">')
    kept('<a href="#top"><a href="/x"><a href="">')
    kept('<a href="javascript:alert(1)"><a href="data:text/html,x">')
    kept('<a href="https://ada:secret@a.example/">')
    kept(`<a href="https://a.example/${'x'.repeat(2_000)}">`)
    kept('<a href="https://"><a href="https://a b.example/">')
    kept(
      '<a data-href="https://a.example/"><img src="https://a.example/i.png"><link href="https://a.example/">',
    )
  })

  test('are left alone where Gmail would hide the end of the e-mail because of them', () => {
    kept(`<a href="https://a.example/">x</a>${' '.repeat(99_960)}`)
  })

  test('are found in the text part without the sentence around them', () => {
    expect(text('See https://a.example/x. Or (https://b.example/c_(d)), https://c.example!')).toBe(
      'See <https://a.example/x>. Or (<https://b.example/c_(d)>), <https://c.example/>!',
    )
    expect(text('mailto:a@example.com and xhttps://')).toBe('mailto:a@example.com and xhttps://')
  })

  test('are not looked for again and again in what was made to be slow', () => {
    // A search that starts over at each of these would end by the time limit of the test.
    for (const part of ['<a ', '<a href', '<a href=', '<a href="', '<a\n\n\n']) kept(part.repeat(30_000))
    for (const part of ['https://((', ')', 'https://a)']) text(`https://a${part.repeat(30_000)}`)
  })
})

describe('a counted address', () => {
  const key = Buffer.alloc(32, 7)
  const [organisationId, messageId] = [
    '0192c8a0-0000-7000-8000-000000000001',
    '0192c8a0-0000-8abc-aabc-000000000101',
  ]
  const target = 'https://a.example/menu?täble=4#now'
  const url = createCountedUrl('https://m.example', key)(organisationId, messageId, target)
  const token = url.slice('https://m.example/l/'.length)

  test('has the message and the target in it', () => {
    expect(token).toMatch(/^[\w-]+$/)
    expect(readCountedToken(token, key)).toEqual({ organisationId, messageId, target })
  })

  test('leads nowhere once a character of it is changed, or with another key', () => {
    expect(readCountedToken(token, Buffer.alloc(32, 8))).toBeUndefined()
    for (let at = 0; at < token.length - 1; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      expect(readCountedToken(changed, key), changed).toBeUndefined()
    }
    for (const wrong of ['', 'x', 'A'.repeat(64), 'A'.repeat(100), token.slice(0, -4), `${token}AAAA`])
      expect(readCountedToken(wrong, key)).toBeUndefined()
  })

  test('is never made of an address of ours', () => {
    const counts = createCountedUrl('https://m.example', key)
    for (const own of [
      'https://m.example',
      'https://m.example/unsubscribe/x',
      'https://m.example/preferences/x',
    ])
      expect(counts(organisationId, messageId, own)).toBe(own)
    expect(counts(organisationId, messageId, 'https://m.example.evil/')).toContain('/l/')
  })
})
