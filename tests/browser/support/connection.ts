import { squareExample } from '../../../server/src/connections/vendors/square.fixture.ts'
import { bytesOf } from '../../../server/src/connections/vendors/vendor-example.fixture.ts'
import type { Visitor } from '../../support/dashboard.ts'
import { deliver } from '../../support/deliver.ts'
import { eventually } from '../../support/millrace.ts'

export interface ShownConnection {
  readonly connection: string
  /** Of the newest delivery. */
  readonly delivery: string
}

/** A till with deliveries of every kind: one that made an event, one that did not count, one that is held, one that failed. */
export async function connectTill(owner: Visitor, name: string, serial: string): Promise<ShownConnection> {
  const { body } = await owner.post<{ connection: { id: string; url: string } }>('/connections', {
    name,
    vendor: 'square',
    unknown_guests: 'create',
  })
  const { id, url } = body.connection
  const { secret } = squareExample
  await owner.ask('PUT', `/connections/${id}/secret`, { json: { secret, keep_previous: false } })
  await owner.ask('PUT', `/connections/${id}/aliases`, { json: { location: 'LHARBOUR00001', venue: serial } })
  const elsewhere = JSON.stringify(squareExample.deliveries[1]?.body)
    .replaceAll('LHARBOUR00001', 'LVINE00000002')
    .replaceAll(/"id":"[^"]+"/g, '"id":"other"')
  const bodies = [...squareExample.deliveries.map(one => one.body), elsewhere, '<payment/>']
  for (const each of bodies) {
    const bytes = bytesOf(each)
    await deliver(url, bytes, squareExample.sign(secret, bytes, url, new Date()))
  }
  await deliver(url, '{}', { 'x-square-hmacsha256-signature': 'wrong' })
  await eventually(
    () => owner.get<{ deliveries: { waiting: number; held: number; failed: number } }>(`/connections/${id}`),
    ({ body: { deliveries } }) =>
      deliveries.waiting === 0 && deliveries.held === 1 && deliveries.failed === 1,
  )
  const list = await owner.get<{ data: { id: string }[] }>(`/connections/${id}/deliveries?state=held`)
  return { connection: id, delivery: list.body.data[0]?.id as string }
}
