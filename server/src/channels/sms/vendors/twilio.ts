import { readTwilioAnswer } from './twilio-answer.ts'
import { statusOf, verifyStatusCallback } from './twilio-signature.ts'
import type { InboundSms, SmsVendor } from './vendor.ts'

const credentialsOf = (account: string, token: string) =>
  Buffer.from(`${account}:${token}`).toString('base64')

/** Twilio, and every provider whose API is compatible. */
export const twilio: SmsVendor = {
  faults: ({ accountSid }) =>
    /^\w{1,64}$/.test(accountSid) ? [] : ['The account SID must be letters and digits.'],
  request({ baseUrl, accountSid, authToken, sender }, message) {
    const form = new URLSearchParams({ To: message.to, Body: message.body })
    if ('from' in sender) form.set('From', sender.from)
    else form.set('MessagingServiceSid', sender.messagingServiceSid)
    if (message.statusCallback !== undefined) form.set('StatusCallback', message.statusCallback)
    return {
      method: 'POST',
      url: new URL(`${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`),
      headers: {
        authorization: `Basic ${credentialsOf(accountSid, authToken)}`,
        'content-type': 'application/x-www-form-urlencoded',
        // Twilio itself ignores it. Compatible providers may use it to drop duplicates.
        'idempotency-key': message.id,
      },
      body: form.toString(),
    }
  },
  secrets: ({ accountSid, authToken }) => [authToken, credentialsOf(accountSid, authToken)],
  readAnswer: readTwilioAnswer,
  proves: ({ url, params, headers }, token) =>
    verifyStatusCallback(url, params, String(headers['x-twilio-signature'] ?? ''), token),
  reportIn: statusOf,
  inboundIn(params): InboundSms {
    const heeded = params.get('OptOutType')?.toLowerCase()
    const id = params.get('MessageSid')
    return {
      ...(id ? { id } : {}),
      from: params.get('From') ?? '',
      body: params.get('Body') ?? '',
      // Twilio's Advanced Opt-Out says itself what a word means, and answers it.
      ...(heeded === 'stop' || heeded === 'start' || heeded === 'help' ? { heeded } : {}),
    }
  },
  answersInResponse: true,
}
