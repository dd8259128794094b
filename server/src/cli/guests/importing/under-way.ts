import type { GuestImport } from '@millrace/client/source'

/** The server is working on it. */
export const isUnderWay = ({ status }: GuestImport): boolean =>
  status === 'checking' || status === 'importing' || status === 'undoing'
