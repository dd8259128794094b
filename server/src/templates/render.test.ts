import { describe, expect, test } from 'vitest'
import type { Channel } from './channel.ts'
import { attempt, facts, rendered } from './rendering.fixture.ts'

describe('escaping', () => {
  test.each<[Channel, string]>([
    ['html', 'a&lt;b&gt;\n&quot;c&quot; & O&#39;Brien'],
    ['text', 'a<b>\n"c" & O\'Brien'],
    ['sms', 'a<b>\n"c" & O\'Brien'],
    ['subject', 'a<b> "c" & O\'Brien'],
    ['json', 'a<b>\\n\\"c\\" & O\'Brien'],
    ['url', "a%3Cb%3E%0A%22c%22&O'Brien"],
  ])('every value is escaped for %s, and what the author wrote is not', (channel, expected) => {
    expect(rendered('{{ a }} & {{ b }}', { a: 'a<b>\n"c"', b: "O'Brien" } as never, channel)).toBe(expected)
  })

  test('echo and cycle escape as well', () => {
    expect(rendered('{% echo event.parameters.note %}')).toBe('a&lt;b&gt;\n&quot;c&quot;')
    expect(rendered('{% cycle event.parameters.note, "x" %}')).toBe('a&lt;b&gt;\n&quot;c&quot;')
  })

  test('the filter escape escapes once', () => {
    expect(rendered('{{ venue.name | escape }}')).toBe('Brass &amp; Bell')
  })

  test('line breaks can become elements, and nothing else can', () => {
    expect(rendered('{{ event.parameters.note | newline_to_br }}')).toBe('a&lt;b&gt;<br>\n&quot;c&quot;')
    expect(rendered('{{ event.parameters.note | newline_to_br | append: "" }}')).not.toContain('<')
  })

  test('what was captured is not escaped twice', () => {
    const text = '{% capture line %}<b>{{ venue.name }}</b>{% endcapture %}{{ line }}{{ line }}'
    expect(rendered(text)).toBe('<b>Brass &amp; Bell</b><b>Brass &amp; Bell</b>')
    expect(rendered('{% capture a %}{{ venue.name }}{% endcapture %}{{ a }}', facts, 'url')).toBe(
      'Brass%20%26%20Bell',
    )
  })

  test('what was captured from a guest stays escaped, whatever is done to it', () => {
    const captured = '{% capture line %}{{ event.parameters.note }}{% endcapture %}'
    expect(rendered(`${captured}{{ line | upcase }}{% assign copy = line %}{{ copy }}`)).not.toContain('<')
  })

  test('a subject has one line, whether the author or a guest wrote the break', () => {
    const given = { guest: { name: 'Zoë\r\nBcc: all@example.com\u2028!' } }
    expect(rendered('Hi {{ guest.name }}\n\tthere\n', given, 'subject')).toBe(
      'Hi Zoë Bcc: all@example.com ! there',
    )
  })

  test('no control character and no half of a character gets out', () => {
    const given = { guest: { name: 'a\u0000b\u001b[31m\ud83dc\r\nd' } }
    expect(rendered('{{ guest.name }}{{ "\\u0007" }}', given, 'text')).toBe('ab[31m\ufffdc\nd')
    expect(rendered('{{ guest.name }}', given, 'url')).toBe('ab%5B31m%EF%BF%BDc%0Ad')
    const halves = '{% assign parts = guest.name | split: "" %}{{ parts[0] }}'
    expect(rendered(halves, { guest: { name: '🍷' } })).toBe('\ufffd')
  })

  test('a whole JSON value can be put out', () => {
    const text =
      '{"tags": {{ guest.tags | json }}, "name": {{ guest.nick | json }}, "note": "{{ event.parameters.note }}"}'
    expect(JSON.parse(rendered(text, facts, 'json'))).toEqual({
      tags: ['vip', 'wine'],
      name: null,
      note: 'a<b>\n"c"',
    })
  })
})

describe('values', () => {
  test.each([
    ['a missing one is empty', '[{{ guest.nothing.at.all }}]', '[]'],
    ['one can be given instead', '{{ guest.nothing | default: "you" }}', 'you'],
    ['a list has commas', '{{ guest.tags }}', 'vip, wine'],
    [
      'a loop',
      '{% for tag in guest.tags %}{{ forloop.index }}{{ tag }}{% unless forloop.last %}/{% endunless %}{% endfor %}',
      '1vip/2wine',
    ],
    ['as many as the event says', '{% for star in (1..event.parameters.stars) %}*{% endfor %}', '***'],
    ['a range to nothing', '{% for i in (1..guest.nothing) %}x{% else %}none{% endfor %}', 'none'],
    ['a choice', '{% case event.source %}{% when "web" %}W{% when "till" %}T{% endcase %}', 'T'],
    ['a condition', '{% if guest.tags contains "vip" and guest.points > 1000 %}yes{% endif %}', 'yes'],
    ['a computed key', '{{ guest.attributes["table"] }}{% assign k = "serial" %}{{ venue[k] }}', 'windowV1'],
    ['whole objects have no text', '[{{ guest }}{{ guest.attributes }}]', '[]'],
    [
      'pairs of an object',
      '{% for pair in guest.attributes %}{{ pair[0] }}={{ pair[1] }}{% endfor %}',
      'table=window',
    ],
    ['arithmetic', '{{ guest.points | plus: 0.5 | times: 2 | round }}', '2470'],
    [
      'a link',
      '<a href="https://x.example/?v={{ venue.name | url_encode }}">',
      '<a href="https://x.example/?v=Brass%20%26%20Bell">',
    ],
  ])('%s', (_, text, expected) => expect(rendered(text)).toBe(expected))
})

