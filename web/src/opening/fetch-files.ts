/**
 * Fetches the files that the build names in the page for this kind of visit: they come together with the first script, and not
 * one after the other as each of them finds out what it needs.
 */
export function fetchFilesFor(visit: string): void {
  for (const { dataset } of document.querySelectorAll<HTMLMetaElement>(`meta[data-visit="${visit}"]`)) {
    const link = document.createElement('link')
    const isStyle = dataset.file?.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = dataset.file ?? ''
    document.head.append(link)
  }
}
