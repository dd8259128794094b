/** How many guests something will happen to. */
export const guestsInWords = (count: number): string => {
  if (count === 0) return 'No guest is inside right now.'
  return count === 1
    ? 'One guest is inside right now.'
    : `${count.toLocaleString('en-GB')} guests are inside right now.`
}
