/** Cuts a PostgreSQL server's stream into its messages (protocol 3: a type, four bytes of length, the rest). */
export function createMessageReader(): (chunk: Buffer) => Buffer[] {
  let unread: Buffer = Buffer.alloc(0)
  return chunk => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
    const messages: Buffer[] = []
    while (unread.length >= 5) {
      const length = 1 + unread.readInt32BE(1)
      if (unread.length < length) break
      messages.push(unread.subarray(0, length))
      unread = unread.subarray(length)
    }
    return messages
  }
}

/** CommandComplete with the tag COMMIT: the transaction is on disk, and its client is about to hear so. */
export const saysCommitted = (message: Buffer) =>
  message[0] === 0x43 /* C */ && message.toString('latin1', 5) === 'COMMIT\0'

/** What a client said of itself in its first message: user, database, application_name, options. */
export function startupParameters(first: Buffer): Record<string, string> {
  const words = first.toString('utf8', 8).split('\0')
  const parameters: Record<string, string> = {}
  for (let at = 0; at + 1 < words.length && words[at] !== ''; at += 2) {
    parameters[words[at] as string] = words[at + 1] as string
  }
  return parameters
}
