import { expect, test } from 'vitest'
import { toBase64 } from '../../../api/to-base64.ts'
import { readColumns } from './read-columns.ts'

const read = (text: string, encoding: BufferEncoding = 'utf8') => readColumns(Buffer.from(text, encoding))

test.each([
  ['email,name\nada@example.com,Ada\n', ['email', 'name']],
  ['\ufeffE-mail;"Full; name";Notes\r\n', ['E-mail', 'Full; name', 'Notes']],
  ['"two\nlines"\temail', ['two\nlines', 'email']],
  ['email', ['email']],
])('the first row of %j has the columns', (text, names) => {
  expect(read(text)).toEqual({ names, encoding: 'utf-8' })
})

test('a file that is not UTF-8 is taken for Windows-1252', () => {
  expect(read('email,prénom\n', 'latin1')).toEqual({ names: ['email', 'prénom'], encoding: 'windows-1252' })
})

test('a character that the end of the start cuts in two is no reason to think so', () => {
  expect(readColumns(Buffer.from('email,é').subarray(0, 7)).encoding).toBe('utf-8')
})

test('bytes are written in base64, however many', () => {
  const bytes = new Uint8Array(100_000).map((_, index) => index % 256)
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
})
