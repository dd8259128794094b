import { expect, test } from 'vitest'
import { bareTexts } from './bare-texts.ts'
import { parse } from './syntax.ts'
import { texts } from './texts.ts'

const bare = (source: string) => bareTexts(parse(source, 'Some.tsx')).map(({ text }) => text)
const keys = (source: string) => texts(parse(source, 'Some.tsx')).map(({ key }) => key)

test('finds what people would read', () => {
  expect(bare('const a = <p>Every text <b>counts</b>.</p>')).toEqual(['Every text', 'counts'])
  expect(bare('const a = <Field label="spend" placeholder={`as ${b}`} />')).toEqual(['spend', 'as {0}'])
  expect(bare("const names = { failed: 'Failed', done: 'All done' }")).toEqual(['Failed', 'All done'])
  expect(bare('const a = (n: number) => (n === 1 ? "1 guest" : `${n} guests`)')).toEqual([
    '1 guest',
    '{0} guests',
  ])
})

test('and not what is for the computer', () => {
  expect(bare("import x from './Some Folder.ts'; type T = 'Two words'")).toEqual([])
  expect(bare("const a = key === 'Enter' || new Error('Never shown to people.')")).toEqual([])
  expect(
    bare('const a = <a href={`/runs/${id}`} className="one two"><code>curl the address</code></a>'),
  ).toEqual([])
  expect(
    bare("document.querySelector('main Button'); const b = { path: '/Some where', type: 'Button' }"),
  ).toEqual([])
})

test('a text that is written with t is for a catalogue, and so are the texts in its values', () => {
  const source = 'const a = rich`See ${<a href="/">{t`the page of ${name}`}</a>} or ${<b>bold ones</b>}`'
  expect(bare(source)).toEqual(['bold ones'])
  expect(keys(source)).toEqual(['See {0} or {1}', 'the page of {0}'])
  expect(keys("meaning('recipient')`To ${name}`")).toEqual(['To {0} [recipient]'])
  expect(bare("meaning('A recipient')`To them`")).toEqual([])
  expect(keys("plural(many, '# run', '# runs')")).toEqual(['# run|# runs'])
})
