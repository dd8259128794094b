import { unread } from '#guests/guest-profile.ts'
import { type EventFacts, type Facts, type GuestFacts, noPastRuns } from './facts.ts'
import { VenueClock } from './venue-clock.ts'

/** When tests take place, and where. */
const someTime = new VenueClock(new Date('2026-06-15T12:00:00Z'), 'Europe/London')

/** Facts for tests: everything that is not given is empty. */
export function someFacts(
  given: Partial<Omit<EventFacts, never> & GuestFacts>,
  clock: VenueClock = someTime,
): Facts {
  const { source = null, serials = [], parameters = {}, ...guest } = given
  const event = { source, serials, parameters }
  return {
    event,
    startedBy: event,
    guest: { ...unread('0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e'), ...guest },
    venue: null,
    workflow: { name: 'Test', variables: {} },
    webhooks: {},
    tasks: {},
    pastRuns: noPastRuns,
    clock,
  }
}
