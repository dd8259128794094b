import { MOST_COUNTED } from '@millrace/contract/dashboard/connections'

/** Deliveries are counted up to a limit. */
export const counted = (number: number): string =>
  number > MOST_COUNTED ? `>${MOST_COUNTED}` : String(number)
