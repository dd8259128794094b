import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trials } from '../../../tests/support/trials.ts'
import { engineOf } from './engine.ts'
import { attempt, facts, rendered } from './rendering.fixture.ts'

const inherited = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  '__lookupGetter__',
  'call',
  'bind',
  'next',
  'i',
  'liquidMethodMissing',
  'toLiquid',
  'then',
  'charAt',
  'map',
]
const roots = [
  'guest',
  'guest.name',
  'guest.tags',
  'guest.points',
  'event',
  'forloop',
  'line',
  'turn',
  '"text"',
  '(1..3)',
]

describe('nothing outside the data is read', () => {
  test('along any path of inherited names from any value', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...roots),
        fc.array(fc.constantFrom(...inherited), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        (root, names, quoted) => {
          const path = names.map(name => (quoted ? `["${name}"]` : `.${name}`)).join('')
          const text = `{% capture line %}x{% endcapture %}{% for turn in guest.tags %}[{{ ${root}${path} }}{{ ${root} | map: "${names[0]}" }}]{% endfor %}`
          expect(rendered(text)).toMatch(/^(\[[, ]*\])+$/)
        },
      ),
    )
  })

  test.each(inherited)('%s is a key as any other when the event has it', name => {
    const given = { event: { parameters: JSON.parse(`{"${name}": "plain"}`) } }
    expect(rendered(`{{ event.parameters.${name} }}{{ event.parameters["${name}"] }}`, given)).toBe(
      'plainplain',
    )
    expect(rendered(`{% assign ${name} = 1 %}{{ ${name} }}`)).toBe('1')
    expect(({} as Record<string, unknown>).plain).toBeUndefined()
  })

  test.each([
    '{{#with constructor}}{{lookup . "x"}}{{/with}}',
    "{{= this.constructor.constructor('return process')() }}",
    "{{ $json.constructor.constructor('return process.env')() }}",
    '{{ guest.name.constructor("return 1")() }}',
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    '{% include "/etc/passwd" %}',
    '{% render "../../etc/passwd" %}',
    '{% layout "/etc/passwd" %}',
    '{% raw %}{{ guest.name }}',
    '{{ guest.name | where_exp: "item", "item.constructor" }}',
    '{{ guest.name | inspect }}',
    '{{ "L2V0Yy9wYXNzd2Q=" | base64_decode }}',
  ])('%s is a fault or an empty place', text => {
    const answer = attempt(text)
    expect(answer.ok ? answer.text : answer.message).not.toMatch(
      /root:|function|native code|\/etc\/passwd|PATH/,
    )
    expect(answer).toMatchObject(answer.ok ? { text: '' } : { line: 1 })
  })

  test('other languages of templates are plain text', () => {
    const text = '${7*7} <%= 7*7 %> #{7*7} [[7*7]] {7*7} ;alert(1)//'
    expect(rendered(text)).toBe(text)
  })
})

const doubled = (times: number) =>
  `{% assign x = "aaaaaaaaaa" %}{% for i in (1..${times}) %}{% assign x = x | append: x %}{% endfor %}`
const long = 'l, '.repeat(4000)
const list =
  '{% assign l = "a,b" | split: "," %}{% for i in (1..9) %}{% assign l = l | concat: l %}{% endfor %}'

