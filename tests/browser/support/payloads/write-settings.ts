import { smallImage } from '../../../support/small-image.ts'
import { brandWithPlaces, emailWithPlaces } from './bodies.ts'
import { place as X } from './payloads.ts'
import type { Writer } from './writer.ts'

/** Settings, and before them messages to see whether they work. */
export async function writeSettings({ store, refuse, get }: Writer): Promise<void> {
  const route = 'POST /dashboard/api/settings'
  const nowhere = emailWithPlaces(X, { host: X, port: 1, security: 'none', user: X })
  await store(`${route}/test-email`, {}, { to: X, email: nowhere, smtp_password: X })
  const nobody = { api_url: X, account: X, from: X, from_by_country: { US: X } }
  await store(`${route}/test-sms`, {}, { to: '+442079460001', sms: nobody, sms_token: X })
  await store(`${route}/test-webhook`, {}, { url: X })

  const { settings: before, revision } = await get<{ settings: object; revision: string }>('/settings')
  const smtp = { host: 'smtp.example.com', port: 587, security: 'starttls', user: X }
  const settings = {
    ...before,
    country: 'GB',
    quiet_hours: [{ from: '03:00', to: '03:01' }],
    email: emailWithPlaces('hello@example.com', smtp),
    brand: brandWithPlaces(),
    sms: { api_url: 'https://sms.example.com', account: 'AC1', from: '+442079460000' },
  }
  await refuse('PUT /dashboard/api/settings', {}, { revision, settings: { ...before, alerts_url: X } })
  // A sender is a number or a short name.
  const nowhereElse = { ...nobody, from_by_country: { [X]: X } }
  await refuse('PUT /dashboard/api/settings', {}, { revision, settings: { ...before, sms: nowhereElse } })
  const secrets = { smtp_password: X, sms_token: X }
  await store('PUT /dashboard/api/settings', {}, { revision, settings, ...secrets })
  await store('POST /dashboard/api/images', {}, smallImage(X))
  await writeProviders({ store, refuse })
  await refuseKeys(refuse)
}

/** A provider added, and another changed: each shows its name in the list and its user in its dialog. */
async function writeProviders({ store, refuse }: Pick<Writer, 'store' | 'refuse'>): Promise<void> {
  const route = '/dashboard/api/providers'
  const smtp = { host: 'smtp.example.com', port: 587, security: 'starttls', user: X }
  await store(`POST ${route}`, {}, { channel: 'email', name: X, smtp, secret: X })
  const spare = { channel: 'email', name: 'Spare', smtp: { ...smtp, user: 'ada' }, secret: 'of ada' }
  const { provider } = await store<{ provider: { id: string } }>(`POST ${route}`, {}, spare, { probe: false })
  const { id } = provider
  await store(`PATCH ${route}/:id`, { id }, { name: X, smtp, secret: X })
  const nobody = { api_url: X, account: X, from: X, from_by_country: { [X]: X } }
  await refuse(`POST ${route}`, {}, { channel: 'sms', name: X, sms: nobody, secret: X })
  await refuse(`PATCH ${route}/:id`, { id }, { smtp: { ...smtp, host: X }, sms: nobody })
  await refuse(`PUT ${route}/order`, {}, { channel: 'email', ids: [X] })
  await store(`POST ${route}/:id/test`, { id }, { to: X })
}

/** No identity provider answers at such an address, and it is no key, so nothing of it is stored. */
async function refuseKeys(refuse: Writer['refuse']): Promise<void> {
  const grant = { role: 'viewer', serials: [X] }
  const settings = {
    ...{ issuer: X, client_id: X, client_secret: X, scopes: [X], domains: [X], group_claim: X },
    ...{ grants: [{ group: X, ...grant }], default_grant: grant, enforced: false },
  }
  await refuse('PUT /dashboard/api/single-sign-on', {}, settings)
  await refuse('PUT /dashboard/api/email-feedback/:provider', { provider: 'sendgrid' }, { key: X })
  await refuse('POST /dashboard/api/session/single-sign-on', {}, { email: X, organisation_id: X, next: X })
}

/** Entered and lifted, by both ways: they show both reasons. */
export async function writeSuppressions({ store }: Writer): Promise<void> {
  for (const base of ['/v1', '/dashboard/api'] as const) {
    const entry = { channel: 'email', address: 'gone@example.com', note: X }
    const { suppression } = await store<{ suppression: { id: string } }>(
      `POST ${base}/suppressions`,
      {},
      entry,
    )
    await store(`POST ${base}/suppressions/:id/lift`, { id: suppression.id }, { because: X })
  }
}

/** Paused, so that nothing is sent. Returns one whose page shows its payload. */
export async function writeSubscriptions({ store, refuse }: Writer): Promise<string> {
  const given = { url: 'https://example.com/', events: ['run.finished'] }
  let shown = ''
  for (const base of ['/v1', '/dashboard/api'] as const) {
    const route = `POST ${base}/subscriptions` as const
    const add = (name: string, probe: boolean) =>
      store<{ subscription: { id: string } }>(route, {}, { ...given, name }, { probe })
    const { subscription } = await add(X, true)
    const other = await add(`Changed by ${base}`, false)
    await store(`PATCH ${base}/subscriptions/:id`, { id: other.subscription.id }, { name: X, paused: true })
    const { id } = subscription
    await refuse(`PATCH ${base}/subscriptions/:id`, { id }, { url: X })
    await refuse(`POST ${base}/subscriptions/:id/replay`, { id }, { delivery_id: X, from: X, to: X })
    shown = id
  }
  return shown
}

/** Before workflows are published: their tasks send mail to this domain, their messages are about this topic, they wait for clicks, and their webhooks name this secret. */
export async function allowWhatWorkflowsNeed({ store, get }: Writer): Promise<void> {
  const { settings, revision } = await get<{ settings: object; revision: string }>('/settings')
  const topics = [{ id: 'events', name: X, names: { de: X, en: X, es: X, fr: X, it: X, nl: X, pt: X } }]
  const allowed = { ...settings, notify_domains: ['example.com'], topics, link_counting: 'all' }
  await store('PUT /dashboard/api/settings', {}, { revision, settings: allowed }, { probe: false })
  await store('PUT /dashboard/api/secrets/:name', { name: 'crm' }, { host: 'example.com', value: X })
}
