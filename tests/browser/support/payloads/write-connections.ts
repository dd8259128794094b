import { deliver } from '../../../support/deliver.ts'
import { eventually } from '../../../support/millrace.ts'
import { place as X } from './payloads.ts'
import type { Writer } from './writer.ts'

interface Created {
  readonly connection: { readonly id: string; readonly url: string }
  readonly secret: string
}

export interface Connections {
  readonly connection: string
  /** It gets a token before it fetches. */
  readonly tokenConnection: string
  /** It gets signed tokens. */
  readonly signedConnection: string
  readonly delivery: string
}

/** A connection that was created with payloads and one that was changed to them, and a delivery that consists of them. */
export async function writeConnections(
  { kept, store, refuse, get }: Writer,
  serial: string,
): Promise<Connections> {
  const route = 'POST /dashboard/api/connections'
  const given = { name: X, vendor: 'json', unknown_guests: 'create' }
  const { connection, secret } = await store<Created>(route, {}, given)
  const { id } = connection
  const text = kept.textOf(`${route} name`)
  const bodies = [JSON.stringify({ email: 'ada@example.com', [text]: text }), text]
  for (const body of bodies)
    await deliver(connection.url, body, { authorization: `Bearer ${secret}`, 'x-note': encodeURI(text) })
  await eventually(
    () => get<{ deliveries: { done: number; failed: number } }>(`/connections/${id}`),
    ({ deliveries }) => deliveries.done === 1 && deliveries.failed === 1,
  )
  const mapping = {
    source: X,
    guest: { identifiers: [{ type: 'email', value: { path: '$.email' } }] },
    parameters: { [X]: { constant: X } },
  }
  await store(`${route}/:id/preview`, { id }, { body: X, headers: { [X]: X }, mapping })
  await store(`${route}/:id/mapping/check`, { id }, { mapping })
  await store('PUT /dashboard/api/connections/:id/mapping', { id }, { mapping, version: 1 })
  await store('PUT /dashboard/api/connections/:id/aliases', { id }, { location: X, venue: serial })
  const { connection: other } = await store<Created>(route, {}, { ...given, name: 'Bar' }, { probe: false })
  await store('PATCH /dashboard/api/connections/:id', { id: other.id }, { name: X })
  await store(
    'PUT /dashboard/api/connections/:id/secret',
    { id: other.id },
    { secret: X, keep_previous: true },
  )
  const proof = {
    way: 'hmac',
    header: 'X-Signature',
    username: null,
    algorithm: 'sha256',
    encoding: 'hex',
    signed: 'timestamp_body',
    prefix: X,
    separator: '.',
    time_in: 'field',
    time_name: X,
    checks_time: true,
  }
  const proofRoute = 'PUT /dashboard/api/connections/:id/proof'
  await store(proofRoute, { id: other.id }, proof)
  await store(proofRoute, { id }, { ...proof, way: 'basic', username: X, time_name: null })
  const { connection: signed } = await store<Created>(
    route,
    {},
    { ...given, name: 'Signed', vendor: 'jwt' },
    { probe: false },
  )
  await store('PUT /dashboard/api/connections/:id/claims', { id: signed.id }, { issuer: X, audience: X })
  const pull = {
    url: 'https://example.com/bookings',
    every_seconds: 3600,
    auth: 'parameter',
    header: X,
    secret: 'abc',
    cursor_parameter: X,
    cursor_path: '$.next',
    each: '$.bookings[*]',
  }
  const oauth = { token_url: 'https://example.com/token', client_id: X, scope: X }
  await refuse(`${route}/:id/pull/try`, { id }, { ...pull, url: X, secret: X, cursor_path: X, each: X })
  const second = { second_header: X, second_secret: X }
  for (const to of [`${route}/:id/pull/try`, 'PUT /dashboard/api/connections/:id/pull'])
    await refuse(to, { id }, { ...pull, oauth: { ...oauth, token_url: X }, ...second })
  await store('PUT /dashboard/api/connections/:id/pull', { id }, pull)
  const token = { ...pull, auth: 'oauth', header: null, oauth }
  await store('PUT /dashboard/api/connections/:id/pull', { id: other.id }, token)
  const { data } = await get<{ data: { id: string }[] }>(`/connections/${id}/deliveries?state=done`)
  return {
    connection: id,
    tokenConnection: other.id,
    signedConnection: signed.id,
    delivery: data[0]?.id as string,
  }
}
