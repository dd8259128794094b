/** Whether a list has no rows at all: then there is nothing to look through, and filters would only be in the way. */
export const hasNothing = (
  {
    data,
  }: { readonly data: { readonly pages: readonly { readonly data: readonly unknown[] }[] } | undefined },
  filtered: boolean,
): boolean => !filtered && data !== undefined && data.pages.every(page => page.data.length === 0)
