import { EventAnswer, IncomingEvent } from '@millrace/contract/event'
import Fastify from 'fastify'

/** What Fastify alone can do with the same messages: checked, answered from memory, nothing kept. */
const app = Fastify()
const answer: EventAnswer = {
  message: 'Event accepted; it started 1 run.',
  event: {
    id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
    organisation_id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
    organisation_registration_id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
    serials: [],
    source: 'bench',
    parameters: { source: 'bench', spend: 42, covers: 2, table: '12' },
    status: 'routed',
    workflow_runs: [
      {
        id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
        workflow_id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
        status: 'queued',
      },
    ],
    skipped: [],
    woke: [],
    moved: [],
    ended: [],
    warnings: [],
    created_at: new Date().toISOString(),
  },
}
app.post('/event', { schema: { body: IncomingEvent, response: { 200: EventAnswer } } }, async () => answer)
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
