import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { rawRequest } from '../support/raw-request.ts'

let millrace: TestMillrace
beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
})
afterAll(() => millrace.stop())

// Twice the ten seconds. Node looks for them every half minute unless it is asked to look more often.
test('slow senders are cut off, in their headers and in their body', { timeout: 20_000 }, async () => {
  const answers = await Promise.all([
    rawRequest(millrace.url, 'POST /oauth/token HTTP/1.1\r\nhost: x\r\n'),
    rawRequest(
      millrace.url,
      'POST /oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    ),
  ])
  expect(answers.map(({ status }) => status)).toEqual([400, 400])
})
