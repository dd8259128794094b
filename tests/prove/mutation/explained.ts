export interface Explained {
  readonly file: string
  /** The line, and each of its changes. */
  readonly was: string
  readonly became: readonly string[]
  readonly reason: string
}

/** What no test notices, and why none has to: nothing differs, or only the time that something takes. */
export const explained: readonly Explained[] = [
  {
    file: 'server/src/access/address.ts',
    was: "const address = ipaddr.process(plain.replace(/%.*$/, ''))",
    became: ["const address = ipaddr.process(plain.replace(/%.*/, ''))"],
    reason: 'An address is one line, so that the rest of it ends where it ends.',
  },
  {
    file: 'server/src/access/client-answer.ts',
    was: "request.wants === 'nothing' ? (request.clientId ?? '') : request.credentials.clientId,",
    became: [
      `request.wants === 'nothing' ? (request.clientId ?? "Stryker was here!") : request.credentials.clientId,`,
    ],
    reason: 'Neither text can be the name of a client.',
  },
  {
    file: 'server/src/access/key-limits.ts',
    was: 'return scopes === null || (needed !== undefined && scopes.includes(needed))',
    became: ['return scopes === null || (true && scopes.includes(needed))'],
    reason: 'No scope is undefined.',
  },
  {
    file: 'server/src/access/key-limits.ts',
    was: "return [network, bits ?? (network.kind() === 'ipv4' ? 32 : 128)]",
    became: [
      'return [network, bits ?? (false ? 32 : 128)]',
      'return [network, bits ?? (network.kind() === "" ? 32 : 128)]',
    ],
    reason: 'Of an IPv4 address no more than its 32 bits are compared.',
  },
  {
    file: 'server/src/http/edge/key-reach.ts',
    was: 'if (own === null || (source !== null && own.includes(source))) return undefined',
    became: ['if (own === null || (true && own.includes(source))) return undefined'],
    reason: 'No source of a key is null.',
  },
  {
    file: 'server/src/http/edge/key-reach.ts',
    was: 'return atOwn && (sources === null || (event.source !== null && sources.includes(event.source)))',
    became: ['return atOwn && (sources === null || (true && sources.includes(event.source)))'],
    reason: 'No source of a key is null.',
  },
  {
    file: 'server/src/access/key-limiter.ts',
    was: 'usage = { organisationId: identity.organisationId, pending: 0, slots: [] }',
    became: ['usage = { organisationId: identity.organisationId, pending: 0, slots: ["Stryker was here"] }'],
    reason: 'What is no slot has no end, and never counts.',
  },
  {
    file: 'server/src/access/key-limiter.ts',
    was: 'usage.slots = []',
    became: ['usage.slots = ["Stryker was here"]'],
    reason: 'What is no slot has no end, and never counts.',
  },
  {
    file: 'server/src/access/key-limiter.ts',
    was: 'for (const slot of usage.slots) if (slot.endsAt > now) counted += slot.requests',
    became: ['for (const slot of usage.slots) if (slot.endsAt >= now) counted += slot.requests'],
    reason: 'A slot ends at a fraction of a millisecond: whether it counts just then decides nothing.',
  },
  {
    file: 'server/src/access/key-limiter.ts',
    was: 'const ends = usage.slots.filter(slot => slot.endsAt > now).map(slot => slot.endsAt)',
    became: ['const ends = usage.slots.filter(slot => slot.endsAt >= now).map(slot => slot.endsAt)'],
    reason: 'A slot ends at a fraction of a millisecond: whether it counts just then decides nothing.',
  },
  {
    file: 'server/src/access/key-limiter.ts',
    was: 'usages.get(key_id)?.slots.push({ endsAt: now + ends_in_ms, requests })',
    became: ['usages.get(key_id).slots.push({ endsAt: now + ends_in_ms, requests })'],
    reason: 'Every row is of a key that was asked about, and none of these is forgotten meanwhile.',
  },
  {
    file: 'server/src/access/limits.ts',
    was: 'const kept = this.#logs.get(key) ?? []',
    became: ['const kept = this.#logs.get(key) ?? ["Stryker was here"]'],
    reason: 'What is no time is in no window.',
  },
  {
    file: 'server/src/idempotency/claim.ts',
    was: 'const found = keyed.length === 0 ? [] : await claimKeys(tx, organisationId, [...requests.values()])',
    became: [
      'const found = keyed.length === 0 ? ["Stryker was here"] : await claimKeys(tx, organisationId, [...requests.values()])',
    ],
    reason: 'Where no request has a key, nothing is read of it.',
  },
  {
    file: 'server/src/idempotency/idempotency.ts',
    was: "return ['object', ...Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))]",
    became: ["return ['object', ...Object.entries(inner).sort(([a], [b]) => (a <= b ? -1 : 1))]"],
    reason: 'No two keys of an object are the same.',
  },
  {
    file: 'server/src/runs/walk/walk.ts',
    was: 'if (turn !== undefined) await turn',
    became: ['if (true) await turn'],
    reason: 'To await nothing gives nobody a turn.',
  },
  {
    file: 'server/src/runs/walk/walk.ts',
    was: 'const venue = (serial !== undefined && organisation.venues.get(serial)) || null',
    became: ['const venue = (true && organisation.venues.get(serial)) || null'],
    reason: 'No venue has the code undefined.',
  },
  {
    file: 'server/src/routing/route.ts',
    was: '(serial !== undefined && venues.get(serial)) || null',
    became: ['(true && venues.get(serial)) || null'],
    reason: 'No venue has the code undefined.',
  },
  {
    file: 'server/src/routing/route.ts',
    was: '...(visits === undefined ? {} : { visits }),',
    became: ['...(false ? {} : { visits }),'],
    reason: 'What is undefined is read like what is missing.',
  },
  {
    file: 'server/src/routing/route.ts',
    was: "timeZone: 'UTC',",
    became: ['timeZone: "",'],
    reason: 'Where the time was not read, nothing reads the time zone.',
  },
  {
    file: 'server/src/workflows/condition.ts',
    was: 'if (decide === undefined) {',
    became: ['if (true) {'],
    reason: 'Only takes longer: the function of a condition is made for every event.',
  },
  {
    file: 'server/src/workflows/condition.ts',
    was: 'decisions.set(condition, decide)',
    became: [';'],
    reason: 'Only takes longer: the function of a condition is made for every event.',
  },
  {
    file: 'server/src/workflows/condition.ts',
    was: 'return decisionOfLeaves([condition], true)',
    became: ['return decisionOfLeaves([condition], false)'],
    reason: 'All of one holds where any of one does.',
  },
  {
    file: 'server/src/workflows/condition.ts',
    was: 'const leaves = Map.groupBy(parts.filter(isLeaf), leaf => (leaf.where === undefined ? leaf.field : leaf))',
    became: ['const leaves = Map.groupBy(parts.filter(isLeaf), leaf => (false ? leaf.field : leaf))'],
    reason: 'Only takes longer: a field is read for each of its comparisons.',
  },
  {
    file: 'server/src/workflows/condition.ts',
    was: '...parts.filter(part => !isLeaf(part)).map(decisionOf),',
    became: ['...parts.map(decisionOf),'],
    reason: 'Only takes longer: comparisons are made a second time.',
  },
  {
    file: 'server/src/workflows/condition.ts',
    was: "const isLeaf = (condition: Condition): condition is Leaf => 'field' in condition",
    became: [
      'const isLeaf = (condition: Condition): condition is Leaf => "" in condition',
      'const isLeaf = () => undefined',
    ],
    reason: 'Only takes longer: a field is read for each of its comparisons.',
  },
  {
    file: 'server/src/workflows/condition.ts',
    was: 'if (reader === undefined) {',
    became: ['if (true) {'],
    reason: 'Only takes longer: the name of a field is parsed for every event.',
  },
  {
    file: 'server/src/workflows/condition.ts',
    was: 'readers.set(leaf, reader)',
    became: [';'],
    reason: 'Only takes longer: the name of a field is parsed for every event.',
  },
  {
    file: 'server/src/workflows/condition.ts',
    was: 'read({ ...facts, pastEvents: facts.pastEvents?.filter(event => holds(where, { ...facts, event })) ?? [] })',
    became: [
      'read({ ...facts, pastEvents: facts.pastEvents?.filter(event => holds(where, { ...facts, event })) ?? ["Stryker was here"] })',
    ],
    reason: 'What is no event has no source, and is never counted.',
  },
  {
    file: 'server/src/workflows/listening.ts',
    was: '.sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))',
    became: ['.sort((a, b) => rank(a) - rank(b) || (a.id <= b.id ? -1 : 1))'],
    reason: 'No two workflows have the same id.',
  },
]
