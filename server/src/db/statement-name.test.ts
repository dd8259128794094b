import { expect, test } from 'vitest'
import { statementName, varied } from './statement-name.ts'

test('a constant text has one name, and a composed one has none', () => {
  const name = statementName('SELECT 1')
  expect(name).toMatch(/^millrace_\d+$/)
  expect(statementName('SELECT 1')).toBe(name)
  expect(statementName('SELECT 2')).not.toBe(name)
  expect(statementName(varied('SELECT 1'))).toBeUndefined()
})
