import type { EmailBlock } from '@millrace/contract/email-blocks'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileTemplate } from '#templates/compile-template.ts'
import { linkFault } from '#templates/link-fault.ts'
import { emailParts } from './email-parts.ts'

const htmlOf = (...blocks: EmailBlock[]) => emailParts({ blocks }).html
const textOf = (...blocks: EmailBlock[]) => emailParts({ blocks }).text
/** What a person reads. */
const words = (html: string) =>
  html
    .replace(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<[^>]*>|&#8202;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('blocks', () => {
  test('become HTML with the same words, and a text part', () => {
    const blocks: EmailBlock[] = [
      { type: 'heading', text: 'Thank you, {{ guest.name | default: "friend" }}' },
      { type: 'text', text: 'It was **lovely** to see *you*.\nSee [our menu](https://example.com/menu).' },
      { type: 'text', text: '- soup\n- bread\n\n1. come\n2. stay' },
      { type: 'button', text: 'Book again', url: 'https://example.com/book?a=1&b={{ guest.id }}' },
      {
        type: 'image',
        url: 'https://example.com/a.png',
        alt: 'A "plate"',
        link: 'https://example.com/{{ guest.id }}',
      },
      { type: 'divider' },
      {
        type: 'columns',
        columns: [[{ type: 'text', text: 'Left' }], [{ type: 'text', text: 'Right' }]],
      },
    ]
    const html = htmlOf(...blocks)
    expect(words(html)).toBe(
      'Thank you, {{ guest.name | default: "friend" }} It was lovely to see you . See our menu . soup bread come stay Book again Left Right',
    )
    expect(html).toContain('href="https://example.com/book?a=1&amp;b={{ guest.id }}"')
    expect(html).toContain('alt="A &quot;plate&quot;"')
    expect(html).toContain('href="https://example.com/{{ guest.id }}"')
    expect(html).toContain('href="https://example.com/menu"')
    expect(textOf(...blocks)).toBe(
      [
        'Thank you, {{ guest.name | default: "friend" }}',
        'It was lovely to see you.\nSee our menu (https://example.com/menu).',
        '- soup\n- bread\n\n1. come\n2. stay',
        'Book again: https://example.com/book?a=1&b={{ guest.id }}',
        'A "plate": https://example.com/{{ guest.id }}',
        '---',
        'Left',
        'Right',
      ].join('\n\n'),
    )
  })

  test('leave Liquid as it is written, whatever stands in it', () => {
    const liquid =
      '{% if guest.points < 3 and "*a*" != "_b_" %}**few**{% endif %} {{ "<b>*x*</b>" | append: "&" }}'
    const html = htmlOf({ type: 'text', text: liquid }, { type: 'heading', text: liquid })
    expect(html).toContain('{% if guest.points < 3 and "*a*" != "_b_" %}<strong>few</strong>{% endif %}')
    expect(html.split('{{ "<b>*x*</b>" | append: "&" }}')).toHaveLength(3)
  })

  test('show elements, images and tables in a text as text', () => {
    const html = htmlOf({
      type: 'text',
      text: '<script>alert(1)</script>\n\n<b onclick="x">a</b> ![i](https://example.com/i.png)\n\n| a |\n|---|\n| b |\n\n- [ ] c',
    })
    expect(html).not.toMatch(/<script|<b |<img|<td>b|<input/)
    expect(words(html)).toContain('[ ] c')
    expect(words(html)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  test('make no text part where one is HTML, which is put in as it is', () => {
    const block: EmailBlock = { type: 'html', html: '<p class="x">{{ guest.name }}</p>' }
    expect(htmlOf(block)).toContain(block.html)
    expect(textOf({ type: 'heading', text: 'A' }, block)).toBeUndefined()
  })

  test('may lead to a scheme that the check of links finds', () => {
    expect(linkFault(htmlOf({ type: 'text', text: '[a](javascript:alert)' }))).toContain('"javascript:"')
  })

  test('never change the skeleton, whatever is written in them', () => {
    const pieces = ['</mj-text>', '</td></table>', 'heldpart0trapdleh', '\uE0000\uE001', '{{ guest.name }}']
    const hostile = fc
      .array(fc.constantFrom(...'<>&"\'*_[]()#-|`\\! \n1a', ...pieces), { maxLength: 40 })
      .map(parts => parts.join(''))
    const skeleton = (html: string) => html.match(/<\/?(table|tr|td|div|body|mj-[a-z]+)\b/g)
    const usual = skeleton(htmlOf({ type: 'heading', text: 'a' }, { type: 'text', text: 'a' }))
    fc.assert(
      fc.property(hostile, hostile, (heading, text) => {
        const html = htmlOf({ type: 'heading', text: heading }, { type: 'text', text })
        expect(skeleton(html)).toEqual(usual)
        expect(compileTemplate(html, 'html').ok).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
