import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { t } from '../../language/words.ts'
import styles from './GuideBlocks.module.css'
import { type Block, type Span, textOf } from './guide.ts'
import { type GuideName, guides, isGuide } from './guides.ts'

interface From {
  /** The guide that they are from, and in which their links begin. */
  of: GuideName
  /** On another page than the guide's: links open a tab, so that nothing is lost here. */
  apart?: boolean
}

/** The blocks of a guide. Headings are one level below the title of the page. */
export const GuideBlocks = ({ blocks, ...from }: From & { blocks: readonly Block[] }) => (
  <div className={styles.guide}>
    {blocks.map((block, at) => (
      <BlockView key={`${at} ${block.kind}`} {...from} block={block} />
    ))}
  </div>
)

function BlockView({ block, ...from }: From & { block: Block }) {
  const words = (text: readonly Span[]) => <Spans {...from} spans={text} />
  switch (block.kind) {
    case 'heading':
      return block.level === 2 ? (
        <h2 id={block.id}>{words(block.text)}</h2>
      ) : (
        <h3 id={block.id}>{words(block.text)}</h3>
      )
    case 'paragraph':
      return <p>{words(block.text)}</p>
    case 'quote':
      return <blockquote>{words(block.text)}</blockquote>
    case 'code':
      return <CodeBlock label={t`Example`} text={block.text} />
    case 'list': {
      const items = block.items.map(item => <li key={textOf(item)}>{words(item)}</li>)
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>
    }
    case 'table':
      return (
        <section className={styles.scroll} aria-label={textOf(block.head.flat())} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {block.head.map(cell => (
                  <th key={textOf(cell)} scope="col">
                    {words(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map(row => (
                <tr key={textOf(row.flat())}>
                  {row.map((cell, at) => (
                    <td key={`${at}`}>{words(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )
  }
}

const Spans = ({ spans, ...from }: From & { spans: readonly Span[] }) =>
  spans.map((span, at) => (
    <Fragment key={`${at}`}>
      <SpanView {...from} span={span} />
    </Fragment>
  ))

function SpanView({ span, ...from }: From & { span: Span }) {
  if (typeof span === 'string') return span
  if ('code' in span) return <code>{span.code}</code>
  if ('strong' in span) {
    return (
      <strong>
        <Spans {...from} spans={span.strong} />
      </strong>
    )
  }
  if ('emphasis' in span) {
    return (
      <em>
        <Spans {...from} spans={span.emphasis} />
      </em>
    )
  }
  return (
    <GuideLink {...from} link={span.link}>
      {nameOfFile(span.text) ?? <Spans {...from} spans={span.text} />}
    </GuideLink>
  )
}

/** On paper a guide is named by its file; here it has a name. */
function nameOfFile([first]: readonly Span[]): string | undefined {
  const file = typeof first === 'object' && 'code' in first ? first.code.replace('.md', '') : ''
  return isGuide(file) ? guides[file].name : undefined
}

function GuideLink({ of, apart, link, children }: From & { link: string; children: ReactNode }) {
  const [, name = '', anchor = ''] = /^(?:(\w+)\.md)?(#.*)?$/.exec(link) ?? []
  const guide = link.startsWith('#') ? of : name
  const path = `/help/${guide}${anchor}`
  if (!isGuide(guide)) {
    // A document that is not shown here is only named.
    return /^https?:/.test(link) ? <NewTab href={link}>{children}</NewTab> : children
  }
  if (apart) return <NewTab href={path}>{children}</NewTab>
  return guide === of ? <a href={anchor}>{children}</a> : <Link to={path}>{children}</Link>
}

const NewTab = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noreferrer">
    {children}
  </a>
)
