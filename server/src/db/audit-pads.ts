/** What a connection brings instead of the key when the key cannot be opened: reading works, and writing says why not. */
export const MISSING_AUDIT_KEY = 'missing'

const BLOCK_BYTES = 64

/**
 * The key of the audit log as the database's trigger uses it: the two pads of HMAC-SHA-256 (RFC 2104), in hexadecimal.
 * PostgreSQL has SHA-256 but no HMAC without an extension.
 */
export function auditPads(key: Buffer): string {
  if (key.length > BLOCK_BYTES) throw new Error('a key of the audit log is at most one block long')
  const pad = (byte: number) =>
    Buffer.from(Array.from({ length: BLOCK_BYTES }, (_, at) => (key[at] ?? 0) ^ byte)).toString('hex')
  return pad(0x36) + pad(0x5c)
}
