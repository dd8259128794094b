import { expect, test } from 'vitest'
import { csv } from './csv.ts'

test('one line a row, quoted where it must be', () => {
  expect(
    csv([
      ['at', 'detail'],
      ['2026-03-01T12:00:00.000Z', { name: 'till, "first"' }],
      [-5, null],
      [true, 'two\nlines'],
    ]),
  ).toBe(
    'at,detail\r\n' +
      '2026-03-01T12:00:00.000Z,"{""name"":""till, \\""first\\""""}"\r\n' +
      '-5,\r\n' +
      'true,"two\nlines"\r\n',
  )
})

test.each(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n'])(
  'a spreadsheet is given no formula: %j',
  sign => {
    expect(csv([[`${sign}1`]])).toContain(`'${sign}1`)
  },
)
