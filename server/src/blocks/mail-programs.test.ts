import { expect, test } from 'vitest'
import { layoutBrand, layoutsWith } from '../../../tests/support/layouts.ts'
import { emailParts } from './email-parts.ts'
import { notUnderstood } from './mail-programs.ts'

const features = (html: string) => notUnderstood(html).map(({ feature, by }) => `${feature} ${by}`)

test.each(
  layoutsWith(name => `https://example.com/${name}.png`).map(layout => [layout.name, layout] as const),
)('the layout %s has nothing that Outlook or Gmail drops', (_name, { blocks }) => {
  for (const brand of [undefined, layoutBrand]) {
    const { html } = emailParts({ blocks: [...blocks] }, brand)
    expect(html).toContain('<table')
    expect(notUnderstood(html)).toEqual([])
  }
})

test.each([
  ['<div style="display: flex; gap:8px">', ['display: flex outlook', 'gap outlook']],
  ["<DIV STYLE='Position : absolute'>", ['position both']],
  ['<p style="color: rgba(0, 0, 0, .5); width: calc(100% - 8px)">', ['rgba() outlook', 'calc() outlook']],
  ['<p style="color: var(--ink)">', ['var() both']],
  ['<td style="background-image: url(https://example.com/x.png)">', ['background-image outlook']],
  ['<form action="https://example.com"><input name=a></form>', ['<form> both', '<input> both']],
  ['<script>alert(1)</script>', ['<script> most']],
  ['<a href="https://example.com" onclick="go()">', ['onclick most']],
  ['<img src="https://example.com/a.webp?x=1" width="20">', ['<img src="….webp"> outlook']],
  ['<img src=https://example.com/logo.SVG>', ['<img src="….svg"> both']],
  ['<img src="data:image/png;base64,AA==" srcset="x 2x">', ['<img src="data:…"> both', 'srcset outlook']],
  ['<img src="https://example.com/a.png" style="max-width: 100%">', ['<img style="max-width: …"> outlook']],
  ['<style>@import url(x); .a { position: fixed }</style>', ['@import both', 'position both']],
  [`<style>${'.a { color: red } '.repeat(500)}</style>`, ['<style> > 8192 gmail']],
  ['<svg><path d="M0 0"/></svg>', ['<svg> both']],
  ['<link rel=stylesheet href="https://example.com/a.css">', ['<link rel="stylesheet"> both']],
])('%s', (html, expected) => {
  expect(features(html)).toEqual(expected)
})

test.each([
  '<table width="600" style="border-radius: 4px; max-width: 600px"><tr><td>Hello</td></tr></table>',
  '<div style="position: static; opacity: 1; display: inline-block">',
  '<!--[if mso]><v:rect style="position: absolute"><![endif]-->',
  '<p>Write position: absolute and &lt;form&gt;, 1 < 2, <3 you</p>',
  '<img src="https://example.com/a.png" width="200" style="max-width: 100%">',
  '<img src="{{ event.parameters.picture }}" width="200">',
  '<a href="https://example.com/x.svg">a drawing</a>',
])('nothing is said about %s', html => {
  expect(notUnderstood(html)).toEqual([])
})

test('each is said once, and a text of nothing but openings is read in no time', () => {
  expect(features('<form></form>'.repeat(100))).toEqual(['<form> both'])
  for (const hostile of ['<a "', '<a x="', '<style', '<style>{', '<!--', "<img style='max-width:"])
    expect(Array.isArray(notUnderstood(hostile.repeat(20_000)))).toBe(true)
})
