/** An e-mail address, a number or a URL. A long address breaks before its @. */
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
