/** The message that an entry of this time is about: an entry is of its writing, or of what happened to it later. */
export function nearest<Message extends { readonly created_at: string }>(
  messages: readonly Message[],
  at: string,
): Message | undefined {
  const before = messages.filter(({ created_at }) => created_at <= at)
  return (before.length > 0 ? before : messages).toSorted((one, other) =>
    other.created_at.localeCompare(one.created_at),
  )[0]
}
