import { expect, test } from 'vitest'
import { command } from './command/command.ts'
import { findCommand } from './find-command.ts'
import { parse } from './parse.ts'
import { exitCodes, type Failure } from './terminal/failure.ts'

const example = command({
  about: '',
  examples: [],
  argument: { name: 'CLIENT_ID', about: '' },
  options: {
    name: { type: 'string', value: 'NAME', about: '' },
    serial: { type: 'string', multiple: true, value: 'SERIAL', about: '' },
    yes: { type: 'boolean', about: '' },
  },
  environment: [],
  run: async () => exitCodes.ok,
})

const refusal = (work: () => unknown): Failure => {
  try {
    work()
  } catch (error) {
    return error as Failure
  }
  throw new Error('it was not refused')
}

test('a command is one word or two, and options may stand before it', () => {
  expect(findCommand(['--json', 'status'])).toMatchObject({ entry: { name: 'status' }, rest: ['--json'] })
  expect(findCommand(['keys', 'create', '--name', 'x'])).toMatchObject({
    entry: { name: 'keys create' },
    rest: ['--name', 'x'],
  })
  expect(findCommand(['keys'])).toMatchObject({ kind: 'group', group: 'keys' })
})

test.each([
  ['stats', 'Did you mean: npx millrace status'],
  ['key create', 'Did you mean: npx millrace keys create'],
  ['keys add', 'There are: keys create, keys list, keys rotate, keys revoke.'],
  ['frobnicate', 'npx millrace --help'],
])('`millrace %s` is refused with what to type instead', (typed, advice) => {
  const failure = refusal(() => findCommand(typed.split(' ')))
  expect(failure.exitCode).toBe(exitCodes.wrongUsage)
  expect(failure.message).toContain(advice)
})

test('values, repeated values, flags and the argument are read', () => {
  expect(
    parse('x', example, ['id', '--name=a b', '--serial', '1', '--serial', '2', '--yes', '--json']),
  ).toEqual({
    values: { name: 'a b', serial: ['1', '2'], yes: true, json: true },
    argument: 'id',
    json: true,
  })
})

test.each([
  [['id', '--nam', 'x'], 'Did you mean --name?'],
  [['id', '--zebra'], 'has no option --zebra. See: npx millrace x --help'],
  [['id', '--name'], 'The option --name needs a value: --name NAME'],
  [['id', '--name', '--json'], 'The option --name needs a value: --name NAME'],
  [['id', '--yes=no'], 'The option --yes takes no value.'],
  [['id', 'more'], 'does not know what to do with "more"'],
  [[], 'needs CLIENT_ID'],
])('%j is refused with a sentence', (args, sentence) => {
  const failure = refusal(() => parse('x', example, args))
  expect(failure.exitCode).toBe(exitCodes.wrongUsage)
  expect(failure.message).toContain(sentence)
})
