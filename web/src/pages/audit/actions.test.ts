import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inWords } from './actions.ts'

const server = join(import.meta.dirname, '../../../../server/src')

test('every action that the server records has words', () => {
  const sources = globSync('**/*.ts', { cwd: server }).filter(file => !file.endsWith('.test.ts'))
  const recorded = sources.flatMap(file =>
    [...readFileSync(join(server, file), 'utf8').matchAll(/\baction: '([a-z_]+\.[a-z_]+)'/g)].map(
      ([, action = '']) => action,
    ),
  )
  expect(recorded.length).toBeGreaterThan(50)
  expect([...new Set(recorded)].filter(action => inWords(action) === action)).toEqual([])
})
