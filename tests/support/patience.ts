/**
 * How long is waited for something that will happen. It measures nothing: a machine that is busy with something else
 * may take this long, and who waits for what never happens gets a sentence about it rather than vitest's own end.
 */
export const PATIENCE_MS = 240_000

/** After this a test hangs. Longer, so that whatever waits inside of it can say first what did not happen. */
export const LONGEST_TEST_MS = 600_000
