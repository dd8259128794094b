import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writtenFiles } from '../../sdk/scripts/formatted-types.ts'

test.each(writtenFiles)('$file is in step with the contract', ({ file, content }) => {
  const hint = 'run `npm run types` in sdk/'
  expect(readFileSync(file, 'utf8'), hint).toBe(content())
})
