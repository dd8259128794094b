/** All pictures on one page: a row for each page of the product, a column for each way it can look. */
export function contactSheet(files: readonly string[]): string {
  const pictures = files.filter(file => file.endsWith('.jpeg')).map(placeOf)
  const rows = [...new Set(pictures.map(({ page }) => page))].sort()
  const used = COLUMNS.filter(column => pictures.some(picture => picture.column === column))
  const cell = (page: string, column: string) =>
    pictures
      .filter(picture => picture.page === page && picture.column === column)
      .map(({ file }) => `<a href="${file}"><img loading="lazy" alt="${page}, ${column}" src="${file}"></a>`)
      .join('')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Millrace: every page</title>
<style>
  body { margin: 16px; font: 14px system-ui; color: #222; background: #bbb }
  th { position: sticky; top: 0; padding: 8px; text-align: left; background: #bbb }
  th[scope="row"] { left: 0; vertical-align: top }
  td { padding: 4px; vertical-align: top }
  img { width: 320px; display: block }
  .phone img { width: 130px }
</style>
<h1>${rows.length} pages, ${pictures.length} pictures</h1>
<table>
<tr><th></th>${used.map(column => `<th>${column}</th>`).join('')}</tr>
${rows
  .map(
    page =>
      `<tr><th scope="row">${page}</th>${used
        .map(column => `<td${column.includes('phone') ? ' class="phone"' : ''}>${cell(page, column)}</td>`)
        .join('')}</tr>`,
  )
  .join('\n')}
</table>
</html>
`
}

const COLUMNS = [
  'light, desktop',
  'dark, desktop',
  'light, phone',
  'dark, phone',
  'empty',
  'loading',
  'failed',
  'in use',
] as const

interface Picture {
  readonly file: string
  readonly page: string
  readonly column: (typeof COLUMNS)[number]
}

/** As the tests name them: dashboard-guests-dark-390, dashboard-empty-guests, or anything else. */
function placeOf(file: string): Picture {
  const name = file.replace(/^dashboard-|\.jpeg$/g, '')
  const look = /^(.+)-(light|dark)-(\d+)$/.exec(name)
  if (look !== null) {
    const [, page = name, scheme, width] = look
    const column = `${scheme}, ${width === '390' ? 'phone' : 'desktop'}` as Picture['column']
    return { file, page, column }
  }
  const [, state, page] = /^(empty|loading|failed)-(.+)$/.exec(name) ?? []
  return page === undefined
    ? { file, page: name, column: 'in use' }
    : { file, page, column: state as Picture['column'] }
}
