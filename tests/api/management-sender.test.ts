import type { Sender, SenderChecked } from '@millrace/contract/sender'
import { defaultSettings } from '@millrace/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailServer } from '../channels/mail-server.ts'
import { textServer } from '../channels/name-server.ts'
import { dkimHolds } from '../channels/verify-dkim.ts'
import { end, mail, reachable, workflow } from '../engine/nodes.ts'
import { eventually, request } from '../support/millrace.ts'
import { type Ground, openGround } from './management-ground.ts'

const DOMAIN = 'harbour.example.com'
/** What the name server knows; it is silent about names with undefined. */
const texts = new Map<string, readonly string[] | undefined>()
let ground: Ground
let mails: Awaited<ReturnType<typeof mailServer>>
let names: Awaited<ReturnType<typeof textServer>>

beforeAll(async () => {
  mails = await mailServer()
  names = await textServer(texts)
  ground = await openGround({
    roles: ['api', 'worker'],
    config: {
      allowedPrivateAddresses: ['127.0.0.0/8'],
      allowedPorts: [mails.port],
      dnsServers: [names.address],
    },
  })
  await from(`hello@${DOMAIN}`)
  await ground.organisation.workflow(workflow('news', [mail('write'), end]))
})
afterAll(async () => {
  await ground.millrace.stop()
  await mails.close()
  names.close()
})

const from = (from_address: string) =>
  ground.millrace.database.engine.query('UPDATE organisations SET settings = $2 WHERE id = $1', [
    ground.organisation.id,
    {
      email: {
        ...defaultSettings.email,
        from_address,
        smtp: { host: '127.0.0.1', port: mails.port, security: 'none' },
      },
    },
  ])
const read = async () => (await ground.owner.get<Sender>('/sender')).body
const check = async () => (await ground.owner.ask<SenderChecked>('POST', '/sender/check')).body
const verdicts = ({ checks }: SenderChecked) => checks.map(({ check: name, verdict }) => [name, verdict])
const create = () => ground.owner.ask<{ sender: Sender }>('POST', '/sender/dkim-key')

/** Sends an e-mail through a workflow and says by which key it is signed. */
async function signedBy(): Promise<string | undefined> {
  const before = mails.mails.length
  const guest = await ground.organisation.guest(reachable)
  const token = await ground.organisation.token()
  await request(`${ground.millrace.url}/v1/workflows/incoming-event`, {
    token,
    json: { organisation_registration_id: guest, parameters: { source: 'news' } },
  })
  await eventually(
    async () => mails.mails.length,
    count => count > before,
  )
  const { raw } = mails.mails.at(-1) as { raw: string }
  const selector = /DKIM-Signature:[\s\S]*?\bs=([\w-]+);/.exec(raw)?.[1]
  if (selector !== undefined) expect(dkimHolds(raw, name => texts.get(name) ?? [])).toBe(true)
  return selector
}

test('an owner checks the domain, publishes what is missing, and e-mails are signed from then on', async () => {
  expect(await read()).toEqual({ domain: DOMAIN, signs: false, publish: null })
  const first = await check()
  expect(verdicts(first)).toEqual([
    ['spf', 'bad'],
    ['dkim', 'warning'],
    ['dmarc', 'bad'],
  ])
  for (const { publish } of first.checks) if (publish) texts.set(publish.name, [publish.value])

  const created = await create()
  expect(created.status).toBe(201)
  expect(created.text).not.toContain('PRIVATE')
  const { publish } = created.body.sender
  expect(publish?.name).toMatch(new RegExp(`^millrace-[0-9a-f]{8}\\._domainkey\\.${DOMAIN}$`))
  expect(await read()).toEqual({ domain: DOMAIN, signs: false, publish })
  expect((await check()).checks[1]).toMatchObject({ verdict: 'bad', publish })
  expect(await signedBy()).toBeUndefined()

  texts.set(publish?.name ?? '', [publish?.value ?? ''])
  const done = await check()
  expect(verdicts(done)).toEqual([
    ['spf', 'good'],
    ['dkim', 'good'],
    ['dmarc', 'good'],
  ])
  expect(done.sender).toEqual({ domain: DOMAIN, signs: true, publish: null })
  expect(await signedBy()).toBe(publish?.name.split('.')[0])
})

test('a new key takes over only once its record is found; another domain is not signed for', async () => {
  const used = await signedBy()
  const { publish } = (await create()).body.sender
  expect(await read()).toMatchObject({ signs: true, publish })
  expect(await signedBy()).toBe(used)
  texts.set(publish?.name ?? '', [publish?.value ?? ''])
  await check()
  const next = publish?.name.split('.')[0]
  expect(await signedBy()).toBe(next)

  await from('hello@other.example.com')
  expect(await read()).toEqual({ domain: 'other.example.com', signs: false, publish: null })
  expect(await signedBy()).toBeUndefined()
  await from(`hello@${DOMAIN}`)
  expect(await signedBy()).toBe(next)
})

test('turned off, nothing is signed, and the log names who did what', async () => {
  const removed = await ground.owner.ask<{ sender: Sender }>('DELETE', '/sender/dkim-key')
  expect(removed.body.sender).toEqual({ domain: DOMAIN, signs: false, publish: null })
  expect(await signedBy()).toBeUndefined()
  const audit = await ground.owner.get<{ data: { action: string }[] }>('/audit')
  const actions = audit.body.data.map(({ action }) => action).filter(action => action.startsWith('dkim_key.'))
  expect(actions).toEqual(['dkim_key.removed', 'dkim_key.created', 'dkim_key.created'])
})

test('a silent name server is reported as such', async () => {
  texts.set(DOMAIN, undefined)
  expect((await check()).checks[0]).toMatchObject({ check: 'spf', verdict: 'unknown' })
})

test('only owners may look and change', async () => {
  for (const visitor of [ground.viewer, ground.editor]) {
    expect((await visitor.get('/sender')).status).toBe(403)
    expect((await visitor.ask('POST', '/sender/check')).status).toBe(403)
    expect((await visitor.ask('POST', '/sender/dkim-key')).status).toBe(403)
    expect((await visitor.ask('DELETE', '/sender/dkim-key')).status).toBe(403)
  }
})
