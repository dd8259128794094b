import type { GuestRows } from '#db/guest-rows.ts'

/** For a merge of two guests: what is sent about the one who stays comes after what was still to be sent about the other. */
export const guestSubscriptionDeliveries: GuestRows = {
  table: 'subscription_deliveries',
  update: 'UPDATE subscription_deliveries SET guest_id = $3',
  key: ['id'],
}
