import { expect, test } from 'vitest'
import { commandsFor } from './commands.ts'

const names = (...given: Parameters<typeof commandsFor>) => commandsFor(...given).map(({ name }) => name)

test('a command is offered to those who may do it', () => {
  expect(names('viewer', true)).toEqual(['Replay unmatched events', 'Failed runs'])
  expect(names('editor', true)).toContain('Add venue')
  expect(names('editor', true)).not.toContain('Invite member')
  expect(names('editor', false)).not.toContain('Add venue')
  expect(names('owner', true)).toContain('Create workflow')
})
