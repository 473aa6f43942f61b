import { Component, type ErrorInfo, type ReactNode } from 'react'

import { toWireError, type WireError } from '@/backend'
import { ErrorNote } from '@/components/ErrorNote'

/** When a view breaks, the rest of the window stays and says so. */
export class Fallback extends Component<{ resetKey: string; children: ReactNode }, { error: WireError | null }> {
  override state = { error: null as WireError | null }

  static getDerivedStateFromError(error: unknown) {
    return { error: toWireError(error) }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override componentDidUpdate(before: { resetKey: string }) {
    if (before.resetKey !== this.props.resetKey && this.state.error) this.setState({ error: null })
  }

  override render() {
    if (!this.state.error) return this.props.children
    return <ErrorNote error={this.state.error} className="m-5" onRetry={() => this.setState({ error: null })} />
  }
}
