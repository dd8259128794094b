import { expect, onTestFinished, test } from 'vitest'
import { createChannels } from '../../server/src/channels/channels.ts'
import { email, mailServer } from './mail-server.ts'
import { httpReceiver, loopbackPolicy } from './receiver.ts'
import { webhookTo } from './webhook-request.ts'

test('all three ways out work under one policy', async () => {
  const there = await httpReceiver(response => response.writeHead(201).end('{"sid":"SM900"}'))
  const mail = await mailServer()
  const channels = createChannels(loopbackPolicy(there, mail))
  onTestFinished(async () => {
    channels.close()
    await Promise.all([there.close(), mail.close()])
  })
  const { id, organisationId, at } = email
  const outcomes = await Promise.all([
    channels.callWebhook(webhookTo(there.url)),
    channels.sendSms(
      {
        baseUrl: there.url,
        vendor: 'twilio' as const,
        accountSid: 'AC123',
        authToken: 'token',
        sender: { from: 'Rialto' },
      },
      { id, organisationId, to: '+447700900123', body: 'Hello', at },
    ),
    channels.sendEmail({ host: '127.0.0.1', port: mail.port, security: 'none' }, email),
  ])
  expect(outcomes.map(({ kind }) => kind)).toEqual(['delivered', 'delivered', 'delivered'])
})
