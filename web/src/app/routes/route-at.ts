/** The first whose path fits: `/events/send` comes before `/events/:id`. */
export function routeAt<Route extends { readonly path: string }>(
  routes: readonly Route[],
  address: string,
): Route | undefined {
  const parts = partsOf(address)
  return routes.find(({ path }) => {
    const wanted = partsOf(path)
    return (
      wanted.length === parts.length && wanted.every((part, n) => part.startsWith(':') || part === parts[n])
    )
  })
}

/** Without what follows the path. */
const partsOf = (address: string) => (address.split(/[?#]/, 1)[0] as string).split('/').filter(Boolean)
