/**
 * What was typed into a field for a number. A document in the making may hold what is not a number yet, such as "1." on
 * the way to 1.5: it stays the text it is, and validation says what is wrong with it.
 */
export const typedNumber = (text: string): number =>
  String(Number(text)) === text ? Number(text) : (text as unknown as number)
