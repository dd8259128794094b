/** A part of a sentence. */
export type Span =
  | string
  | { readonly code: string }
  | { readonly strong: readonly Span[] }
  | { readonly emphasis: readonly Span[] }
  | { readonly link: string; readonly text: readonly Span[] }

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly id: string; readonly text: readonly Span[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly text: readonly Span[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Span[])[] }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly Span[])[]
      readonly rows: readonly (readonly (readonly Span[])[])[]
    }
  | { readonly kind: 'code'; readonly text: string }

/** A document of docs/, as the build reads it. */
export interface Guide {
  readonly title: string
  readonly blocks: readonly Block[]
}

export const textOf = (spans: readonly Span[]): string =>
  spans
    .map(span => {
      if (typeof span === 'string') return span
      if ('code' in span) return span.code
      return textOf('strong' in span ? span.strong : 'emphasis' in span ? span.emphasis : span.text)
    })
    .join('')
