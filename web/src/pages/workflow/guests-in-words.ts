/** How many guests something will happen to. */
export const guestsInWords = (count: number): string => {
  if (count === 0) return 'No guests are inside right now.'
  return count === 1
    ? '1 guest is inside right now.'
    : `${count.toLocaleString('en-GB')} guests are inside right now.`
}
