/** An e-mail address, or a number or a URL; one that is too long for its place goes on before its @. */
export function Address({ of }: { of: string }) {
  const at = of.lastIndexOf('@')
  if (at < 1) return of
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  )
}
