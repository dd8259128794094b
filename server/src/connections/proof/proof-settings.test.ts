import { Proof } from '@millrace/contract/connection-proof'
import type { ProofSettings } from '@millrace/contract/dashboard/connections'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { readSettings, settingsOf } from './proof-settings.ts'

const form = Compile(Proof)

const given: ProofSettings = {
  way: 'hmac',
  header: 'X-Signature',
  username: 'till',
  algorithm: 'sha1',
  encoding: 'base64',
  signed: 'timestamp_body',
  prefix: 'sha1=',
  separator: '.',
  time_in: 'header',
  time_name: 'X-Time',
  checks_time: true,
}

test.each<[Partial<ProofSettings>, object]>([
  [{ way: 'bearer' }, { scheme: 'shared_secret', in: 'bearer' }],
  [{ way: 'basic' }, { scheme: 'shared_secret', in: 'basic', username: 'till' }],
  [{ way: 'header' }, { scheme: 'shared_secret', in: 'header', header: 'x-signature' }],
  [
    {},
    {
      scheme: 'hmac',
      header: 'x-signature',
      algorithm: 'sha1',
      encoding: 'base64',
      signed: 'timestamp_body',
      prefix: 'sha1=',
      separator: '.',
      timestamp: { header: 'x-time' },
      tolerance_seconds: 300,
    },
  ],
  [
    { signed: 'url_body', prefix: '' },
    { scheme: 'hmac', header: 'x-signature', algorithm: 'sha1', encoding: 'base64', signed: 'url_body' },
  ],
  [
    { signed: 'body_timestamp', time_in: 'field', time_name: 'sentAt', checks_time: false, separator: '' },
    {
      scheme: 'hmac',
      header: 'x-signature',
      algorithm: 'sha1',
      encoding: 'base64',
      signed: 'body_timestamp',
      prefix: 'sha1=',
      timestamp: { field: 'sentAt' },
    },
  ],
])('%j is a proof that is read back as it was', (part, proof) => {
  const read = readSettings({ ...given, ...part })
  expect(read).toEqual({ proof })
  expect(form.Check(proof)).toBe(true)
  expect(readSettings(settingsOf(proof as Proof) as ProofSettings)).toEqual(read)
})

test.each<[Partial<ProofSettings>, string]>([
  [{ way: 'header', header: null }, 'header'],
  [{ header: null }, 'header'],
  [{ way: 'basic', username: null }, 'username'],
  [{ way: 'basic', username: 'a:b' }, 'username'],
  [{ time_name: null }, 'time_name'],
  [{ time_name: 'x time' }, 'time_name'],
])('%j is refused at its field', (part, field) => {
  const read = readSettings({ ...given, ...part })
  expect(Object.keys('faults' in read ? read.faults : {})).toEqual([field])
})

test('a scheme with its own rules is none that a form has', () => {
  expect(settingsOf({ scheme: 'stripe' })).toBeNull()
})
