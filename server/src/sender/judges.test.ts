import { expect, test } from 'vitest'
import { makeDkimKey, recordOf } from './dkim-keys.ts'
import type { DnsTexts } from './dns-texts.ts'
import { judgeDkim } from './judge-dkim.ts'
import { judgeDmarc } from './judge-dmarc.ts'
import { judgeSpf } from './judge-spf.ts'

const answering =
  (records: Readonly<Record<string, readonly string[] | undefined>>): DnsTexts =>
  async name =>
    Object.hasOwn(records, name) ? records[name] : []

const others = 'google-site-verification=abc'

test.each([
  ['no record', [others], 'bad', 'does not say which servers'],
  ['two records', ['v=spf1 mx ~all', 'v=spf1 a ~all'], 'bad', 'There are 2 SPF records'],
  ['everyone may', ['v=spf1 +all'], 'bad', 'every server in the world'],
  ['everyone may, in short', ['V=SPF1 ALL'], 'bad', 'every server in the world'],
  ['no end', ['v=spf1 mx'], 'warning', 'what to do with other servers'],
  ['a neutral end', ['v=spf1 mx ?all'], 'warning', 'what to do with other servers'],
  ['a soft end', [others, 'v=spf1 mx ~all'], 'good', 'says which servers'],
  ['a redirect', ['v=spf1 redirect=_spf.example.net'], 'good', 'says which servers'],
  ['a longer word', ['v=spf10 mx ~all'], 'bad', 'does not say which servers'],
])('SPF with %s', async (_what, texts, verdict, message) => {
  const found = await judgeSpf('example.com', ['smtp.example.com'], answering({ 'example.com': texts }))
  expect(found).toMatchObject({ verdict, message: expect.stringContaining(message) })
})

test('SPF proposes what the mail server needs', async () => {
  const propose = async (...hosts: string[]) => (await judgeSpf('example.com', hosts, answering({}))).publish
  expect(await propose('smtp.example.net')).toEqual({
    name: 'example.com',
    value: 'v=spf1 a:smtp.example.net ~all',
  })
  expect((await propose('email-smtp.eu-west-1.amazonaws.com'))?.value).toBe(
    'v=spf1 include:amazonses.com ~all',
  )
  const other = answering({ 'example.com': ['v=spf1 mx ~all'] })
  expect(await judgeSpf('example.com', ['smtp.postmarkapp.com'], other)).toMatchObject({
    verdict: 'warning',
    message: expect.stringContaining('include:spf.mtasv.net'),
  })
})

test('SPF needs every provider that e-mails may leave by', async () => {
  const hosts = ['smtp.postmarkapp.com', 'smtp.sendgrid.net', 'smtp.example.net', 'smtp.postmarkapp.com']
  expect((await judgeSpf('example.com', hosts, answering({}))).publish?.value).toBe(
    'v=spf1 include:spf.mtasv.net include:sendgrid.net a:smtp.example.net ~all',
  )
  const first = answering({ 'example.com': ['v=spf1 include:spf.mtasv.net ~all'] })
  expect(await judgeSpf('example.com', hosts, first)).toMatchObject({
    verdict: 'warning',
    message: expect.stringContaining('does not include SendGrid (include:sendgrid.net). '),
  })
  const none = answering({ 'example.com': ['v=spf1 mx ~all'] })
  expect((await judgeSpf('example.com', hosts, none)).message).toContain(
    'Postmark (include:spf.mtasv.net) and SendGrid (include:sendgrid.net)',
  )
  const all = answering({ 'example.com': ['v=spf1 include:spf.mtasv.net include:sendgrid.net ~all'] })
  expect(await judgeSpf('example.com', hosts, all)).toMatchObject({ verdict: 'good' })
})

test('SPF with too many look-ups, also in what it includes, and in a circle', async () => {
  const many = Array.from({ length: 11 }, (_, n) => `include:_spf${n}.example.net`).join(' ')
  const bad = { verdict: 'bad', message: expect.stringContaining('more than 10 DNS look-ups') }
  const judge = (records: Record<string, string[]>) => judgeSpf('example.com', [], answering(records))
  expect(await judge({ 'example.com': [`v=spf1 ${many} ~all`] })).toMatchObject(bad)
  expect(
    await judge({
      'example.com': ['v=spf1 include:a.example.com ~all'],
      'a.example.com': [`v=spf1 ${many} ~all`],
    }),
  ).toMatchObject(bad)
  expect(await judge({ 'example.com': ['v=spf1 include:example.com ~all'] })).toMatchObject(bad)
})

test.each([
  ['none', {}, 'bad', 'no DMARC record'],
  ['one', { '_dmarc.mail.example.com': ['v=DMARC1; p=reject'] }, 'good', 'rejected (p=reject)'],
  ['one of the domain above', { '_dmarc.example.com': ['v=DMARC1; p=none'] }, 'good', 'no action'],
  ['two', { '_dmarc.mail.example.com': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }, 'bad', '2 DMARC'],
  ['one without a policy', { '_dmarc.mail.example.com': ['v=DMARC1; sp=none'] }, 'bad', 'no policy'],
  ['another text', { '_dmarc.mail.example.com': ['hello'] }, 'bad', 'no DMARC record'],
  ['one of a whole country', { '_dmarc.com': ['v=DMARC1; p=none'] }, 'bad', 'no DMARC record'],
])('DMARC with %s', async (_what, records, verdict, message) => {
  expect(await judgeDmarc('mail.example.com', answering(records))).toMatchObject({
    verdict,
    message: expect.stringContaining(message),
  })
})

test('DKIM compares what is published with the key', async () => {
  const [key, other] = await Promise.all([makeDkimKey('example.com'), makeDkimKey('example.com')])
  const { name, value } = recordOf(key)
  const judge = (texts: readonly string[]) => judgeDkim(key, answering({ [name]: texts }))
  expect(await judge([value])).toMatchObject({ verdict: 'good', publish: null })
  // Names' keepers break long values into pieces, and people paste them with spaces.
  expect(await judge([value.replace('p=MII', 'p= MII ')])).toMatchObject({ verdict: 'good' })
  expect(await judge([])).toMatchObject({ verdict: 'bad', publish: { name, value } })
  expect(await judge([recordOf(other).value])).toMatchObject({ verdict: 'bad', publish: { name, value } })
  expect(await judge([value, value])).toMatchObject({ verdict: 'bad' })
  expect(await judgeDkim(undefined, answering({}))).toMatchObject({ verdict: 'warning' })
})

test('a name server that says nothing is nobody’s fault', async () => {
  const silent: DnsTexts = async () => undefined
  const key = await makeDkimKey('example.com')
  for (const found of [
    await judgeSpf('example.com', [], silent),
    await judgeDkim(key, silent),
    await judgeDmarc('example.com', silent),
  ]) {
    expect(found).toMatchObject({ verdict: 'unknown', publish: null })
  }
})
