import { Component, type ReactNode } from 'react'

export interface PageBoundaryProps {
  /** What stands in its place. */
  failed: ReactNode
  children: ReactNode
}

/** A page that could not be shown takes nothing else down with it. React has this for classes only. */
export class PageBoundary extends Component<PageBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}
