/**
 * The most events that one delivery makes. By itself, because the thread that reads deliveries needs nothing else of the
 * contract: with the schemas it computed for 0.5 s before it read its first one, without them for 0.2 s.
 */
export const MOST_ITEMS = 1_000
