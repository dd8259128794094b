import { expect, test } from 'vitest'
import { isUnavailable } from './unavailable.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  ['connection failure', withCode('08006')],
  ['too many connections', withCode('53300')],
  ['disk full', withCode('53100')],
  ['a disk that cannot be read', withCode('58030')],
  ['a disk that has become read-only', Object.assign(withCode('42501'), { file: 'md.c' })],
  ['a standby, which only takes questions', withCode('25006')],
  ['no descriptor left', withCode('EMFILE')],
  ['slow to answer, in the words of pg', new Error('timeout expired')],
  ['going down', withCode('57P01')],
  ['not up yet', withCode('57P03')],
  ['cancelled by its operator', withCode('57014')],
  ['deadlock', withCode('40P01')],
  ['idle in transaction', withCode('25P03')],
  ['nobody listens', withCode('ECONNREFUSED')],
  ['no socket there', Object.assign(withCode('ENOENT'), { syscall: 'connect' })],
  ['cut', withCode('ECONNRESET')],
  ['cut, in the words of pg', new Error('Connection terminated unexpectedly')],
  ['no connection free', new Error('timeout exceeded when trying to connect')],
  ['every address of a host', new AggregateError([withCode('ECONNREFUSED'), withCode('ETIMEDOUT')])],
])('%s: the database is away, and a retry is worth it', (_what, error) => {
  expect(isUnavailable(error)).toBe(true)
})

test.each([
  ['a unique violation', withCode('23505')],
  ['no such file', Object.assign(withCode('ENOENT'), { syscall: 'open' })],
  ['no such table', withCode('42P01')],
  ['no privilege', Object.assign(withCode('42501'), { file: 'aclchk.c' })],
  ['a bad value', withCode('22P02')],
  ['a fault of ours', new TypeError('undefined is not a function')],
  ['no error at all', 'ECONNREFUSED'],
])('%s: a retry would not help', (_what, error) => {
  expect(isUnavailable(error)).toBe(false)
})
