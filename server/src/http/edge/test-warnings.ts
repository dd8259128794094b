import type { Identity } from '#access/identity.ts'

/** For the receipt of an event: it would otherwise look as if its messages had been sent. */
export const testWarnings = ({ test }: Pick<Identity, 'test'>): readonly string[] =>
  test ? ['The API key is a test key: runs take every step and send nothing.'] : []
