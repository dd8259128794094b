import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { setCurrentLanguage } from './current.ts'
import { addWords, meaning, plural, rich, t } from './words.ts'

afterEach(() => setCurrentLanguage('en'))

const name = 'Ana'

test('in English a text is what stands in the code', () => {
  expect(t`Nobody knows it`).toBe('Nobody knows it')
  expect(t`Started by ${name}, ${3} times`).toBe('Started by Ana, 3 times')
  expect(renderToStaticMarkup(rich`Read ${<b>this</b>} first`)).toBe('Read <b>this</b> first')
  expect([plural(1, '# guest', '# guests'), plural(1_200, '# guest', '# guests')]).toEqual([
    '1 guest',
    '1,200 guests',
  ])
})

test('a translation may have its values in another order, or twice', () => {
  setCurrentLanguage('pt')
  addWords({
    'Run of {0} for {1}': 'Para {1}: execução de {0}',
    'Hello {0}': 'Olá {0}, {0}!',
    'Open {0} now': 'Abra já {0}',
  })
  expect(t`Run of ${'Anos'} for ${name}`).toBe('Para Ana: execução de Anos')
  expect(t`Hello ${name}`).toBe('Olá Ana, Ana!')
  expect(renderToStaticMarkup(rich`Open ${<b>this</b>} now`)).toBe('Abra já <b>this</b>')
})

test('a value is never read as a text, whatever it has in it', () => {
  setCurrentLanguage('pt')
  addWords({ 'By {0} and {1}': 'De {0} e {1}' })
  expect(t`By ${'{1}'} and ${'$&'}`).toBe('De {1} e $&')
  expect(renderToStaticMarkup(rich`By ${'<img>'} and ${'x'}`)).toBe('De &lt;img&gt; e x')
})

test('a word that means several things has a translation for each', () => {
  setCurrentLanguage('pt')
  addWords({ To: 'Até', 'To [recipient]': 'Para' })
  expect([t`To`, meaning('recipient')`To`, meaning('another')`To`]).toEqual(['Até', 'Para', 'To'])
})

test('plurals have the form that their language asks for, with its own digits', () => {
  setCurrentLanguage('pt')
  addWords({ '# venue|# venues': '# espaço|# espaços' })
  const venues = (count: number) => plural(count, '# venue', '# venues').replaceAll('\u00a0', ' ')
  expect([0, 1, 2, 1_000_000].map(venues)).toEqual([
    '0 espaços',
    '1 espaço',
    '2 espaços',
    '1 000 000 espaços',
  ])
})

test('what no catalogue has is read in English', () => {
  setCurrentLanguage('pt')
  expect(t`Not translated yet`).toBe('Not translated yet')
  expect(plural(2, '# thing', '# things')).toBe('2 things')
})
