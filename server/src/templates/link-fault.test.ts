import { expect, test } from 'vitest'
import { compileTemplate } from './compile-template.ts'
import { linkFault } from './link-fault.ts'
import { render } from './render.ts'

test.each([
  '<a href="javascript:alert(1)">x</a>',
  "<a href='JaVaScRiPt:alert(1)'>x</a>",
  '<a href=javascript:alert(1)>x</a>',
  '<a href="  java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="&#x6A;avascript&colon;alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<form action="vbscript:x"></form>',
  '<img src="javascript:alert(1)">',
  '<a HREF = "file:///etc/passwd">x</a>',
])('javascript: and data: are refused in links of templates: %s', html => {
  expect(linkFault(html)).toContain('Links begin with https:')
})

test.each([
  '<a href="https://example.com/?q=javascript:x">x</a>',
  '<a href="mailto:a@example.com">x</a>',
  '<a href="tel:+442079460000">x</a>',
  '<a href="{{ run.unsubscribe_url }}">x</a>',
  '<img src="data:image/png;base64,AAAA">',
  '<a href="#top">javascript: is a word</a>',
])('others are not: %s', html => {
  expect(linkFault(html)).toBeUndefined()
})

test('nor can a link be put together, or come from data', () => {
  const settings = { timeZone: 'UTC', locale: 'en-GB', now: new Date(0) }
  for (const text of ['<a href="{{ guest.name }}">x</a>', `<a href="java{{ '' }}script:x">x</a>`]) {
    const compiled = compileTemplate(text, 'html')
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults))
    expect(render(compiled.template, { guest: { name: 'javascript:alert(1)' } }, settings)).toMatchObject({
      ok: false,
      message: expect.stringContaining('javascript:'),
    })
  }
})
