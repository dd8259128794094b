import { Type } from 'typebox'
import { catalogue } from './catalogue.ts'
import { operation } from './operation.ts'

const takeDelivery = operation({
  method: 'POST',
  path: '/hooks/:address',
  access: 'public',
  summary: 'Take what another system sends to a connection',
  bodyLimit: 1024 * 1024,
  answers: { 200: Type.Object({ received: Type.Boolean() }) },
})

/** What connected systems call. A delivery carries its own proof, and is not in the OpenAPI document. */
export const hooks = catalogue({ takeDelivery })
