import type { SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { email, mailerFor, mailServer } from './mail-server.ts'
import { rawReceiver } from './receiver.ts'

async function started(options: SMTPServerOptions = {}) {
  const server = await mailServer(options)
  onTestFinished(server.close)
  const mailer = mailerFor(server)
  onTestFinished(mailer.close)
  return { server, send: mailer.send }
}

const answering = (responseCode: number) => Object.assign(new Error('as the test wants'), { responseCode })

test('an e-mail arrives as it was written, with what a mailbox needs to know about it', async () => {
  const { server, send } = await started()
  expect(await send()).toMatchObject({ kind: 'delivered', detail: { contacted: true, status: 250 } })
  const [mail] = server.mails
  expect(mail).toMatchObject({ sender: email.from.address, recipients: [email.to.address] })
  expect(mail?.parsed).toMatchObject({
    messageId: `<${email.id}@rialto.example.com>`,
    from: email.from,
    to: [email.to],
    replyTo: [{ address: 'desk@rialto.example.com' }],
    subject: email.subject,
    date: '2026-03-01T12:00:00.000Z',
  })
  expect(mail?.parsed.html).toContain('<a href="https://rialto.example.com/t">ticket</a>')
  expect(mail?.parsed.text).toMatch(/HELLO\s+Your ticket \[https:\/\/rialto\.example\.com\/t\] & more/)
  const headers = new Map(mail?.parsed.headers.map(({ key, value }) => [key, value]))
  expect(headers.get('list-unsubscribe')).toBe('<https://millrace.example.com/unsubscribe/abc>')
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
})

test.each([
  'Your table 🎉🍾',
  '👩‍🍳 from our kitchen, 🇵🇹 and back',
  `${'🥂'.repeat(60)} to a long year`,
  'שלום וברוכים הבאים',
  'A mix: مرحبا – Łódź – 日本',
])('a subject with letters of the world arrives as it was written: %s', async subject => {
  const { server, send } = await started()
  await send({ subject })
  expect(server.mails[0]?.parsed.subject).toBe(subject)
})

test('one request unsubscribes over https only', async () => {
  const { server, send } = await started()
  await send({ unsubscribeUrl: 'http://127.0.0.1:8080/unsubscribe/abc' })
  expect(server.mails[0]?.raw).toContain('List-Unsubscribe: <http://127.0.0.1:8080/unsubscribe/abc>')
  expect(server.mails[0]?.raw).not.toContain('List-Unsubscribe-Post')
})

test.each([
  ['starttls', { hideSTARTTLS: false }],
  ['tls', { secure: true }],
  ['none', { hideSTARTTLS: true }],
] as const)('mail goes with security %s', async (security, options) => {
  const { server, send } = await started(options)
  expect(await send({}, { security })).toMatchObject({ kind: 'delivered' })
  expect(server.mails).toHaveLength(1)
})

test.each([
  ['a server without STARTTLS', { disabledCommands: ['STARTTLS'] }, {}],
  ['a certificate of nobody we trust', {}, { certificateAuthority: undefined }],
  ['a certificate for another name', {}, { host: 'other.example.com' }],
])('%s gets no e-mail while encryption is asked for', async (_what, options, changes) => {
  const { server, send } = await started(options)
  expect(await send({}, changes as object)).toMatchObject({ kind: 'retry', code: 'tls_failed' })
  expect(server.mails).toHaveLength(0)
})

const login = { username: 'rialto', password: 'hunter2' }
const withLogin: SMTPServerOptions = {
  authOptional: false,
  onAuth({ username, password }, _session, done) {
    const good = username === login.username && password === login.password
    if (good) done(null, { user: username })
    else done(Object.assign(new Error('no'), { responseCode: 535 }))
  },
}

test('a login is used', async () => {
  const { send } = await started(withLogin)
  expect(await send({}, { login })).toMatchObject({ kind: 'delivered' })
})

test('a refused login is tried again after a while, for someone can fix it, and is not repeated to anyone', async () => {
  const { send } = await started(withLogin)
  const outcome = await send({}, { login: { ...login, password: 'hunter3' } })
  expect(outcome).toMatchObject({
    kind: 'retry',
    code: 'auth_failed',
    afterMs: 300_000,
    detail: { status: 535 },
  })
  expect(JSON.stringify(outcome)).not.toContain('hunter')
})

test.each([
  ['onRcptTo', 550, 'refused', 'recipient_refused'],
  ['onRcptTo', 452, 'retry', 'smtp_452'],
  ['onMailFrom', 553, 'refused', 'sender_refused'],
  ['onMailFrom', 421, 'retry', 'smtp_421'],
  ['onConnect', 554, 'retry', 'smtp_554'],
] as const)('a server that answers in %s with %i: %s, %s', async (step, status, kind, code) => {
  const refuse = (_what: unknown, ...rest: unknown[]) =>
    (rest.at(-1) as (error: Error) => void)(answering(status))
  const { server, send } = await started({ [step]: refuse })
  expect(await send()).toMatchObject({
    kind,
    code,
    detail: { status, response: expect.stringContaining('as the test') },
  })
  expect(server.mails).toHaveLength(0)
})

test.each([
  ['550 5.1.1 No such user here', 'unknown_address'],
  ['550-5.1.1 The account does not exist.\r\n550 5.1.1 Try another one.', 'unknown_address'],
  ['556 5.1.10 Recipient address has null MX', 'unknown_address'],
  ['550 5.7.1 Blocked: your network is on a list', 'recipient_refused'],
  ['550 No such user', 'recipient_refused'],
  ['550 5.1.11 Not a code', 'recipient_refused'],
])('a recipient refused with "%s": %s', async (reply, code) => {
  const { port, close } = await rawReceiver(socket => {
    socket.write('220 hello\r\n')
    socket.on('data', line => socket.write(/^RCPT/.test(String(line)) ? `${reply}\r\n` : '250 fine\r\n'))
  })
  onTestFinished(close)
  const mailer = mailerFor({ port })
  onTestFinished(mailer.close)
  expect(await mailer.send({}, { security: 'none' })).toMatchObject({ kind: 'refused', code })
})

test.each([
  [554, 'refused', 'message_refused'],
  [451, 'retry', 'smtp_451'],
])('a server that answers the content with %i: %s, %s', async (status, kind, code) => {
  const { send } = await started({
    onData(stream, _session, done) {
      stream.resume().on('end', () => done(answering(status)))
    },
  })
  expect(await send()).toMatchObject({ kind, code, detail: { status } })
})

test('an address with letters beyond ASCII arrives as it is', async () => {
  const { server, send } = await started()
  expect(await send({ to: { address: 'zoë@gäste.example.com' } })).toMatchObject({ kind: 'delivered' })
  expect(server.mails[0]?.recipients).toEqual(['zoë@gäste.example.com'])
})

const injections = [
  '\r\nBcc: eve@example.com',
  '\nBcc: eve@example.com',
  '\r\n\r\nbody',
  '\u2028Bcc: eve@example.com',
  '\0',
]

test.each(injections)('%j in a subject or a name adds no header and no recipient', async injection => {
  const { server, send } = await started()
  const outcome = await send({
    subject: `Hello${injection}`,
    from: { ...email.from, name: `Rialto${injection}` },
    to: { ...email.to, name: `Zoë${injection}` },
    replyTo: { address: 'desk@rialto.example.com', name: injection },
  })
  expect(outcome.kind).toBe('delivered')
  const [mail] = server.mails
  expect(mail?.recipients).toEqual([email.to.address])
  expect(mail?.parsed.bcc).toBeUndefined()
  expect(mail?.parsed.to).toHaveLength(1)
  expect(mail?.parsed.html).toBe(`${email.html}\n`)
  const names = mail?.parsed.headers.map(({ key }) => key).sort()
  expect(names).toEqual([
    'content-type',
    'date',
    'from',
    'list-unsubscribe',
    'list-unsubscribe-post',
    'message-id',
    'mime-version',
    'reply-to',
    'subject',
    'to',
  ])
})

test.each([
  ...injections.map(injection => `zoe@example.com${injection}`),
  'zoe@example.com, eve@example.com',
  'zoe@example.com;eve@example.com',
  '<zoe@example.com> eve@example.com',
  'Zoë <zoe@example.com>',
  '"zoe eve@example.com"@example.com',
  'zoe@example.com> SIZE=1',
  'zoe@[127.0.0.1]',
  'group: zoe@example.com;',
  'zoe(eve@example.com)@example.com',
  'zoe@localhost',
  'zoe',
  '',
  `${'z'.repeat(65)}@example.com`,
])('%j is not the address of one mailbox', async address => {
  const { server, send } = await started()
  expect(await send({ to: { address } })).toMatchObject({ kind: 'refused', code: 'invalid_recipient' })
  expect(await send({ from: { address } })).toMatchObject({ kind: 'refused', code: 'invalid_sender' })
  expect(await send({ replyTo: { address } })).toMatchObject({ kind: 'refused', code: 'invalid_sender' })
  expect(server.connections()).toBe(0)
})

test.each([
  ['large', 'a'.repeat(256 * 1024 + 1)],
  ['full of tags', '<b>'.repeat(10_001)],
])('an e-mail that is too %s is refused before it costs anything', async (_what, html) => {
  const { server, send } = await started()
  expect(await send({ html })).toMatchObject({ kind: 'refused', code: 'message_too_large' })
  expect(server.connections()).toBe(0)
})

test('an e-mail reads no file and no address, not even by what is no text', async () => {
  const { server, send } = await started()
  for (const text of [{ path: '/etc/hostname' }, { href: 'http://127.0.0.1/' }]) {
    expect((await send({ text: text as unknown as string })).kind).not.toBe('delivered')
  }
  expect(server.mails).toHaveLength(0)
})

test.each([
  ['a forbidden host', { host: '10.0.0.1' }, 'not on the public internet'],
  ['no host', { host: 'mail.example.com/x' }, 'must be a name'],
  ['a port that is not for mail', { port: 5432 }, 'Port 5432'],
  ['a password without encryption', { login, security: 'none' }, 'STARTTLS or TLS'],
] as const)('settings with %s are refused with a sentence', async (_what, changes, sentence) => {
  const { server, send } = await started()
  expect(await send({}, changes)).toMatchObject({
    kind: 'refused',
    code: 'invalid_settings',
    message: expect.stringContaining(sentence),
  })
  expect(server.connections()).toBe(0)
})

test('messages share connections', async () => {
  const { server, send } = await started()
  for (let n = 0; n < 10; n++) expect((await send()).kind).toBe('delivered')
  expect(server.connections()).toBe(1)
})

const times = { connectMs: 400, silenceMs: 400, totalMs: 1_000 }

test.each([
  ['says nothing', ''],
  ['greets and says nothing more', '220 hello\r\n'],
])('a server that %s is given up', async (_what, greeting) => {
  const there = await rawReceiver(socket => void (greeting && socket.write(greeting)))
  onTestFinished(there.close)
  const mailer = mailerFor(there, times)
  onTestFinished(mailer.close)
  expect(await mailer.send({}, { security: 'none' })).toMatchObject({ kind: 'retry', code: 'timeout' })
})

test('a server that trickles is given up too, and rests after the third time', async () => {
  const there = await rawReceiver(socket => {
    socket.write('220 hello\r\n')
    const timer = setInterval(() => socket.write('250-more\r\n'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  onTestFinished(there.close)
  const mailer = mailerFor(there, times)
  onTestFinished(mailer.close)
  const codes: unknown[] = []
  for (let n = 0; n < 4; n++) codes.push(await mailer.send({}, { security: 'none' }))
  expect(codes).toMatchObject([...Array(3).fill({ code: 'timeout' }), { code: 'host_resting' }])
  expect(there.connections()).toBe(3)
})

test('a server that is gone, or goes in the middle, is tried again', async () => {
  const there = await rawReceiver(socket => {
    socket.write('220 hello\r\n')
    socket.once('data', () => socket.resetAndDestroy())
  })
  const mailer = mailerFor(there)
  onTestFinished(mailer.close)
  expect(await mailer.send({}, { security: 'none' })).toMatchObject({
    kind: 'retry',
    code: 'connection_failed',
  })
  await there.close()
  expect(await mailer.send({}, { security: 'none' })).toMatchObject({
    kind: 'retry',
    code: 'connection_failed',
  })
})
