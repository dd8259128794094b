import type { SenderCheck, SenderCheckName } from '@millrace/contract/sender'

/** No name server could say, which is nobody's fault here. */
export const unanswered = (check: SenderCheckName): SenderCheck => ({
  check,
  verdict: 'unknown',
  message: 'The name server did not answer. Check again in a few minutes.',
  found: [],
  publish: null,
})
