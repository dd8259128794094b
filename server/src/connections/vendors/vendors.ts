import { deliverect } from './deliverect.ts'
import { cloudEvents, form, json, standardWebhooks } from './generic.ts'
import { jwt } from './jwt.ts'
import { lightspeed } from './lightspeed.ts'
import { mews } from './mews.ts'
import { segment } from './segment.ts'
import { shopify } from './shopify.ts'
import { square } from './square.ts'
import { stripe } from './stripe.ts'
import { toast } from './toast.ts'
import { typeform } from './typeform.ts'
import type { Vendor } from './vendor.ts'

/** In the order in which they are offered. */
export const vendors: readonly Vendor[] = [
  square,
  toast,
  lightspeed,
  deliverect,
  mews,
  stripe,
  shopify,
  typeform,
  segment,
  cloudEvents,
  standardWebhooks,
  json,
  jwt,
  form,
]

const byId = new Map(vendors.map(vendor => [vendor.id, vendor]))

export const vendorOf = (id: string): Vendor | undefined => byId.get(id)