describe('no template takes more than its share', () => {
  test.each([
    ['a million turns', '{% for i in (1..1000000) %}x{% endfor %}'],
    ['a million empty turns', '{% for i in (1..100000) %}{% endfor %}'],
    [
      'loops in loops',
      '{% for i in (1..1000) %}{% for j in (1..1000) %}{{ guest.name }}{% endfor %}{% endfor %}',
    ],
    ['a huge range', '{% for i in (1..99999999999) %}x{% endfor %}'],
    ['a range that never gets further', '{% for i in (9007199254740992..9007199254740996) %}x{% endfor %}'],
    [
      'the same, computed',
      '{% assign a = 9007199254740992 %}{% assign b = a | plus: 4 %}{{ (a..b) | size }}',
    ],
    ['the same, as an index', '{{ guest[(9007199254740992..9007199254740996)] }}'],
    [
      'the same, as a limit',
      '{% for t in guest.tags limit: (9007199254740992..9007199254740996) %}{% endfor %}',
    ],
    ['the same, in a cycle', '{% cycle (9007199254740992..9007199254740996) %}'],
    ['a range to infinity', '{% assign a = 1 | divided_by: 0 %}{% for i in (1..a) %}x{% endfor %}'],
    ['a text that doubles', `${doubled(60)}{{ x }}`],
    [
      'a capture that doubles',
      '{% assign x = "aaaaaaaaaa" %}{% for i in (1..60) %}{% capture x %}{{ x }}{{ x }}{% endcapture %}{% endfor %}',
    ],
    [
      'a long text that is captured over and over',
      `{% capture x %}{% for i in (1..3000) %}${'y'.repeat(1000)}{% endfor %}{% endcapture %}`,
    ],
    [
      'a list that doubles',
      '{% assign l = "a,b" | split: "," %}{% for i in (1..60) %}{% assign l = l | concat: l %}{% endfor %}',
    ],
    ['lists that are compared over and over', `${list}{% if ${'l == l and '.repeat(4000)} l %}{% endif %}`],
    [
      'lists as choices',
      `${list}{% for i in (1..100) %}{% case 1 %}{% when ${long} l %}{% endcase %}{% endfor %}`,
    ],
    [
      'many choices in a loop',
      `{% for i in (1..500) %}{% case 1 %}{% when ${'2, '.repeat(4000)} 2 %}{% endcase %}{% endfor %}`,
    ],
    [
      'many conditions in a loop',
      `{% for i in (1..500) %}{% if ${'1 == 1 and '.repeat(4000)} 1 %}{% endif %}{% endfor %}`,
    ],
    [
      'a long text that is searched over and over',
      `${doubled(12)}{% for i in (1..3000) %}{% if x contains "b" %}{% endif %}{% endfor %}`,
    ],
    ['a long list that is sorted', `${doubled(12)}{% assign l = x | split: "" %}{{ l | sort | join }}`],
    ['escapes of escapes', `{{ "é" ${'| url_encode '.repeat(3000)} }}`],
    ['thousands of numbers', `{{ 1 ${'| number: 2 '.repeat(3000)} }}`],
    ['a date of thousands of names', `{{ "now" | date: "${'%A%c'.repeat(5000)}" }}`],
    ['blocks in blocks', `${'{% if true %}'.repeat(4000)}${'{% endif %}'.repeat(900)}`],
    ['a hundred and one blocks', `${'{% if true %}'.repeat(102)}x${'{% endif %}'.repeat(102)}`],
    ['keys in keys', `{{ ${'a['.repeat(20_000)}${']'.repeat(20_000)} }}`],
    ['thousands of open outputs', '{{'.repeat(4_000)],
  ])('%s is refused in a sentence', (_, text) => {
    expect(attempt(text)).toMatchObject({ ok: false, message: expect.stringMatching(/^[A-Z].+\.$/s) })
  })

  test('what an honest message needs is far within it', () => {
    const row =
      '<tr><td>{{ guest.name | upcase }}</td><td>{{ "now" | date: "long" }}</td><td>{{ 5 | money: "EUR" }}</td></tr>'
    expect(rendered(row.repeat(100))).toContain('€5.00')
    expect(rendered(`{% for i in (1..500) %}{{ i }} {{ guest.name }}{% endfor %}`)).toContain('500 Zoë')
    expect(rendered('x'.repeat(100_000))).toHaveLength(100_000)
  })
})

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '<script>',
        '&lt;',
        '{{',
        '}}',
        '{% raw %}',
        '\r\n',
        '\u0000',
        '\u2028',
        '%3C',
        '\\',
      ),
      { maxLength: 8 },
    )
    .map(parts => parts.join('')),
)
const given = fc.record({
  guest: fc.record({ name: nasty, tags: fc.array(nasty, { maxLength: 4 }), points: fc.double() }),
  event: fc.record({
    parameters: fc.dictionary(nasty, fc.oneof(nasty, fc.integer(), fc.boolean(), fc.constant(null))),
  }),
})
const value = fc.constantFrom(
  'guest.name',
  'guest.tags',
  'guest.points',
  'event.parameters',
  'guest.tags[0]',
  '"<i>"',
)
const argument = fc.oneof(value, fc.constantFrom('1', '-2', '"<"', '"&lt;"', 'nil', '""'))
const chain = (names: readonly string[]) =>
  fc.array(
    fc
      .tuple(fc.constantFrom(...names), fc.array(argument, { maxLength: 2 }))
      .map(([name, args]) => `| ${name}${args.length > 0 ? `: ${args.join(', ')}` : ''}`),
    { maxLength: 4 },
  )
