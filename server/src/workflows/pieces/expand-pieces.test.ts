import type { WorkflowNode } from '@millrace/contract/node'
import { describe, expect, test } from 'vitest'
import { expandNodes, expandPieces, type KnownPiece, pieceReferences } from './expand-pieces.ts'

const text = (words: string) => ({ type: 'text' as const, text: words })
const piece = (
  key: string,
  kind: KnownPiece['kind'],
  content: KnownPiece['content'],
): [string, KnownPiece] => [key, { key, name: key.toUpperCase(), kind, version: 4, content }]
const pieces = new Map([
  piece('footer', 'blocks', { blocks: [text('one'), text('two')] }),
  piece('news', 'email', { subject: 'News', preview: 'Read', blocks: [text('three')] }),
])
const mail = (rest: object) => ({ id: 'mail', type: 'send_email', subject: 'Hello', next: 'end', ...rest })
const withBlocks = mail({
  blocks: [text('a'), { type: 'piece', piece: 'footer' }, text('b'), { type: 'piece', piece: 'gone' }],
})

describe('a document with pieces', () => {
  test('gets their content, and keeps what names none', () => {
    const { document } = expandPieces({ nodes: [withBlocks, { id: 'end' }] }, pieces)
    expect(document).toEqual({
      nodes: [
        mail({ blocks: [text('a'), text('one'), text('two'), text('b'), { type: 'piece', piece: 'gone' }] }),
        { id: 'end' },
      ],
    })
  })

  test('has faults where the reference is, or where its own block is', () => {
    const { trace } = expandPieces({ nodes: [withBlocks] }, pieces)
    const fault = { path: 'nodes.0.blocks.2.text', message: 'Wrong.', line: 1, column: 2 }
    expect(trace(fault)).toEqual({ path: 'nodes.0.blocks.1', message: 'In the saved piece "FOOTER": Wrong.' })
    const own = { path: 'nodes.0.blocks.3.text', message: 'The template "blocks.3.text" is wrong.', line: 1 }
    expect(trace(own)).toEqual({
      ...own,
      path: 'nodes.0.blocks.2.text',
      message: 'The template "blocks.2.text" is wrong.',
    })
    for (const path of ['nodes.0.subject', 'nodes.0.blocks', 'trigger', 'nodes.7.blocks.1'])
      expect(trace({ path, message: 'x' })).toEqual({ path, message: 'x' })
  })

  test('takes what a step says before what the saved e-mail says', () => {
    const { subject: _subject, ...bare } = mail({ piece: 'news', preview: 'Own' }) as { subject: string }
    const { document, trace } = expandPieces({ nodes: [bare] }, pieces)
    expect(document).toEqual({ nodes: [mail({ subject: 'News', preview: 'Own', blocks: [text('three')] })] })
    expect(trace({ path: 'nodes.0.blocks.0.text', message: 'x' }).path).toBe('nodes.0.piece')
    expect(trace({ path: 'nodes.0.subject', message: 'x' }).path).toBe('nodes.0.piece')
    expect(trace({ path: 'nodes.0.preview', message: 'x' }).path).toBe('nodes.0.preview')
  })

  test('keeps a reference that has its own content beside it, or is of the other kind', () => {
    for (const node of [mail({ piece: 'news', blocks: [text('own')] }), mail({ piece: 'footer' })])
      expect(expandPieces({ nodes: [node] }, pieces).document).toEqual({ nodes: [node] })
    const among = mail({ blocks: [{ type: 'piece', piece: 'news' }] })
    expect(expandPieces({ nodes: [among] }, pieces).document).toEqual({ nodes: [among] })
  })

  test.each([null, 5, [], {}, { nodes: 5 }, { nodes: [null, { type: 'send_email', blocks: { piece: 1 } }] }])(
    'may be anything: %j',
    document => {
      expect(pieceReferences(document)).toEqual([])
      expect(expandPieces(document, pieces).document).toEqual(document)
    },
  )
})

test('a step that runs says which versions it was made of', () => {
  const nodes = [withBlocks, { id: 'end', type: 'end', outcome: 'success' }] as WorkflowNode[]
  const [expanded, end] = expandNodes(nodes, pieces)
  expect(expanded).toMatchObject({ piece_versions: { footer: 4 } })
  expect(end).toBe(nodes[1])
})
