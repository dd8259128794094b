import type { BroadcastChange } from '@millrace/contract/sent-broadcast'
import type { Static } from 'typebox'

/** What the answer to a change says, to members and to keys. */
export const changedBroadcast: Readonly<Record<Static<typeof BroadcastChange>['state'], string>> = {
  sending: 'The broadcast is being sent.',
  paused: 'Broadcast paused. Nobody starts until it is resumed.',
  stopped: 'Broadcast stopped.',
}
