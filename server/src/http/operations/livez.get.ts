import { Type } from 'typebox'
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
  handler: () => async () => ({ status: 'alive' }),
})
