import type { SmsVendorName } from '@millrace/contract/sms-vendor'
import { messagebird } from './messagebird.ts'
import { twilio } from './twilio.ts'
import type { SmsVendor } from './vendor.ts'
import { vonage } from './vonage.ts'

export const smsVendors: Readonly<Record<SmsVendorName, SmsVendor>> = { twilio, vonage, messagebird }
