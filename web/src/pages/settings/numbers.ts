/** An empty field is no limit. */
export const limitOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))
export const textOf = (limit: number | null): string => (limit === null ? '' : String(limit))
