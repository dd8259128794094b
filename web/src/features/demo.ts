/**
 * Ids of the demo organisation that a first start creates, so that every example works unchanged.
 * A browser test compares them with the server's.
 */
export const demo = {
  organisationId: '0192c8a0-0000-7000-8000-000000000001',
  guestId: '0192c8a0-0000-7000-8000-000000000101',
  serial: 'HARBOUR-01',
  source: 'till',
  workflowId: '0192c8a0-0000-7000-8000-000000000201',
} as const
