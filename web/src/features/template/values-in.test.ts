import { expect, test } from 'vitest'
import { valuesIn } from './values-in.ts'

const paths = (template: string) => valuesIn(template).map(({ path }) => path)

test('plain values are found where they stand, however they are spaced', () => {
  const template = 'Dear {{ guest.name }}, at {{venue.name}}!'
  expect(valuesIn(template).map(({ from, to }) => template.slice(from, to))).toEqual([
    '{{ guest.name }}',
    '{{venue.name}}',
  ])
  expect(paths(template)).toEqual(['guest.name', 'venue.name'])
})

test('a key in brackets is the same value with either quotes', () => {
  expect(paths(`{{ event.parameters["table no."] }}{{ event.parameters['table no.'] }}`)).toEqual([
    'event.parameters["table no."]',
    'event.parameters["table no."]',
  ])
  expect(paths('{{ guest.tags[0] }}')).toEqual(['guest.tags[0]'])
})

test.each([
  '{{ guest.name | default: "you" }}',
  '{% if guest.name %}',
  '{{- guest.name -}}',
  '{{ guest. }}',
  '{{ guest.name',
  '{{ "guest" }}',
  '{{ guest\n.name }}',
  '{ { guest.name } }',
  '{% raw %}{{ guest.name }}{% endraw %}',
  '{%- comment -%}{{ guest.name }}',
])('%j stays text', template => {
  expect(valuesIn(template)).toEqual([])
})

test('what follows a part that is not read is read again', () => {
  expect(paths('{% raw %}{{ a }}{% endraw %}{{ b }}{% comment %}{{ c }}{% endcomment %}{{ d }}')).toEqual([
    'b',
    'd',
  ])
})

test('letters of any script around them are counted as the text counts them', () => {
  const template = '🎉 مرحبا {{ guest.name }} 👩‍👩‍👧'
  const [found] = valuesIn(template)
  expect(template.slice(found?.from, found?.to)).toBe('{{ guest.name }}')
})
