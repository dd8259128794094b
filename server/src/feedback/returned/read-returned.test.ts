import { expect, test } from 'vitest'
import { absence, exchange, exim, gmail, postfix } from './notifications.fixture.ts'
import { readReturned } from './read-returned.ts'

const read = (raw: string) => readReturned(Buffer.from(raw))
const failed = (rest: string) => read(postfix(`Action: failed\n${rest}`))

test.each([
  [
    'Postfix',
    postfix(
      'Action: failed\nStatus: 5.1.1\nRemote-MTA: dns; mx.example.com\nDiagnostic-Code: smtp; 550 5.1.1\n    <guest@example.com>: no such user',
    ),
    '550 5.1.1 <guest@example.com>: no such user',
  ],
  ['Exim', exim, '550 5.1.1 <guest@example.com>: Recipient address rejected: User unknown'],
  [
    'Exchange',
    exchange,
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient guest@example.com not found by SMTP address lookup',
  ],
  [
    'Gmail',
    gmail,
    "550-5.1.1 The email account that you tried to reach does not exist. 550 5.1.1 Please try double-checking the recipient's email address. - gsmtp",
  ],
])('the address that %s says does not exist, in its words', async (_server, raw, note) => {
  expect(await read(raw)).toEqual({ kind: 'hard_bounce', note })
  expect(await read(raw.replaceAll('\r\n', '\n'))).toEqual({ kind: 'hard_bounce', note })
})

test.each([
  ['5.1.2', 'hard_bounce'],
  ['5.1.3', 'hard_bounce'],
  ['5.1.6', 'hard_bounce'],
  ['5.1.10 (null MX)', 'hard_bounce'],
  ['5.1.11', 'dropped'],
  ['5.1.0', 'dropped'],
  ['5.2.1', 'soft_bounce'],
  ['5.2.2', 'soft_bounce'],
  ['5.4.4', 'soft_bounce'],
  ['4.4.7', 'soft_bounce'],
  ['5.7.1', 'dropped'],
  ['5.3.4', 'dropped'],
  ['never', 'dropped'],
])('what failed with %s is a %s', async (status, kind) => {
  expect((await failed(`Status: ${status}`))?.kind).toBe(kind)
})

test.each([
  ['smtp; 550 5.1.1 no such user', 'hard_bounce'],
  ['smtp; 552 5.2.2 full', 'soft_bounce'],
  ['smtp; 550 no such user', 'dropped'],
  ['smtp; 550 blocked, says mx.example.com [5.1.1.20]', 'dropped'],
  ['x-unix; 5.1.12', 'dropped'],
])('with 5.0.0, what the other server said counts: %s is a %s', async (words, kind) => {
  expect((await failed(`Status: 5.0.0\nDiagnostic-Code: ${words}`))?.kind).toBe(kind)
})

test('a delay is one, whatever follows', async () => {
  const delayed = postfix('Action: delayed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; connection timed out')
  expect(await read(delayed)).toEqual({ kind: 'delayed', note: 'connection timed out' })
})

test('names and words in any case, without words, and with what cannot be stored', async () => {
  expect(await read(postfix('ACTION: Failed\nSTATUS: 5.1.1'))).toEqual({ kind: 'hard_bounce', note: '5.1.1' })
  const long = await failed(`Status: 5.1.1\nDiagnostic-Code: smtp; 550 a\0b ${'x'.repeat(100_000)}`)
  expect(long?.note).toMatch(/^550 a\u{fffd}b x{290}x*$/u)
  expect(long?.note?.length).toBe(300)
})

test('of several recipients behind the address, the one that works best counts', async () => {
  const two = 'Status: 5.1.1\n\nFinal-Recipient: rfc822; other@example.com\nAction: failed\nStatus: 4.2.2'
  expect((await failed(two))?.kind).toBe('soft_bounce')
})

test.each([
  ['delivered', postfix('Action: delivered\nStatus: 2.0.0')],
  ['relayed', postfix('Action: relayed\nStatus: 2.0.0')],
  ['no action', postfix('Status: 5.1.1')],
  ['no fields', postfix('')],
  ['an absence note', absence],
  ['a forwarded notification', `Content-Type: message/rfc822\r\n\r\n${exim}`],
  ['nothing', ''],
  ['what is no e-mail', '\0\u{ff}--\r\n--'],
  ['an endless boundary', 'Content-Type: multipart/report; boundary=a\r\n\r\n'.repeat(1_000)],
])('%s says nothing', async (_what, raw) => {
  expect(await read(raw)).toBeUndefined()
})

test('parts within parts without end say nothing, and take no time', async () => {
  const began = performance.now()
  const nested = Array.from(
    { length: 3_000 },
    (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
  )
  expect(await read(nested.join(''))).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('a message that is cut off within what was sent still says it', async () => {
  expect((await read(exchange.slice(0, exchange.indexOf('\r\nHi'))))?.kind).toBe('hard_bounce')
})
