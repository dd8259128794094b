import { generateKeyPairSync } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { composeMessage } from '../../server/src/channels/email/message.ts'
import { dkimHolds } from './verify-dkim.ts'

test('the signature covers what lets a guest unsubscribe with one click', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
    composeMessage({
      id: 'one',
      organisationId: 'mill',
      from: { address: 'hello@mill.example' },
      to: { address: 'guest@example.com' },
      replyTo: { address: 'soho@mill.example' },
      subject: 'News',
      html: '<p>Come and see.</p>',
      unsubscribeUrl: 'https://mill.example/unsubscribe/x',
      dkim: {
        domain: 'mill.example',
        selector: 'key',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
      at: new Date(),
    }),
  )
  const raw = message.toString()
  const signed = /\bh=([^;]+);/.exec(raw)?.[1]?.replaceAll(/\s/g, '').split(':')
  expect(signed).toEqual(
    expect.arrayContaining(['from', 'reply-to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
  )
  const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  expect(dkimHolds(raw, () => [`v=DKIM1; k=rsa; p=${p}`])).toBe(true)
})
