import { expect, test } from 'vitest'
import { neutralHtml } from './neutral-html.ts'

test('attributes are data, however they are written', () => {
  expect(neutralHtml(`<p style="color: red" ALIGN=center title='"x"' hidden>Hi</p>`)).toBe(
    '<p data-style="color: red" data-ALIGN="center" data-title="&quot;x&quot;" data-hidden="">Hi</p>',
  )
  expect(neutralHtml('<a href=https://example.com/?a=b&c=d/>x</a>')).toBe(
    '<a data-href="https://example.com/?a=b&c=d/">x</a>',
  )
})

test('what does something is left out', () => {
  expect(neutralHtml('<!DOCTYPE html><p>x</p>')).toBe('<p>x</p>')
  expect(neutralHtml('<SCRIPT src=x>alert(1)</SCRIPT><link rel=stylesheet href=x>')).toBe(
    '<x-gone data-src="x">alert(1)</x-gone>',
  )
})

test('nothing that is no whole tag stays one', () => {
  expect(neutralHtml('<img src=x onerror=alert(1)')).toBe('&lt;img src=x onerror=alert(1)')
  expect(neutralHtml(`<a b"c onclick=x>y`)).toBe(`&lt;a b"c onclick=x>y`)
  expect(neutralHtml('1 < 2 <3')).toBe('1 < 2 <3')
})

test('no handler or style stays what it is', () => {
  const hostile = [
    `"><img src=x onerror=alert(1)><script>alert(2)</script>`,
    `<svg/onload=alert(1)>`,
    `<p\nonclick\n=\n"x" style='a'/>`,
    `<div title=">" onmouseover=alert(1)>`,
    `<!--><img src=x onerror=alert(1)>-->`,
  ]
  for (const html of hostile) {
    const attributes = [...neutralHtml(html).matchAll(/<[a-z][^>]*>/gi)].join(' ')
    expect(attributes).not.toMatch(/[\s/](?!data-)(on\w+|style)\s*=/i)
  }
})
