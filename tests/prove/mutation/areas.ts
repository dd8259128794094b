/** What decides who is let in, how often, whether twice, where a run stands and which workflow takes an event. */
export const areas = {
  access: [
    'server/src/access/address.ts',
    'server/src/access/base62.ts',
    'server/src/access/client-answer.ts',
    'server/src/access/credential.ts',
    'server/src/access/key-limits.ts',
    'server/src/http/edge/key-reach.ts',
    'server/src/members/roles.ts',
  ],
  limiter: [
    'server/src/access/key-limiter.ts',
    'server/src/access/limits.ts',
    'server/src/access/member-limiter.ts',
    'server/src/access/minute-limit.ts',
    'server/src/access/strict-log.ts',
  ],
  idempotency: [
    'server/src/http/edge/idempotency-key.ts',
    'server/src/idempotency/claim.ts',
    'server/src/idempotency/idempotency.ts',
  ],
  'run state': [
    'server/src/runs/change/state.ts',
    'server/src/runs/walk/allowance.ts',
    'server/src/runs/walk/apply-effect.ts',
    'server/src/runs/walk/transition.ts',
    'server/src/runs/walk/walk.ts',
  ],
  routing: [
    'server/src/routing/re-entry.ts',
    'server/src/routing/route.ts',
    'server/src/workflows/condition.ts',
    'server/src/workflows/listening.ts',
  ],
} as const satisfies Record<string, readonly string[]>

export type Area = keyof typeof areas

export const mutatedFiles: readonly string[] = Object.values(areas).flat()
