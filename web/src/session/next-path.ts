/** Where to go after the sign-in: a path of ours, whatever else stands in the address. */
export function nextPath(search: string): string {
  const wanted = new URLSearchParams(search).get('next') ?? '/'
  return /^\/(?![/\\])/.test(wanted) ? wanted : '/'
}

export const signInPath = (next: string): string =>
  next === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`
