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

const takeReports = operation({
  method: 'POST',
  path: '/callbacks/email/:organisationId/:provider',
  access: 'public',
  summary: 'Take what an e-mail provider reports about messages',
  bodyLimit: 1024 * 1024,
  answers: {
    200: Type.Object({
      recorded: Type.Integer(),
      repeated: Type.Integer(),
      unknown: Type.Integer(),
      ignored: Type.Integer(),
    }),
  },
})

/**
 * What connected systems and e-mail providers call. What they send carries its own proof, and is not in the OpenAPI
 * document.
 */
export const hooks = catalogue({ takeDelivery, takeReports })
