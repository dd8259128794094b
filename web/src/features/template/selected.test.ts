import { expect, test } from 'vitest'
import { insertInto, toggleList, wrap } from './selected.ts'

/** `[` and `]` are the ends of the selection. */
const read = (marked: string) => {
  const from = marked.indexOf('[')
  return { text: marked.replace(/[[\]]/g, ''), from, to: marked.indexOf(']') - 1 }
}
const show = ({ text, from, to }: ReturnType<typeof read>) =>
  `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`

test('a value takes the place of what is selected', () => {
  expect(show(insertInto(read('Hello [you]!'), '{{ guest.name }}'))).toBe('Hello {{ guest.name }}[]!')
})

test('marks are put around what is selected, and taken away again', () => {
  const bold = wrap(read('so [good] it is'), '**')
  expect(show(bold)).toBe('so **[good]** it is')
  expect(show(wrap(bold, '**'))).toBe('so [good] it is')
  expect(show(wrap(read('[menu]'), '[', '](https://)'))).toBe('[[menu]](https://)')
})

test('whole lines become items of a list, and lines again', () => {
  const list = toggleList(read('a\nb[b\nc]c\nd'))
  expect(show(list)).toBe('a\n[- bb\n- cc]\nd')
  expect(show(toggleList(list))).toBe('a\n[bb\ncc]\nd')
})
