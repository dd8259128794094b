import { expect, test } from 'vitest'
import type { Channel } from './channel.ts'
import { compileTemplate, variablesOf } from './compile-template.ts'

const known = new Set([
  'guest.name',
  'guest.tags',
  'event.parameters.*',
  'workflow.variables.offer',
  'venue.name',
])

function faultsOf(text: string, channel: Channel = 'html') {
  const compiled = compileTemplate(text, channel, known)
  return compiled.ok ? [] : compiled.faults
}

function variables(text: string) {
  const compiled = compileTemplate(text, 'text')
  return compiled.ok ? variablesOf(compiled.template) : compiled
}

test('all unknown variables and filters are reported at once, with line and column', () => {
  const text =
    'Dear {{ guest.nmae }},\n\n  {{ venue.name | shout: tone }}\n{% if workflow.variables.ofer %}!{% endif %}'
  expect(faultsOf(text)).toEqual([
    { message: 'There is no "guest.nmae".', line: 1, column: 9 },
    { message: 'There is no filter "shout" here.', line: 3, column: 19 },
    { message: 'There is no "tone".', line: 3, column: 26 },
    { message: 'There is no "workflow.variables.ofer".', line: 4, column: 7 },
  ])
})

test.each([
  ['{{ guest.name }}, {{ event.parameters.table }}, {{ event.parameters["Table number"] }}'],
  ['{{ guest.tags.first }}{{ guest.tags[0] }}{{ guest.tags.size }}'],
  ['{% for tag in guest.tags %}{{ forloop.index }} {{ tag }}{% endfor %}'],
  ['{% for pair in event.parameters %}{{ pair[0] }}: {{ pair[1] }}{% endfor %}'],
  ['{% assign name = guest.name | default: "you" %}{{ name }}'],
  ['{% capture line %}{{ venue.name }}{% endcapture %}{{ line }}'],
  ['{{ event.parameters[guest.name] }}'],
  ['{% comment %}{{ nothing }}{% include "x" %}{% endcomment %}{% # a remark %}'],
])('%s has no fault', text => expect(faultsOf(text)).toEqual([]))

test.each([
  ['{{ guest }}', 'There is no "guest".'],
  ['{{ guest.name.first_letter }}', 'There is no "guest.name.first_letter".'],
  ['{{ guest[event.parameters.key] }}', 'There is no "guest.*".'],
  ['{% for tag in guest.tags %}{% endfor %}{{ tag }}', 'There is no "tag".'],
  ['{{ name }}{% assign name = 1 %}', 'There is no "name".'],
  ['{{ constructor }}', 'There is no "constructor".'],
  ['{{ guest.name | raw }}', 'There is no filter "raw" here.'],
  ['{{ guest.name | range_bound }}', 'There is no filter "range_bound" here.'],
  ['{% cycle guest.nmae, "b" %}', 'There is no "guest.nmae".'],
  ['{% case guest.name %}{% when guest.nmae %}{% endcase %}', 'There is no "guest.nmae".'],
  ['{% for tag in guest.tags limit: most %}{% endfor %}', 'There is no "most".'],
  ['{% for number in (1..most) %}{% endfor %}', 'There is no "most".'],
  ['{% include "footer" %}', 'There is no tag "include" here.'],
  ['{% render "footer" %}', 'There is no tag "render" here.'],
  ['{% layout "footer" %}', 'There is no tag "layout" here.'],
  ['{% if guest.name %}', 'This is not closed: {% if guest.name %}.'],
  ['{{ guest.name', 'This is not closed: "{{ guest.name".'],
  ['{% endif %}', 'There is no tag "endif" here.'],
])('%s: %s', (text, message) => {
  expect(faultsOf(text).map(fault => fault.message)).toEqual([message])
})

test('a fault in the syntax has its place', () => {
  expect(faultsOf('one\ntwo {{ guest.name | }}\n  {{ guest.name ! }}')).toEqual([
    { message: expect.stringContaining('cannot be understood'), line: 3, column: 18 },
  ])
})

test('a filter belongs to the channels that it is for', () => {
  expect(faultsOf('{{ guest.name | newline_to_br }}', 'html')).toEqual([])
  expect(faultsOf('{{ guest.name | newline_to_br }}', 'text')).toHaveLength(1)
  expect(faultsOf('{{ guest.tags | json }}', 'json')).toEqual([])
  expect(faultsOf('{{ guest.tags | json }}', 'html')).toHaveLength(1)
})

test('the paths that a template reads are known, without the names that it makes itself', () => {
  const text =
    '{% for tag in guest.tags %}{{ tag }}{% endfor %}{% assign n = event.parameters[venue.name] %}{{ n }}{{ guest.name | default: workflow.variables.offer }}{{ guest.name }}'
  expect(variables(text)).toEqual([
    'guest.tags',
    'venue.name',
    'event.parameters.*',
    'guest.name',
    'workflow.variables.offer',
  ])
})

test.each<[Channel, number]>([
  ['html', 100_000],
  ['text', 50_000],
  ['subject', 1_000],
  ['sms', 5_000],
  ['json', 50_000],
  ['url', 2_000],
])('a template for %s has at most %i characters', (channel, longest) => {
  expect(compileTemplate('x'.repeat(longest), channel)).toMatchObject({ ok: true })
  expect(faultsOf('x'.repeat(longest + 1), channel)).toEqual([
    {
      message: `The template has ${longest + 1} characters; at most ${longest} are allowed.`,
      line: 1,
      column: 1,
    },
  ])
})

test('a template has at most 5000 tags and outputs, and at most 50 faults are reported', () => {
  expect(faultsOf('{{a}}'.repeat(5_000))).toHaveLength(50)
  expect(faultsOf('{{a}}'.repeat(5_001))).toMatchObject([
    { message: 'The template has 5001 tags and outputs; at most 5000 are allowed.' },
  ])
})