const output = (names: readonly string[]) =>
  fc.tuple(value, chain(names), fc.integer({ min: 0, max: 4 })).map(([read, filters, shape]) => {
    const inner = `${read} ${filters.join(' ')}`
    if (shape === 0) return `{% echo ${inner} %}`
    if (shape === 1) return `{% assign a = ${inner} %}{{ a }}`
    if (shape === 2) return `{% capture c %}{{ ${inner} }}{% endcapture %}{{ c }}{{ c | downcase }}`
    if (shape === 3)
      return `{% for item in ${read} %}{{ item ${filters.join(' ')} }}{{ item[1] }}{% endfor %}`
    return `{{ ${inner} }}`
  })
const htmlFilters = [...engineOf('html').filters]
const textFilters = [...engineOf('text').filters]

describe('whatever the data and the filters are', () => {
  test('no markup comes out of data in html', () => {
    fc.assert(
      fc.property(given, output(htmlFilters), (data, text) => {
        const answer = attempt(text, data)
        if (answer.ok) expect(answer.text.replaceAll('<br>', '')).not.toMatch(/[<>"']/)
        else expect(answer.message).toMatch(/^[A-Z].+\.$/s)
      }),
      { numRuns: trials(300, 1_000) },
    )
  })

  test('the same comes out again', () => {
    fc.assert(
      fc.property(given, output(htmlFilters), (data, text) => {
        expect(attempt(text, data)).toEqual(attempt(text, structuredClone(data)))
      }),
      { numRuns: 300 },
    )
  })

  test('a JSON string stays one string, an address has no character that ends a part, a subject has one line', () => {
    fc.assert(
      fc.property(given, output(textFilters), (data, text) => {
        const json = attempt(text, data, 'json')
        if (json.ok) expect(typeof JSON.parse(`"${json.text}"`)).toBe('string')
        const url = attempt(text, data, 'url')
        if (url.ok) expect(url.text).toMatch(/^[A-Za-z0-9%\-_.!~*'()]*$/)
        const subject = attempt(text, data, 'subject')
        if (subject.ok) expect(subject.text).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      }),
      { numRuns: 300 },
    )
  })

  test('any text is a template or a fault, and never throws', () => {
    const piece = fc.oneof(
      nasty,
      fc.constantFrom(
        '{{',
        '}}',
        '{%',
        '%}',
        '|',
        'if',
        'for',
        'in',
        'endif',
        ' ',
        'guest.name',
        '(1..2)',
        ':',
        ',',
        '[',
        ']',
        '"',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), given, (pieces, data) => {
        const answer = attempt(pieces.join(''), data)
        expect(typeof (answer.ok ? answer.text : answer.message)).toBe('string')
      }),
      { numRuns: trials(300, 1_000) },
    )
  })
})

test('the names of the facts can be hidden by a template and are back in the next', () => {
  rendered('{% assign guest = "x" %}{% capture event %}y{% endcapture %}')
  expect(rendered('{{ guest.name }}', facts, 'text')).toBe("Zoë O'Brien")
})