describe('dates', () => {
  test.each([
    ['{{ event.parameters.booked_for | date }}', '14 March 2026'],
    ['{{ event.parameters.booked_for | date: "long" }}', '14 March 2026'],
    ['{{ event.parameters.booked_for | date: "short" }}', '14/03/2026'],
    ['{{ event.parameters.booked_for | date: "time" }}', '19:30'],
    [
      '{{ event.parameters.booked_for | date: "%A %-d %B %Y, %H:%M %Z" }}',
      'Saturday 14 March 2026, 19:30 CET',
    ],
    [
      '{{ event.parameters.booked_for | date: "%a %d %b %y %I:%M:%S %p %j %u %w %F %T %R %z %% %Q" }}',
      'Sat 14 Mar 26 07:30:00 PM 073 6 6 2026-03-14 19:30:00 19:30 +0100 % %Q',
    ],
    ['{{ event.parameters.booked_for | date: "%e|%k|%-l|%P|%^a|%s" }}', '14|19|7|pm|SAT|1773513000'],
    ['{{ "now" | date: "%F %R" }}', '2026-06-10 14:00'],
    ['{{ "2026-03-14" | date: "%F %R" }}', '2026-03-14 00:00'],
    ['{{ "2026-03-14T19:30" | date: "%F %R" }}', '2026-03-14 19:30'],
    ['{{ "2026-03-14 19:30+05:00" | date: "%F %R" }}', '2026-03-14 15:30'],
    ['{{ "2026-03-29T02:30:00" | date: "%R" }}', '03:00'],
    ['{{ 1773513000 | date: "%F %R" }}', '2026-03-14 19:30'],
    ['{{ "1773513000000" | date: "%F %R" }}', '2026-03-14 19:30'],
    ['{{ "soon" | date: "long" }}', 'soon'],
    ['{{ "2026-02-30" | date: "long" }}', '2026-02-30'],
    ['[{{ guest.nothing | date: "long" }}]', '[]'],
    ['{{ 1e400 | date: "long" }}{{ 99999999999999999999 | date: "%Y" }}', '100000000000000000000'],
  ])('%s is %s', (text, expected) => expect(rendered(text, facts, 'text')).toBe(expected))

  test('they follow the zone and the locale', () => {
    const text =
      '{{ event.parameters.booked_for | date: "full" }} {{ event.parameters.booked_for | date: "%A %H:%M" }}'
    expect(rendered(text, facts, 'text', { timeZone: 'Asia/Kathmandu', locale: 'nl' })).toBe(
      'zondag 15 maart 2026 zondag 00:15',
    )
  })
})

describe('numbers', () => {
  test.each([
    ['{{ guest.points | number }}', 'en-GB', '1,234.5'],
    ['{{ guest.points | number: 2 }}', 'de', '1.234,50'],
    ['{{ "1234" | number }}', 'en-GB', '1,234'],
    ['{{ "many" | number }}', 'en-GB', 'many'],
    ['{{ guest.points | money: "EUR" }}', 'en-GB', '€1,234.50'],
    ['{{ 5 | money: "jpy" }}', 'en-US', '¥5'],
  ])('%s in %s is %s', (text, locale, expected) => {
    expect(rendered(text, facts, 'text', { locale })).toBe(expected)
  })

  test('a wrong currency or number of decimals is reported', () => {
    for (const filter of ['money', 'money: "EURO"', 'number: 21', 'number: "x"'])
      expect(attempt(`one\n {{ 5 | ${filter} }}`)).toMatchObject({
        ok: false,
        message: expect.stringMatching(/^The filter "(money|number)" takes/),
        line: 2,
        column: 2,
      })
  })
})

test('a text that is too long for its channel is reported, not cut', () => {
  expect(attempt('{{ guest.name }}', { guest: { name: 'x'.repeat(1601) } }, 'sms')).toMatchObject({
    ok: false,
    message: 'The text has 1601 characters; at most 1600 are allowed.',
  })
})

test('the facts stay as they were', () => {
  const before = structuredClone(facts)
  rendered('{% assign guest = 1 %}{% assign tags = event.parameters | sort | reverse %}{{ guest }}')
  rendered('{{ guest.tags | reverse | sort | concat: guest.tags | uniq }}')
  expect(facts).toEqual(before)
})
