import { readFile } from 'node:fs/promises'
import { Mapping } from '@millrace/contract/connection-mapping'
import { Proof } from '@millrace/contract/connection-proof'
import Value from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { checkMapping } from '../mapping/check-mapping.ts'
import { readDocument } from '../mapping/document.ts'
import { mapDelivery } from '../mapping/map-delivery.ts'
import { prove } from '../proof/prove.ts'
import { bytesOf } from './vendor-example.fixture.ts'
import { vendorExamples } from './vendor-examples.fixture.ts'
import { vendors } from './vendors.ts'

const url = 'https://guests.example.com/hooks/abc'
const now = new Date('2026-11-16T12:00:00Z')
/** Every location that the examples name. */
const locations = ['LHARBOUR00001', '3f0c9a4e-6a55-4c1f-9d2b-0f6a1c2d3e4f', '6560000000000000000000b4']

test('every vendor has an example', () => {
  expect(vendorExamples.map(({ vendor }) => vendor.id).toSorted()).toEqual(
    vendors.map(({ id }) => id).toSorted(),
  )
})

describe.each(vendorExamples.map(example => ({ name: example.vendor.name, example })))(
  '$name',
  ({ example }) => {
    const { vendor, secret, sign } = example

    test('has a mapping and a proof as the contract describes them', () => {
      expect(Value.Errors(Mapping, vendor.mapping)).toEqual([])
      expect(checkMapping(vendor.mapping)).toEqual({})
      expect(Value.Errors(Proof, vendor.proof)).toEqual([])
    })

    test('has a page with its steps', async () => {
      const page = await readFile(
        new URL(`../../../../docs/connections/${vendor.id}.md`, import.meta.url),
        'utf8',
      )
      expect(vendor.steps.filter(step => !page.includes(step))).toEqual([])
    })

    test.each(example.deliveries)(
      '$name: its origin is proved, and only with the right secret',
      async delivery => {
        const body = bytesOf(delivery.body)
        const proof = (headers: object, given = body) =>
          prove(vendor.proof, [secret], {
            headers: { ...delivery.headers, ...headers },
            body: given,
            url,
            now,
          })
        expect(await proof(sign(secret, body, url, now))).toEqual({ ok: true })
        expect((await proof(sign(`x${secret}`, body, url, now))).ok).toBe(false)
        expect((await proof({})).ok).toBe(false)
        // These prove who sends, and not what is sent.
        if (!['shared_secret', 'jwt'].includes(vendor.proof.scheme))
          expect(
            (await proof(sign(secret, body, url, now), Buffer.concat([body, Buffer.from(' ')]))).ok,
          ).toBe(false)
      },
    )

    test.each(example.deliveries)('$name: makes what it should', ({ body, headers = {}, makes }) => {
      const reading = readDocument(vendor.format, headers, bytesOf(body))
      if (reading.kind !== 'read') throw new Error(reading.problem)
      const made = mapDelivery(vendor.mapping, reading.document, {
        deliveryId: 'd',
        aliases: Object.fromEntries(locations.map(location => [location, 'HARBOUR-01'])),
        timeZoneOf: () => 'UTC',
        receivedAt: now,
      })
      expect(made).toMatchObject({
        kind: 'mapped',
        items: makes.map(one => (typeof one === 'string' ? { reason: one } : { kind: 'event', ...one })),
      })
    })
  },
)
