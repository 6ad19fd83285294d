import { Component, type ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';

type PartBoundaryProps = {
  /** What is missing, such as “The desktop beside the transcript”. */
  readonly part: string;
  readonly children: ReactNode;
};

/** A part of a page that cannot be loaded or drawn leaves the rest, such as *Stop*, where it is. */
export class PartBoundary extends Component<PartBoundaryProps, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="part-failed">
        <Notice
          tone="warn"
          title={`${this.props.part} could not be shown`}
          actions={
            <Button size="small" onPress={() => window.location.reload()}>
              Reload
            </Button>
          }
        >
          This page may be older than the server. What you wrote is kept.
        </Notice>
      </div>
    );
  }
}
