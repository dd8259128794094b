import { type Comparison, median, ratioOf, reached } from './benchmark.ts'

/** The results as a Markdown table, with what each must reach and the spread of the rounds. */
export function table(results: readonly Comparison[]): string {
  const rows = results.map(result => {
    const must = 'atLeast' in result.must ? `≥ ${result.must.atLeast}` : `≤ ${result.must.atMost}`
    return [
      result.id,
      result.what,
      figure(result.ours, result.unit),
      `${result.against}: ${figure(result.theirs, result.unit)}`,
      `**${ratioOf(result).toFixed(2)}**`,
      `${must} ${reached(result) ? '✓' : '✗'}`,
      [
        ...(result.missed ?? []).map(limit => `✗ ${limit}`),
        ...(result.notes ?? []),
        ...(result.peers ?? []).map(peer => `${peer.name} ${figure(peer.figures, result.unit)}`),
      ].join('; '),
    ]
  })
  const head = ['', 'what', 'ours', 'against, in the same run', 'ratio', 'must', 'beside it']
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

function figure(figures: readonly number[], unit: string): string {
  const digits = unit === 'ms' || unit === 'KB' ? 2 : 0
  const text = (value: number) => value.toFixed(digits)
  const spread = figures.length > 1 ? ` (${text(Math.min(...figures))}–${text(Math.max(...figures))})` : ''
  return `${text(median(figures))}${unit === '/s' ? '/s' : ` ${unit}`}${spread}`
}
