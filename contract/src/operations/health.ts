import { Type } from 'typebox'
import { words } from '../common.ts'
import { catalogue } from './catalogue.ts'
import { operation } from './operation.ts'
import { problem } from './refusals.ts'

const Readiness = Type.Object(
  {
    status: words(['ready', 'not_ready']),
    database: words(['reachable', 'unreachable']),
    replica: Type.Optional(
      words(['used', 'not_used'], {
        description:
          'Where a replica is configured: whether lists of the dashboard are read from it. It does not change the status.',
      }),
    ),
  },
  { description: 'Whether it takes requests, and whether it reaches the database.' },
)

const isAlive = operation({
  method: 'GET',
  path: '/livez',
  access: 'public',
  tags: ['Operations'],
  summary: 'Is the process alive?',
  answers: { 200: Type.Object({ status: Type.Literal('alive') }, { description: 'It is alive.' }) },
})

const readMetrics = operation({
  method: 'GET',
  path: '/metrics',
  access: 'public',
  tags: ['Operations'],
  summary: 'Metrics for Prometheus',
  description: 'Answered on this machine only: to a caller on loopback that was not forwarded by a proxy.',
  answers: {
    200: {
      description: 'The text format of Prometheus.',
      content: { 'text/plain': { schema: Type.String() } },
    },
    404: problem(404),
  },
})

const isReady = operation({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  tags: ['Operations'],
  summary: 'Can it take requests?',
  description: 'For load balancers: 503 while the database cannot be reached, or refuses to store events.',
  answers: { 200: Readiness, 503: Readiness },
})

/** What every process answers to monitoring. */
export const health = catalogue({ isAlive, isReady, readMetrics })
