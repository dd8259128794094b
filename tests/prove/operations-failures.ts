import type { Ingested } from '../support/ingest.ts'

/** Behind a proxy every request has to be answered, and with 2xx: why some were not. */
export const failuresOf = ({ refused, unanswered, notLetIn }: Ingested): string[] => [
  ...refused.map(({ status, text }) => `answered ${status}: ${text.slice(0, 200)}`),
  ...unanswered,
  ...notLetIn,
]
