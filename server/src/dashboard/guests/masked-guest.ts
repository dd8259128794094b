import type { Guest } from '@millrace/contract/guest'

/** A guest who was only at venues that the member does not see: that there is one, and nothing about them. */
export const maskedGuest = (guest: Guest): Guest => ({
  ...guest,
  external_id: null,
  name: 'Guest of another venue',
  email: null,
  phone: null,
  tags: [],
  points: 0,
  attributes: {},
})
