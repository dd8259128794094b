import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGuard } from '../../server/src/channels/guard/guard.ts'
import type { AddressPolicy } from '../../server/src/channels/guard/policy.ts'
import {
  ipv4Carriers,
  ipv4Spellings,
  ipv6Spellings,
  specialIpv4,
  specialIpv6,
} from '../../server/src/channels/guard/special-addresses.fixture.ts'
import { createHttpClient } from '../../server/src/channels/http/client.ts'
import { callWebhook } from '../../server/src/channels/webhook/call-webhook.ts'
import { httpReceiver, loopbackPolicy, type Receiver } from './receiver.ts'
import { webhookTo } from './webhook-request.ts'

const ipv6 = Object.values(networkInterfaces())
  .flat()
  .some(known => known?.address === '::1')

// It listens on every address of this machine.
let receiver: Receiver
beforeAll(async () => {
  receiver = await httpReceiver(undefined, { host: ipv6 ? '::' : '0.0.0.0' })
})
afterAll(() => receiver.close())

/** Every name has the given address. */
function calling(policy: AddressPolicy, address = '127.0.0.1') {
  const http = createHttpClient({ guard: createGuard(policy, async () => [address]) })
  return (host: string) => callWebhook(webhookTo(`http://${host}:${receiver.port}/`), http)
}
const publicOnly = () => ({ allowPrivate: [], extraPorts: [receiver.port] })

test.each(specialIpv4)('no spelling of %s is connected to, and no name that has it', async address => {
  const before = receiver.connections()
  const call = calling(publicOnly(), address)
  const hosts = [...ipv4Spellings(address), ...ipv4Carriers(address), 'receiver.example.com']
  for (const host of hosts) expect([host, (await call(host)).kind]).toEqual([host, 'refused'])
  expect(receiver.connections()).toBe(before)
})

test.each(specialIpv6)('no spelling of %s is connected to, and no name that has it', async address => {
  const before = receiver.connections()
  const call = calling(publicOnly(), address)
  for (const host of [...ipv6Spellings(address), 'receiver.example.com']) {
    expect([host, (await call(host)).kind]).toEqual([host, 'refused'])
  }
  expect(receiver.connections()).toBe(before)
})

test('the same spellings do reach the receiver where its address is allowed', async () => {
  const call = calling(loopbackPolicy(receiver))
  const hosts = [...ipv4Spellings('127.0.0.1'), ...(ipv6 ? ['[::1]'] : []), 'receiver.example.com']
  const before = receiver.connections()
  for (const host of hosts) expect([host, (await call(host)).kind]).toEqual([host, 'delivered'])
  expect(receiver.connections() - before).toBe(hosts.length)
})
