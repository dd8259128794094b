import type { TestProject } from 'vitest/node'
import type { TestServer } from '../../support/test-server.ts'

/** Carries what workers need to know about the PostgreSQL of the proof. */
export const POSTGRES_VARIABLE = 'MILLRACE_MUTATION_POSTGRES'

/**
 * The tests use the PostgreSQL of the proof: each process that runs them would start a separate one, and leave it behind
 * when it is ended because a change made it loop.
 */
export default function setup(project: TestProject): void {
  const given = process.env[POSTGRES_VARIABLE]
  if (given === undefined) throw new Error(`${POSTGRES_VARIABLE} is not set: run npm run prove -- mutation`)
  project.provide('postgres', JSON.parse(given) as TestServer)
}
