import { place as X } from './payloads.ts'
import type { Writer } from './writer.ts'

/** The first member, of an organisation of their making. Returns its id. */
export async function writeOwner({ kept, store, refuse, get }: Writer, token: string): Promise<string> {
  const owner = { token, email: X, name: X, password: X, organisation_name: X }
  await store('POST /dashboard/api/setup', {}, owner)
  const password = kept.textOf('POST /dashboard/api/setup password')
  await refuse('POST /dashboard/api/session', {}, { email: X, password: X })
  await refuse('POST /dashboard/api/session/confirm', {}, { password: X })
  await refuseFactors(refuse)
  const { session } = await get<{ session: { organisation: { id: string } } }>('/session')
  await store('PATCH /dashboard/api/session', {}, { organisation_id: session.organisation.id })
  const wrong = { current_password: X, new_password: 'gulls sleep on slates' }
  await refuse('PATCH /dashboard/api/profile', {}, wrong)
  await store('PATCH /dashboard/api/profile', {}, { name: X, current_password: password, new_password: X })
  return session.organisation.id
}

/** A second factor is known or it is not: nothing that is sent as one is kept, but for the name of a passkey. */
async function refuseFactors(refuse: Writer['refuse']): Promise<void> {
  const ticket = 't'.repeat(43)
  const passkey = { id: X, response: { clientDataJSON: X } }
  for (const route of ['session/confirm', 'session/passkey', 'session/second-factor']) {
    await refuse(`POST /dashboard/api/${route}`, {}, { ticket, passkey })
    await refuse(`POST /dashboard/api/${route}`, {}, { ticket: X, passkey: {} })
  }
  await refuse('POST /dashboard/api/session/second-factor', {}, { ticket, code: X })
  await refuse('POST /dashboard/api/profile/totp/confirm', {}, { code: X })
  await refuse('POST /dashboard/api/profile/passkeys', {}, { ticket: X, name: X, passkey })
}

/** What is behind the # of links that were not used. */
export interface Links {
  readonly invitation: string
  readonly reset: string
}

/** One who joined, one who has not, one who forgot their password. */
export async function writeMembers(writer: Writer, serial: string): Promise<Links> {
  const { kept, store, send, get } = writer
  const route = 'POST /dashboard/api/members/invitations'
  const inviting = { email: X, role: 'editor', serials: [serial] }
  const invited = await store<{ link: string }>(route, {}, inviting)
  await writer.as(undefined, () =>
    store('POST /dashboard/api/invitation', {}, { token: behind(invited.link), name: X, password: X }),
  )
  const email = `waits-${kept.textOf(`${route} email`)}`
  const waiting = await store<{ link: string }>(route, {}, { ...inviting, email })
  const { data: members } = await get<{ data: { id: string; role: string }[] }>('/members')
  const id = members.find(({ role }) => role === 'editor')?.id as string
  await store('PATCH /dashboard/api/members/:id', { id }, { role: 'viewer', serials: [serial] })
  const reset = async () => {
    const { body } = await send('POST', `/dashboard/api/members/${id}/reset-link`)
    return behind(body.link as string)
  }
  await store('POST /dashboard/api/session/reset', {}, { token: await reset(), password: X })
  return { invitation: behind(waiting.link), reset: await reset() }
}

const behind = (link: string) => new URL(link).hash.slice(1)

/** A key that is used from here on, one that is limited, and one that is revoked. Returns the first two ids. */
export async function writeKeys(
  { kept, store, refuse, useKey }: Writer,
  serial: string,
): Promise<{ clientId: string; limited: string }> {
  type Made = { key: { client_id: string; client_secret: string } }
  const { key } = await store<Made>('POST /dashboard/api/keys', {}, { name: X })
  const name = kept.textOf('POST /dashboard/api/keys name')
  const other = await store<Made>('POST /dashboard/api/keys', {}, { name })
  await store('POST /dashboard/api/keys/:clientId/revoke', { clientId: other.key.client_id }, { name })
  const limits = {
    serials: [serial],
    sources: [X],
    addresses: ['192.0.2.0/24'],
    ends_at: '2080-01-01T00:00:00.000Z',
  }
  const { key: limited } = await store<Made>('POST /dashboard/api/keys', {}, { name, ...limits })
  const changed = { name: X, ...limits, sources: [kept.textOf('POST /dashboard/api/keys sources[]'), X] }
  await store('PATCH /dashboard/api/keys/:clientId', { clientId: limited.client_id }, changed)
  await useKey(key)
  const known = { client_id: key.client_id, client_secret: key.client_secret }
  await refuse('POST /oauth/token', {}, { ...known, client_id: X, grant_type: 'client_credentials' })
  await refuse('POST /oauth/token', {}, { ...known, client_secret: X, grant_type: 'client_credentials' })
  await refuse('POST /oauth/token', {}, { ...known, scope: X, grant_type: 'client_credentials' })
  for (const route of ['POST /oauth/revoke', 'POST /oauth/introspect']) {
    await store(route, {}, { ...known, token: X, token_type_hint: X })
  }
  return { clientId: key.client_id, limited: limited.client_id }
}
