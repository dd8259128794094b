import { deliverectExample } from './deliverect.fixture.ts'
import { genericExamples } from './generic.fixture.ts'
import { jwtExample } from './jwt.fixture.ts'
import { lightspeedExample } from './lightspeed.fixture.ts'
import { mewsExample } from './mews.fixture.ts'
import { segmentExample } from './segment.fixture.ts'
import { shopifyExample } from './shopify.fixture.ts'
import { squareExample } from './square.fixture.ts'
import { stripeExample } from './stripe.fixture.ts'
import { toastExample } from './toast.fixture.ts'
import { typeformExample } from './typeform.fixture.ts'
import type { VendorExample } from './vendor-example.fixture.ts'

export const vendorExamples: readonly VendorExample[] = [
  squareExample,
  toastExample,
  lightspeedExample,
  deliverectExample,
  mewsExample,
  stripeExample,
  shopifyExample,
  typeformExample,
  segmentExample,
  jwtExample,
  ...genericExamples,
]
