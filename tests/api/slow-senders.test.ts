import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, test } from 'vitest'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { rawRequest } from '../support/raw-request.ts'

let millrace: TestMillrace
beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
})
afterAll(() => millrace.stop())

// Twice the ten seconds. Node looks for them every half minute unless it is asked to look more often.
test.concurrent('slow senders are cut off, in their headers and in their body', { timeout: 20_000 }, async ({
  expect,
}) => {
  const answers = await Promise.all([
    rawRequest(millrace.url, 'POST /oauth/token HTTP/1.1\r\nhost: x\r\n'),
    rawRequest(
      millrace.url,
      'POST /oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    ),
  ])
  expect(answers.map(({ status }) => status)).toEqual([400, 400])
})

// Browsers open connections ahead of what they will ask: an answer on one of them would be taken for that of the next request.
test.concurrent('a connection on which nothing was sent is closed without an answer', async ({ expect }) => {
  const { hostname, port } = new URL(millrace.url)
  expect(await text(connect(Number(port), hostname))).toBe('')
})
