import { Type } from 'typebox'
import type { OperationsParts } from '../parts.ts'
import { route } from '../route.ts'

export default route({
  method: 'GET',
  url: '/livez',
  access: 'public',
  schema: {
    operationId: 'isAlive',
    tags: ['Operations'],
    summary: 'Is the process alive?',
    response: { 200: Type.Object({ status: Type.Literal('alive') }) },
  },
  handler: (_parts: OperationsParts) => async () => ({ status: 'alive' }),
})
