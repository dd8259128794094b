/** Where to go after the sign-in: only a path of the dashboard, whatever the address says. */
export function nextPath(search: string): string {
  const wanted = new URLSearchParams(search).get('next') ?? '/'
  return /^\/(?![/\\])/.test(wanted) ? wanted : '/'
}

export const signInPath = (next: string): string =>
  next === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`
