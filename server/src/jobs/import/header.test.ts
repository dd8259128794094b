import { expect, test } from 'vitest'
import { readHeader } from './header.ts'

const header = (text: string | Uint8Array, settings = {}) =>
  readHeader(Buffer.from(text as string), true, { format: 'csv', ...settings })

test('the first row names the columns; a mark at its start is no part of them', () => {
  expect(header('\ufeffE-mail;"Full; name";Notes\r\na@x;Ada;\r\n')).toEqual({
    names: ['E-mail', 'Full; name', 'Notes'],
    delimiter: ';',
    columns: { 'E-mail': 'email', 'Full; name': 'name', Notes: 'ignore' },
    byte: 30,
    row: 2,
  })
})

test('a guest may have two addresses, and tags in two columns', () => {
  const { columns } = header('email,E-mail address,tags,More\n', { columns: { More: 'tags' } })
  expect(columns).toEqual({ email: 'email', 'E-mail address': 'email', tags: 'tags', More: 'tags' })
})

test.each([
  ['The file is empty.', '', {}],
  ['The file is UTF-16. Save it as UTF-8.', Buffer.from('\ufeffemail\n', 'utf16le'), {}],
  ['The name of column 2 is not UTF-8.', Buffer.from('email,pr\xe9nom\n', 'latin1'), {}],
  ['Two columns have the name "email".', 'email,name,email\n', {}],
  ['No column identifies a guest.', 'name,notes\n', {}],
  ['The columns "Name" and "Full name" are both name.', 'email,Name,Full name\n', {}],
  [
    'The columns "A" and "B" are both attributes.a.',
    'email,A,B\n',
    { columns: { A: 'attributes.a', B: 'attributes.a:number' } },
  ],
  ['The file has no column "Mail".', 'email\n', { columns: { Mail: 'email' } }],
  ['The file has 601 columns.', `email,${Array.from({ length: 600 }, (_, index) => index).join(',')}\n`, {}],
  ['is larger than 64 KiB.', `email${',x'.repeat(250_000)}\n`, {}],
])('a file is refused as a whole: %s', (sentence, text, settings) => {
  expect(() => header(text, settings)).toThrow(sentence)
})
