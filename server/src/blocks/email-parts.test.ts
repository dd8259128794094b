import type { Brand } from '@millrace/contract/brand'
import type { EmailBlock } from '@millrace/contract/email-blocks'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileTemplate } from '#templates/compile-template.ts'
import { linkFault } from '#templates/link-fault.ts'
import { emailParts } from './email-parts.ts'
import { footerFault } from './footer-fault.ts'
import { isReadableOn, readableOn } from './readable.ts'

const htmlOf = (...blocks: EmailBlock[]) => emailParts({ blocks }).html
const textOf = (...blocks: EmailBlock[]) => emailParts({ blocks }).text
/** What a person reads. */
const words = (html: string) =>
  html
    .replace(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<[^>]*>|&#8202;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('a brand', () => {
  const brand: Brand = {
    logo: { url: 'https://example.com/logo.png?a=1&b=2', alt: 'The "Vine"' },
    accent: '#ffd400',
    background: '#102030',
    font: 'Georgia',
    footer: '**The Vine**, 1 High Street\n[Our menus](https://example.com/menus)',
  }
  const branded = emailParts(
    { blocks: [{ type: 'button', text: 'Book', url: 'https://example.com/book' }] },
    brand,
  )

  test('gives the e-mail its logo, colours, font and footer', () => {
    const { html, text } = branded
    expect(html).toContain('src="https://example.com/logo.png?a=1&amp;b=2"')
    expect(html).toContain('alt="The &quot;Vine&quot;"')
    expect(html).toMatch(/font-family:\s*Georgia/)
    expect(html).toContain('bgcolor="#ffd400"')
    // Yellow links could not be read on white, nor black ones on navy.
    expect(html).toContain('a { color: #26282c }')
    expect(html).toContain('.footer a { color: #ffffff }')
    expect(emailParts({ blocks: [{ type: 'divider' }] }, { accent: '#0b5cad' }).html).toContain(
      'a { color: #0b5cad }',
    )
    expect(html).toMatch(/<body[^>]*background-color:\s*#102030/)
    expect(words(html)).toBe('Book The Vine , 1 High Street Our menus')
    expect(html).not.toContain('heldpart')
    expect(text).toBe(
      'Book: https://example.com/book\n\nThe Vine, 1 High Street\nOur menus (https://example.com/menus)',
    )
  })

  test('has text that can be read on every colour: black on yellow, white on navy', () => {
    const buttonText = /<a href="https:\/\/example.com\/book"[^>]*?[ ;"]color:\s*(#\w+)/.exec(branded.html)
    expect(buttonText?.[1]).toBe('#000000')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), number => {
        const colour = `#${number.toString(16).padStart(6, '0')}`
        expect(isReadableOn(readableOn(colour), colour)).toBe(true)
      }),
    )
  })

  test('has no values in it, whatever its logo is called', () => {
    const { html } = emailParts(
      { blocks: [{ type: 'divider' }] },
      { logo: { url: 'https://example.com/logo.png', alt: '{{ x( }} {% y' } },
    )
    expect(html).toContain('alt="&#123;&#123; x( }} &#123;% y"')
    expect(compileTemplate(html, 'html').ok).toBe(true)
  })

  test('of one kind is converted once, and another beside it', () => {
    const node = { blocks: [{ type: 'divider' as const }] }
    expect(emailParts(node, { accent: '#ffffff' })).toBe(emailParts(node, { accent: '#ffffff' }))
    expect(emailParts(node, { accent: '#000000' })).not.toBe(emailParts(node, { accent: '#ffffff' }))
  })

  test.each([
    ['Come, {{ guest.name }}', /same for everyone/],
    ['{% if true %}', /same for everyone/],
    ['[x](javascript:alert(1))', /begins with "javascript:"/],
  ])('is refused with the footer %j', (footer, sentence) => {
    expect(footerFault({ footer })).toMatch(sentence)
  })
})

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

  test('stand from right to left where their first letter does, whatever values come before it', () => {
    const arabic = htmlOf(
      { type: 'image', url: 'https://example.com/a.png', alt: '' },
      { type: 'text', text: '{{ guest.name }}، أهلاً وسهلاً' },
    )
    expect(arabic).toMatch(/direction:\s*rtl/)
    expect(arabic).toMatch(/text-align:\s*right/)
    // The points of a list stand where its direction begins.
    expect(arabic).not.toMatch(/direction:\s*ltr/)
    const english = htmlOf({ type: 'text', text: '{{ guest.name }}, welcome to أهلاً' })
    expect(english).not.toMatch(/direction:\s*rtl/)
  })

  test('are a voucher with its code and terms, in both parts', () => {
    const block: EmailBlock = {
      type: 'voucher',
      text: 'A <dessert>',
      code: 'SWEET-{{ guest.points }}',
      terms: 'In May',
    }
    expect(words(htmlOf(block))).toBe('A &lt;dessert&gt; SWEET-{{ guest.points }} In May')
    expect(textOf(block)).toBe('A <dessert>\nSWEET-{{ guest.points }}\nIn May')
    const { terms: _terms, ...short } = block
    expect(textOf(short)).toBe('A <dessert>\nSWEET-{{ guest.points }}')
  })

  test('show HTML that was copied out of Word without what only Word knows', () => {
    const word =
      '<!--[if gte mso 9]><xml><o:p>Office</o:p></xml><![endif]--><p class="MsoNormal" style="mso-margin-top-alt:auto">Dinner<o:p></o:p></p>'
    const html = htmlOf({ type: 'html', html: word })
    expect(words(html)).toBe('Dinner')
    expect(compileTemplate(html, 'html').ok).toBe(true)
    // In a text it is text.
    expect(words(htmlOf({ type: 'text', text: '<p class="MsoNormal">Dinner</p>' }))).toContain('&lt;p')
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
