/** The providers of SMS whose APIs are spoken, and where each has its API. Twilio's is that of others too. */
export const smsVendorAddresses = {
  twilio: 'https://api.twilio.com',
  vonage: 'https://rest.nexmo.com',
  messagebird: 'https://rest.messagebird.com',
} as const

export type SmsVendorName = keyof typeof smsVendorAddresses
export const smsVendorNames = ['twilio', 'vonage', 'messagebird'] as const satisfies readonly SmsVendorName[]
